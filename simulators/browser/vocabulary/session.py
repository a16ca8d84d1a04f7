"""Users of a browser, with all verbs, and the sessions of an attempt; the same for every engine.

The modules describe their verbs: `navigation` (pages, windows, frames, dialogs, clipboard), `actions` (clicking,
typing, choosing, files, forms sent again), `reading` and `expectations`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from simulators.browser.chromium.browser_files import Download, private_folder
from simulators.browser.chromium.processes import BrowserMemory, limited_memory
from simulators.browser.engines.interface import BrowserEngine
from simulators.browser.vocabulary.actions import ActionVerbs, Form, PostingVerbs
from simulators.browser.vocabulary.context import SessionSettings, TestcodeContext, no_server
from simulators.browser.vocabulary.expectations import ExpectationVerbs
from simulators.browser.vocabulary.navigation import Dialog
from simulators.clocks import MissionClock
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting

__all__ = ["BrowserUser", "Dialog", "Download", "Form"]

UserOpener = Callable[[ExitStack], tuple[BrowserEngine, SessionSettings]]
"""Opens an engine for another user; the stack closes it."""


class BrowserUser(PostingVerbs, ActionVerbs, ExpectationVerbs):
    """Simulated user of a browser.

    An *element* is a CSS selector, or an XPath that starts with ``//`` or ``xpath=``. A verb that uses
    one element waits up to the mission's patience until exactly one visible element matches and can be
    used; if several match, `beside` selects the one nearest (smallest common ancestor) to the visible text
    `beside` (a row's "Delete" button beside "Milk"). Expectations wait until they are met; otherwise they
    raise `ExpectationFailed` or `NotFound` with what was seen instead. After a verb that may navigate, the next verb
    uses the new page, never the old one.

    `deadline` and `trace` are set for each testcode.
    """

    def __init__(
        self,
        engine: BrowserEngine,
        settings: SessionSettings,
        open_user: UserOpener,
        closing: ExitStack,
        context: TestcodeContext | None = None,
    ) -> None:
        super().__init__(engine, settings, context)
        self._open_user = open_user
        self._closing = closing

    def someone_else(self) -> BrowserUser:
        """Return another user of the site, with separate cookies and storage, in the same trace."""
        with self._step("someone_else"):
            engine, settings = self._open_user(self._closing)
            return BrowserUser(engine, settings, self._open_user, self._closing, self._context)


if TYPE_CHECKING:
    from playwright.sync_api import Page
    from selenium.webdriver.remote.webdriver import WebDriver

    from simulators.browser.chromium.proxy import SiteProxy

SITE = "http://localhost:8000"

SCRIPTS = Path(__file__).parent / "scripts"
PARTS = ("natives", "rendering", "text", "usual", "doubts", "queries", "elements", "forms", "page")


@cache
def library() -> str:
    """Return the JavaScript library of the verbs: finds elements, reads rendered text, prepares actions. Its statements
    define ``judge``, an object of functions of one JSON argument each.

    It runs in an isolated world of the page (`engines.isolated_world`): the page's own scripts share its elements, but
    none of its objects, so that nothing they redefine changes what is read.
    """
    return "\n".join((SCRIPTS / f"{name}.js").read_text(encoding="utf-8") for name in PARTS)


class EngineFactory(Protocol):
    """Factory of one kind of engine; each engine gets a fresh browser context."""

    def __call__(self, files: Path, closing: ExitStack) -> BrowserEngine:
        """Return an engine that stores its files in `files`; `closing` ends it."""
        ...

    def abort(self) -> None: ...


class Browser:
    """A browser for one attempt. Sessions are fresh: no cookies, no storage, an empty clipboard."""

    def __init__(
        self,
        maker: EngineFactory,
        setting: Setting,
        proxy: SiteProxy,
        folder: Path,
        clock: MissionClock,
        memory: BrowserMemory,
    ) -> None:
        self._memory = memory
        self._maker = maker
        self._setting = setting
        self._proxy = proxy
        self._folder = folder
        self._user_count = 0
        self._clock = clock

    @contextmanager
    def session(
        self,
        site: str = SITE,
        material: Path | None = None,
        stopped: Callable[[], AbstractContextManager[None]] = no_server,
    ) -> Iterator[BrowserUser]:
        """Open a user with a fresh browser context; set `user.deadline` and `user.trace` for each testcode. `stopped`
        kills the project's server, and starts it again at the end of its context."""

        def open_user(closing: ExitStack) -> tuple[BrowserEngine, SessionSettings]:
            files = self._new_folder()
            engine = self._maker(files, closing)
            return engine, SessionSettings(site, files, self._setting, self._clock, material, stopped)

        with ExitStack() as closing:
            engine, settings = open_user(closing)
            yield BrowserUser(engine, settings, open_user, closing)

    def raw_driver(self) -> AbstractContextManager[WebDriver]:
        """Open a Selenium driver with the same setting and proxy, for any engine."""
        from simulators.browser.engines.selenium.launch import open_driver

        return open_driver(self._setting, self._proxy.address, self._new_folder(), self._clock.offset, self._memory)

    def raw_page(self) -> AbstractContextManager[Page]:
        """Open a Playwright page (synchronous interface) with the same setting and proxy."""
        from simulators.browser.engines.playwright.launch import open_page

        return open_page(self._setting, self._proxy.address, self._new_folder(), self._clock.offset, self._memory)

    def exceeded_limit(self) -> bool:
        """Return True when the pages of all windows together used more memory than a browser may."""
        return self._memory.exceeded()

    def abort(self) -> None:
        """End the browser at once, from any thread; a verb in progress raises `InfrastructureError`."""
        self._maker.abort()

    def _new_folder(self) -> Path:
        self._user_count += 1
        folder = self._folder / str(self._user_count)
        folder.mkdir()
        return folder


@contextmanager
def open_browser(
    setting: Setting, proxy: SiteProxy, clock: MissionClock | None = None, worker: WorkerContext | None = None
) -> Iterator[Browser]:
    """Open a browser whose only network is `proxy` and whose pages follow `clock`; without one, their clock starts now
    with the setting's time.

    Raises `NoBrowser` when none is installed, `InfrastructureError` when it does not start.
    """
    with private_folder("browser") as folder, limited_memory(folder) as memory, ExitStack() as closing:
        maker: EngineFactory
        clock = clock or MissionClock.of(setting)
        if setting.browser == "playwright":
            from simulators.browser.engines.playwright.launch import open_playwright

            opened = open_playwright(setting, proxy.address, folder, clock.offset, library(), memory, worker)
            maker = closing.enter_context(opened)
        else:
            from simulators.browser.engines.selenium.launch import SeleniumFactory

            maker = SeleniumFactory(setting, proxy.address, clock.offset, library(), memory)
        yield Browser(maker, setting, proxy, folder, clock, memory)
