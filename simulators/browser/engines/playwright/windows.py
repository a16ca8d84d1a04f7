"""Windows of a Playwright context: the current one, crashed ones, and the navigations of each;
console messages, dialogs and downloads.


The DevTools protocol reports, in the order of the page's actions: a navigation was requested, a frame started to
load, a frame stopped loading. So once a task queued after a click has run, it is known whether that click opens
another page; nothing is guessed from time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import (
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Dialog,
    Download,
    Error,
    Page,
    Request,
    Response,
    WebError,
)

from simulators.browser.chromium import launch as chromium
from simulators.browser.chromium.browser_files import size_of
from simulators.browser.chromium.launch import page_script
from simulators.browser.engines.interface import (
    MAX_DIALOGS,
    MAX_DOWNLOAD_BYTES,
    MAX_MESSAGE_CHARS,
    ConsoleMessages,
    DialogAnswer,
    DialogHandler,
)
from simulators.evidence import Exchange

REFRESH_SECONDS = 0.1
"""Seconds within which a redirect by a refresh header or element belongs to the action before it."""


class NavigationTracker:
    """Frames of one page that are leaving (`leaving`) or loading (`loading`), by the protocol's ids."""

    def __init__(self, session: CDPSession) -> None:
        self.session = session
        self.main = ""
        self.leaving: set[str] = set()
        self.loading: set[str] = set()
        self._changed = asyncio.Event()
        for event, handler in (
            ("frameRequestedNavigation", self._requested),
            ("frameScheduledNavigation", self._scheduled),
            ("frameClearedScheduledNavigation", self._cleared),
            ("frameStartedLoading", self._started),
            ("frameStoppedLoading", self._stopped),
            ("frameNavigated", self._navigated),
            ("frameDetached", self._stopped),
        ):
            session.on(f"Page.{event}", handler)

    @classmethod
    async def watch(cls, page: Page) -> NavigationTracker:
        traffic = cls(await page.context.new_cdp_session(page))
        await traffic.session.send("Page.enable")
        await traffic.session.send("Emulation.setUserAgentOverride", chromium.ordinary_identity())
        tree = await traffic.session.send("Page.getFrameTree")
        traffic.main = tree["frameTree"]["frame"]["id"]
        return traffic

    async def arrive(self) -> None:
        """Wait until no frame is leaving for another page."""
        await self._wait(lambda: not self.leaving)

    async def loaded(self) -> None:
        """Wait until the page has loaded all its parts."""
        await self._wait(lambda: self.main not in self.loading)

    async def _wait(self, condition: Any) -> None:
        while not condition():
            self._changed.clear()
            await self._changed.wait()

    def _requested(self, event: Mapping[str, Any]) -> None:
        if event.get("disposition", "currentTab") == "currentTab":
            self.leaving.add(event["frameId"])

    def _scheduled(self, event: Mapping[str, Any]) -> None:
        if event["delay"] <= REFRESH_SECONDS:
            self.leaving.add(event["frameId"])

    def _cleared(self, event: Mapping[str, Any]) -> None:
        if event["frameId"] not in self.loading:
            self._stopped(event)

    def _started(self, event: Mapping[str, Any]) -> None:
        self.loading.add(event["frameId"])

    def _stopped(self, event: Mapping[str, Any]) -> None:
        self.leaving.discard(event["frameId"])
        self.loading.discard(event["frameId"])
        self._changed.set()

    def _navigated(self, event: Mapping[str, Any]) -> None:
        self.leaving.discard(event["frame"]["id"])
        self._changed.set()


