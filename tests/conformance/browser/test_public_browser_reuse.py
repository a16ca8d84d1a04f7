"""Isolation of several attempts in one browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager

import psutil
import pytest
from selenium.common.exceptions import WebDriverException

from evaluator.benchmarks.projecteval_2025.simulator.website_user import PublicWebsiteUser, open_public_browser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.runtime.processes.process_tree import command_line, process_tree
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting

HOME = "http://localhost:8000/"
LEAVE = """
document.cookie = "left=1; max-age=1000"; localStorage.left = 1; sessionStorage.left = 1; name = "left";
const done = arguments[0];
const base = () => new Promise((opened) => { indexedDB.open("left").onsuccess = opened; });
caches.open("left").then(base).then(() => done());
"""
FIND = """
const done = arguments[0];
Promise.all([caches.keys(), indexedDB.databases()]).then(([kept, bases]) => done(
  [document.cookie, localStorage.length, sessionStorage.length, name, kept.length, bases.length, history.length]));
"""


@pytest.fixture
def worker() -> Iterator[WorkerContext]:
    with WorkerContext() as worker:
        yield worker


def _opened(
    gate: SiteProxy, worker: WorkerContext | None, setting: Setting = Setting()
) -> AbstractContextManager[PublicWebsiteUser]:
    return open_public_browser(setting, gate, None, worker=worker)


def test_the_next_user_finds_nothing(worker: WorkerContext, gate: SiteProxy) -> None:
    with _opened(gate, worker) as first:
        first.driver.get(HOME)
        found = first.driver.execute_async_script(FIND)
        first.driver.execute_async_script(LEAVE)
        first.driver.copy("a secret")
        assert first.driver.execute_async_script(FIND) != found
        first.driver.switch_to.new_window("tab")
        first.desktop.downloads.joinpath("left.txt").write_text("left")
    with _opened(gate, worker) as second:
        assert second.driver.pid == first.driver.pid
        assert len(second.driver.window_handles) == 1
        second.driver.get(HOME)
        assert second.driver.execute_async_script(FIND) == found
        assert second.driver.clipboard() == ""
        assert list(second.desktop.downloads.iterdir()) == []


def test_each_user_has_a_gate_of_its_own(worker: WorkerContext, gate: SiteProxy) -> None:
    def refuse(port: int) -> None:
        raise ConnectionRefusedError

    with _opened(gate, worker) as first:
        first.driver.get(HOME)
    with SiteProxy(refuse) as closed, _opened(closed, worker) as second:  # type: ignore[arg-type]
        assert second.driver.pid == first.driver.pid
        with pytest.raises(WebDriverException, match="ERR_SOCKS_CONNECTION_FAILED"):
            second.driver.get(HOME)


def test_pages_end_with_their_user_whatever_they_do(worker: WorkerContext, gate: SiteProxy) -> None:
    with _opened(gate, worker) as first:
        first.driver.get(HOME)
        first.driver.execute_script("setTimeout(() => { for (;;); }, 0); onbeforeunload = () => 'stay';")
        pages = [one for one in process_tree(first.driver.pid) if "--type=renderer" in command_line(one)]
        assert pages
    with _opened(gate, worker) as second:
        second.driver.get(HOME)
        assert second.driver.title
    assert not psutil.wait_procs(pages, 60)[1]


def test_a_browser_that_was_ended_or_is_another_kind_is_replaced(worker: WorkerContext, gate: SiteProxy) -> None:
    with _opened(gate, worker) as first:
        first.abort()
    with _opened(gate, worker) as second:
        assert second.driver.pid != first.driver.pid
    with _opened(gate, worker, Setting(locale="de-DE")) as third:
        assert third.driver.execute_script("return navigator.language") == "de-DE"
        assert not psutil.pid_exists(second.driver.pid)


def test_two_users_at_a_time_have_a_browser_each(worker: WorkerContext, gate: SiteProxy) -> None:
    with _opened(gate, worker) as first, _opened(gate, worker) as second:
        assert first.driver.pid != second.driver.pid


def test_a_browser_goes_with_who_keeps_it_or_at_once(gate: SiteProxy) -> None:
    with WorkerContext() as worker:
        with _opened(gate, worker) as first:
            pass
        assert psutil.pid_exists(first.driver.pid)
    assert not psutil.pid_exists(first.driver.pid)
    with _opened(gate, None) as second:
        pass
    assert not psutil.pid_exists(second.driver.pid)
