"""Hostile pages gain nothing by manipulating scripts, texts and time, on both engines."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from simulators.browser import BrowserUser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import Browser, open_browser
from simulators.clocks import Deadline
from simulators.errors import ExpectationFailed, SimulatorError, TestcodeTimeout
from simulators.failures import INFRASTRUCTURE
from simulators.setting import BrowserName, Setting
from tests.hostile.pages import MESSAGES, NOTHING, HostilePage, hostile_pages
from tests.support.conformance_site import ConformanceSite, serve
from tests.support.parameters import named

FLICKERS = f"<div id=spot>.</div><script>const messages = {json.dumps(MESSAGES)};</script>"
BEGINS_LATE = """const begin = () => {{ {script} }};
if (sessionStorage.begun) begin(); else setTimeout(() => {{ sessionStorage.begun = 1; begin(); }}, 1000);"""
"""Wait until the first query, which may succeed by chance, is over."""

SHORT, FLICKER_PATIENCE, HONEST_PATIENCE = 0.02, 1.5, 10.0
"""Seconds of patience: where nothing will come, for every message to come up, and for a page on a busy machine."""


LIMIT = 6.0
"""Seconds of a testcode that opens a page of `resources`."""

MAX_WORK_SECONDS = 2 * LIMIT
"""Processor seconds of this process for such a page: twice the time limit, whatever else the machine does."""

MAX_TEXT_CHARS = 201_000

ONE_ENGINE = pytest.mark.parametrize(
    "engine", ["playwright", pytest.param("selenium", marks=pytest.mark.slow)], indirect=True, scope="module"
)
"""Tests of many pages, or of seconds for each: both engines have the same rules, so the usual run uses one of them."""


class HostileSite(ConformanceSite):
    """Server of one page, set by the test, at every path; ``/worker.js`` is a service worker that answers."""

    html = ""

    def do_GET(self) -> None:  # noqa: N802
        if self.path == "/worker.js":
            answer = "new Response('<h1>Hello</h1>', { headers: { 'Content-Type': 'text/html' } })"
            script = f"addEventListener('fetch', (event) => event.respondWith({answer}));"
            self.send(200, script.encode(), "text/javascript")
        elif self.path == "/dot.png":
            super().do_GET()
        else:
            self.send(200, type(self).html.encode(), "text/html; charset=utf-8")


@pytest.fixture(scope="module")
def site() -> Iterator[SiteProxy]:
    with serve(HostileSite) as connect, SiteProxy(connect) as proxy:
        yield proxy


@pytest.fixture(params=["playwright", "selenium"], scope="module")
def engine(request: pytest.FixtureRequest) -> BrowserName:
    name: BrowserName = request.param
    return name


@pytest.fixture(scope="module")
def browser(site: SiteProxy, engine: BrowserName) -> Iterator[Browser]:
    with open_browser(Setting(patience=SHORT, browser=engine), site) as browser:
        yield browser


@pytest.fixture(scope="module")
def user(browser: Browser) -> Iterator[BrowserUser]:
    with browser.session() as user:
        yield user


def show(user: BrowserUser, html: str) -> None:
    HostileSite.html = html
    user.opens("/page")


def pages_of(kind: str) -> pytest.MarkDecorator:
    """Return the parameters of a test of all pages of a kind."""
    return pytest.mark.parametrize("page", named(hostile_pages(kind)))


CLAIMS: dict[str, Callable[[BrowserUser], None]] = {
    "sees_text": lambda user: user.sees_text("Hello"),
    "sees": lambda user: user.sees("#text", containing="Hello"),
    "matching": lambda user: user.sees("h1", matching="Hello"),
    "xpath": lambda user: user.sees("//p[contains(., 'Hello')]"),
    "does_not_see_text": lambda user: user.does_not_see_text("Nothing here"),
    "does_not_see": lambda user: user.does_not_see("h1"),
    "sees_count": lambda user: user.sees_count(3, ".text"),
    "sees_value": lambda user: user.sees_value("Hello", in_="#box"),
    "sees_table": lambda user: user.sees_table([["Hello"]], "#table"),
    "sees_status": lambda user: user.sees_status(404),
    "is_at": lambda user: user.is_at("/about"),
    "is_disabled": lambda user: user.is_disabled("#button"),
}


@ONE_ENGINE
@pages_of("scripts")
def test_no_script_changes_what_is_seen(user: BrowserUser, page: HostilePage) -> None:
    show(user, page.html(NOTHING))
    for claim in CLAIMS.values():
        with pytest.raises(ExpectationFailed):
            claim(user)
    assert user.title() == ""
    assert user.clipboard() != "Hello"
    assert not user.is_ticked("#tick")
    user.sees("h1", text="Nothing here")


@ONE_ENGINE
@pages_of("hidden_text")
def test_text_counts_where_it_can_be_read(user: BrowserUser, page: HostilePage) -> None:
    show(user, page.html())
    if page.seen:
        user.patience = HONEST_PATIENCE
        user.sees_text("Hello")
        return
    user.patience = SHORT
    with pytest.raises(ExpectationFailed):
        user.sees_text("Hello")
    with pytest.raises(ExpectationFailed):
        user.sees("//*[self::p or self::td or self::div][. = 'Hello']", text="Hello")
    user.does_not_see_text("Hello")


def test_texts_with_tags_are_read_without_pictures(user: BrowserUser, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> bytes:
        raise AssertionError("a picture was taken")

    monkeypatch.setattr(user._engine, "pixels", refuse)
    texts = (
        "<!-- <i> --><textarea>&lt;b></textarea><p title='&lt;'>Hello &lt;b>Ben&lt;/b></p><template>&lt;x</template>"
    )
    shadow = "<div><template shadowrootmode=open><u>&lt;u></u><slot></slot></template>&lt;slotted></div>"
    frame = '<iframe srcdoc="<p>a &amp;lt; b</p><script>1 < 2</script>"></iframe>'
    show(user, f"<style>p::before{{content:'<'}}</style>{texts}{shadow}{frame}<script>const isLess = 1 < 2;</script>")
    user.patience = HONEST_PATIENCE
    user.sees_text("Hello <b>Ben</b>")


def test_texts_side_by_side_keep_the_blank_between_them(user: BrowserUser) -> None:
    """On a page whose texts are looked at word by word."""
    show(user, "<style>p::first-letter{color:navy}</style><p>Next book: <b>The Salt Road </b>by Ines</p>")
    user.patience = HONEST_PATIENCE
    user.sees_text("Next book: The Salt Road by Ines")


@ONE_ENGINE
@pages_of("flicker")
def test_what_flashes_up_was_not_seen(browser: Browser, page: HostilePage) -> None:
    with browser.session() as user:
        late = replace(page, script=BEGINS_LATE.format(script=page.script))
        show(user, late.html(FLICKERS))
        user.patience = FLICKER_PATIENCE
        passed = [message for message in MESSAGES[3:4] if _passes(user, message)]
        user.patience = SHORT  # one query each, of a page that was queried before
        passed += [message for message in 2 * MESSAGES if _passes(user, message)]
    assert not passed


@ONE_ENGINE
@pages_of("flicker_by_style")
def test_what_flickers_by_style_alone_was_not_seen(browser: Browser, page: HostilePage) -> None:
    with browser.session() as user:
        show(user, page.with_messages().html())
        passed = [message for message in 4 * MESSAGES if _passes(user, message)]
    assert not passed


def _passes(user: BrowserUser, message: str) -> bool:
    try:
        user.sees_text(message)
    except ExpectationFailed:
        return False
    return True


@ONE_ENGINE
@pages_of("resources")
def test_no_page_holds_the_judge_up(browser: Browser, page: HostilePage) -> None:
    HostileSite.html = page.html(NOTHING)
    before = time.process_time()
    with browser.session() as user:
        user.deadline, user.patience = Deadline.after(LIMIT), 1.0
        with pytest.raises((ExpectationFailed, TestcodeTimeout)) as caught:
            _open_and_look(user)
        work = time.process_time() - before
        sizes = [_size(read) for read in _reads(user)]
    assert caught.value.kind not in INFRASTRUCTURE
    assert len(str(caught.value)) < 20_000
    assert max(sizes) <= MAX_TEXT_CHARS
    assert work < MAX_WORK_SECONDS


def _open_and_look(user: BrowserUser) -> None:
    user.opens("/page")
    user.sees_text("Hello, Alice")


def _reads(user: BrowserUser) -> list[Callable[[], str]]:
    return [user.page_text, user.title, lambda: user.text("#text"), lambda: user.value("#box")]


def _size(read: Callable[[], str]) -> int:
    """Characters that a testcode is given; none where the page cannot be read. An infrastructure error is raised."""
    try:
        return len(read())
    except SimulatorError as error:
        if error.kind in INFRASTRUCTURE:
            raise
        return 0