class Windows:
    """Windows that a user has entered, the current one last."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._entered: list[Page] = []
        self._visited: set[Page] = set()
        self._trackers: dict[Page, NavigationTracker] = {}
        self._crashed: set[Page] = set()

    @property
    def current(self) -> Page:
        return self._entered[-1]

    @property
    def tracker(self) -> NavigationTracker | None:
        """Return the navigation tracker of the current window; None when entering it failed."""
        return self._trackers.get(self.current)

    def is_usable(self) -> bool:
        return bool(self._entered) and not self.current.is_closed() and not self.has_crashed()

    def has_crashed(self) -> bool:
        return self.current in self._crashed

    def note_crash(self, page: Page) -> None:
        self._crashed.add(page)

    async def open(self) -> Page:
        """Open a new window and make it the current one."""
        page = await self._context.new_page()
        await self.enter(page)
        return page

    async def enter(self, page: Page) -> None:
        """Make a window the current one, and track its navigations."""
        self._entered.append(page)
        self._visited.add(page)
        if page not in self._trackers:
            with suppress(Error):
                await page.wait_for_load_state("domcontentloaded", timeout=5000)
            self._trackers[page] = await NavigationTracker.watch(page)

    def usable(self) -> list[Page]:
        """Return the windows whose pages answer, entered or not."""
        return [page for page in self._context.pages if not page.is_closed() and page not in self._crashed]

    def unvisited(self) -> Page | None:
        """Return a window that was opened and not yet entered."""
        pages = self._context.pages
        return next((page for page in pages if page not in self._visited and not page.is_closed()), None)

    def is_only_one(self) -> bool:
        return len([page for page in self._entered if not page.is_closed()]) < 2

    async def close_current(self) -> None:
        """Close the current window and go back to the one before it."""
        await self._entered.pop().close()
        while self.current.is_closed():
            self._entered.pop()
        await self.current.bring_to_front()


async def run_now(page: Page, script: str) -> None:
    """Run a script in the page's own world, whatever the page's security policy; a page that was closed meanwhile is
    left alone."""
    try:
        session = await page.context.new_cdp_session(page)
        await session.send("Page.enable")
        await session.send(*page_script(script))
        await session.detach()
    except Error:
        if not page.is_closed():
            raise


def recorded_console(context: BrowserContext) -> ConsoleMessages:
    """Return the messages of `context`, collected from now on. Once they are full, the browser sends no more."""

    def message(each: ConsoleMessage) -> None:
        place = each.location
        messages.add(each.type, each.text, f"{place['url']}:{place['lineNumber'] + 1}" if place["url"] else "")

    def error(each: WebError) -> None:
        messages.add("uncaught", each.error.stack or each.error.message)

    def end() -> None:
        context.remove_listener("console", message)
        context.remove_listener("weberror", error)

    messages = ConsoleMessages(end)
    context.on("console", message)
    context.on("weberror", error)
    return messages


MAX_EXCHANGES = 500
"""Exchanges recorded of one user's pages; a page may ask without end."""

MAX_ADDRESS_CHARS = 300


class ExchangeRecorder:
    """Records the requests of a context that were answered or failed; when there are too many, recording ends."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._waiting: list[Exchange] = []
        self._count = 0
        context.on("response", self._answered)
        context.on("requestfailed", self._failed)

    def take(self) -> tuple[Exchange, ...]:
        """Return the exchanges since the last call."""
        taken, self._waiting = self._waiting, []
        return tuple(taken)

    def _answered(self, response: Response) -> None:
        self._add(response.request, response.status)

    def _failed(self, request: Request) -> None:
        self._add(request, 0, (request.failure or "")[:MAX_ADDRESS_CHARS])

    def _add(self, request: Request, status: int, problem: str = "") -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("http", "https"):
            return
        own = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        address = own if parts.hostname == "localhost" else request.url
        self._waiting.append(
            Exchange(request.method, address[:MAX_ADDRESS_CHARS], status, request.resource_type, problem)
        )
        self._count += 1
        if self._count >= MAX_EXCHANGES:
            self._context.remove_listener("response", self._answered)
            self._context.remove_listener("requestfailed", self._failed)


class DialogResponder:
    """Answers dialogs with the result of `decide`; after too many in one call, it calls `give_up` and leaves the
    dialog open."""

    def __init__(self, give_up: Callable[[], None]) -> None:
        self.decide: DialogHandler = lambda kind, message: DialogAnswer(accept=False)
        self.flooded = ""
        """Reason for which the current call was given up."""
        self._give_up = give_up
        self._count = 0

    def begin_call(self) -> None:
        self._count = 0

    async def answer(self, dialog: Dialog) -> None:
        self._count += 1
        message = dialog.message[:MAX_MESSAGE_CHARS]
        if self._count > MAX_DIALOGS:
            self.flooded = f"the page opened more than {MAX_DIALOGS} dialogs, the last: {message[:100]!r}"
            self._give_up()
            return  # left open, so that the page is blocked until it is closed
        answer = self.decide(dialog.type, message)
        with suppress(Error):  # the page was closed with its dialog
            if not answer.accept:
                await dialog.dismiss()
            elif answer.typing is None or dialog.type != "prompt":
                await dialog.accept()
            else:
                await dialog.accept(answer.typing)


POLL_SECONDS = 0.05


class DownloadRecorder:
    """Records the downloads of a context; `files` is the folder that the browser saves to."""

    def __init__(self, files: Path) -> None:
        self.begun: list[Download] = []
        self.overflowed = False
        self._files = files
        self._ready: dict[int, Path] = {}

    def finished(self, number: int) -> tuple[str, Path] | None:
        path = self._ready.get(number)
        return None if path is None else (self.begun[number].suggested_filename, path)

    async def save(self, download: Download) -> None:
        number = len(self.begun)
        self.begun.append(download)
        path = asyncio.ensure_future(download.path())
        while not path.done():
            if self.overflowed or size_of(self._files) > MAX_DOWNLOAD_BYTES:
                self.overflowed = True
                with suppress(Error):
                    await download.cancel()
            # No event reports the number of bytes received.
            await asyncio.wait({path}, timeout=POLL_SECONDS)
        with suppress(Error):  # cancelled, or aborted by the site: then it never completes
            self._ready[number] = Path(path.result())
