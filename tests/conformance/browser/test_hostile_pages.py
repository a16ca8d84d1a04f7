"""Hostile pages."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from simulators.browser import BrowserUser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import Browser
from simulators.clocks import Deadline
from simulators.errors import ExpectationFailed, InfrastructureError, TestcodeTimeout
from simulators.failures import FailureKind
from simulators.setting import BrowserName, Setting
from tests.conformance.browser.conftest import OpenEngine

MAX_STEP_SECONDS = 60.0
"""Seconds, on a busy machine, of what must end soon; without an end it would take longer."""


@pytest.fixture(scope="module")
def victim(engine: BrowserName, open_engine: OpenEngine, proxy: SiteProxy) -> Iterator[Browser]:
    """Separate browser, so that a page that breaks it affects no other test."""
    with open_engine(Setting(patience=2.0, browser=engine), proxy) as browser:
        yield browser


def test_dialogs_without_end(victim: Browser) -> None:
    with victim.session() as user:
        user.opens("/dialogs")
        with pytest.raises(ExpectationFailed, match="more than 25 dialogs"):
            user.clicks("#loop")


def test_redirects_without_end(victim: Browser) -> None:
    with victim.session() as user:
        with pytest.raises(ExpectationFailed, match=r"REDIRECTS|could not be loaded"):
            user.opens("/redirect")
        user.opens("/")
        user.sees("#title")


def test_a_download_without_end(victim: Browser) -> None:
    with victim.session() as user:
        user.opens("/download")
        with pytest.raises(ExpectationFailed):
            user.downloads("#endless")


def test_a_script_that_never_stops_ends_at_the_deadline(victim: Browser) -> None:
    with victim.session() as user:
        user.opens("/hang")
        user.deadline = Deadline(time.monotonic() + 1.0, 1.0, load=lambda: 1.0)
        begun = time.monotonic()
        with pytest.raises(TestcodeTimeout, match="1 seconds"):
            click_and_look(user)
        assert time.monotonic() - begun < MAX_STEP_SECONDS
        assert user.screenshot() is None


def test_a_page_without_end(victim: Browser) -> None:
    with victim.session() as user:
        user.deadline = Deadline.after(3.0)
        begun = time.monotonic()
        with pytest.raises((TestcodeTimeout, ExpectationFailed)):
            open_and_look(user)
        assert time.monotonic() - begun < MAX_STEP_SECONDS
    with victim.session() as user:
        user.opens("/")
        user.sees("#title")


def test_a_window_that_closes_itself_is_a_lost_page(victim: Browser) -> None:
    with victim.session() as user:
        user.opens("/windows")
        user.clicks("#closing")
        user.goes_to_new_window()
        user.sees("#here")
        user.clicks("#close")
        with pytest.raises(ExpectationFailed) as caught:
            user.sees("#here", text="still here")
        assert caught.value.kind is FailureKind.PAGE_LOST
        user.opens("/")
        user.sees("#title")


def test_aborting_ends_a_verb(engine: BrowserName, open_engine: OpenEngine, proxy: SiteProxy) -> None:
    with (
        open_engine(Setting(patience=2 * MAX_STEP_SECONDS, browser=engine), proxy) as browser,
        browser.session() as user,
    ):
        user.opens("/")
        timer = threading.Timer(0.3, browser.abort)
        timer.start()
        begun = time.monotonic()
        with pytest.raises(InfrastructureError) as caught:
            user.sees("#nowhere")
        timer.join()
        assert caught.value.kind is FailureKind.BROWSER_LOST
        assert time.monotonic() - begun < MAX_STEP_SECONDS


def click_and_look(user: BrowserUser) -> None:
    user.clicks("#hang")
    user.sees("#nowhere")


def open_and_look(user: BrowserUser) -> None:
    user.opens("/huge")
    user.sees("#nowhere")
