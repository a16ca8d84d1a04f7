"""Browser engine on Playwright."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from playwright._impl._errors import TargetClosedError
from playwright.async_api import BrowserContext, Error, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from simulators.browser.chromium.launch import CLEAR_CLIPBOARD
from simulators.browser.engines.interface import (
    DRAG_STEPS,
    MAX_DOWNLOAD_BYTES,
    MAX_TYPED_CHARS,
    ConsoleMessages,
    DialogHandler,
    EngineError,
    LimitExceeded,
    LoadTimeouts,
    NoAnswer,
    PageChanged,
    PageLost,
    Point,
    ScriptFailed,
)
from simulators.browser.engines.isolated_world import IsolatedWorld, WorldEngine
from simulators.browser.engines.playwright.process import (
    PlaywrightProcess,
    is_protocol_error,
    reason_of,
    refused_command,
)
from simulators.browser.engines.playwright.windows import (
    DialogResponder,
    DownloadRecorder,
    ExchangeRecorder,
    Windows,
    recorded_console,
    run_now,
)
from simulators.errors import InfrastructureError
from simulators.evidence import Area, Exchange
from simulators.failures import FailureKind

T = TypeVar("T")

MAX_PICTURE_SECONDS = 3.0
"""Seconds that a picture of an area may take."""


class PlaywrightEngine(WorldEngine):
    """One browser context with its windows; every method may be called from any thread, one at a time."""

    def __init__(self, node: PlaywrightProcess, context: BrowserContext, files: Path, library: str) -> None:
        self._node = node
        self._context = context
        self._library = library
        self._recorder = DownloadRecorder(files)
        self._dialogs = DialogResponder(self._cancel_call)
        self._windows = Windows(context)
        self._worlds: dict[Page, IsolatedWorld] = {}
        self._call: asyncio.Task[Any] | None = None
        self._console: ConsoleMessages = recorded_console(context)
        self._exchanges = ExchangeRecorder(context)
        context.on("page", self._opened)

    async def begin(self) -> None:
        """Open the first window, and empty the clipboard, which all contexts of the browser share."""
        page = await self._windows.open()
        await page.evaluate(CLEAR_CLIPBOARD)

    @property
    def decide(self) -> DialogHandler:
        return self._dialogs.decide

    @decide.setter
    def decide(self, decide: DialogHandler) -> None:
        self._dialogs.decide = decide

    def goto(self, url: str, times: LoadTimeouts) -> None:
        if not self._windows.is_usable():
            self._node_run(self._windows.open(), times.answer)
        self._world.frames.clear()
        self._run(self._goto(url, times), times.answer + times.load + 1)

    async def _goto(self, url: str, times: LoadTimeouts) -> None:
        try:
            await self._page.goto(url, wait_until="commit", timeout=times.answer * 1000)
        except PlaywrightTimeout:
            raise
        except Error as error:
            await self._arrive(times)  # the browser's own page that reports the failure
            if "ERR_ABORTED" not in str(error):  # a download, or a script went elsewhere at once
                raise
        await self._arrive(times)

    def reload(self, times: LoadTimeouts) -> None:
        self._load(self._page.reload(wait_until="commit", timeout=times.answer * 1000), times)

    def back(self, times: LoadTimeouts) -> None:
        self._load(self._page.go_back(wait_until="commit", timeout=times.answer * 1000), times)

    def _load(self, action: Coroutine[Any, Any, object], times: LoadTimeouts) -> None:
        async def load() -> None:
            await action
            await self._arrive(times)

        self._world.frames.clear()
        self._run(load(), times.answer + times.load + 1)

    def settle(self, times: LoadTimeouts) -> None:
        if self._page.is_closed():
            return
        # Once a task queued now has run, the tracker knows all navigations that the action started. The page may be
        # left meanwhile; then no answer is needed.
        with suppress(PageChanged, PageLost, ScriptFailed):
            self.ask("nextTask", None, times.answer)
        self._run(self._arrive(times), times.answer + times.load + 1)

    async def _arrive(self, times: LoadTimeouts) -> None:
        tracker = self._windows.tracker
        if tracker is None or self._page.is_closed():
            return
        await asyncio.wait_for(tracker.arrive(), times.answer)
        with suppress(TimeoutError):  # a page whose last picture never arrives is usable nevertheless
            await asyncio.wait_for(tracker.loaded(), times.load)

    def hover(self, at: Point, timeout: float) -> None:
        place = self._in_window(at, timeout)
        self._run(self._page.mouse.move(place.x, place.y), timeout)

    def click(self, at: Point, count: int, timeout: float) -> None:
        place = self._in_window(at, timeout)
        self._run(self._page.mouse.click(place.x, place.y, click_count=count), timeout)

    def drag(self, start: Point, end: Point, timeout: float) -> None:
        begin, stop = self._in_window(start, timeout), self._in_window(end, timeout)

        async def drag() -> None:
            mouse = self._page.mouse
            await mouse.move(begin.x, begin.y)
            await mouse.down()
            await mouse.move(stop.x, stop.y, steps=DRAG_STEPS)
            await mouse.up()

        self._run(drag(), timeout)

    def type(self, text: str, timeout: float) -> None:
        async def type_keys() -> None:
            await self._page.keyboard.type(text[:MAX_TYPED_CHARS])
            if len(text) > MAX_TYPED_CHARS:
                await self._page.keyboard.insert_text(text[MAX_TYPED_CHARS:])

        self._run(type_keys(), timeout)

    def press(self, chord: tuple[str, ...], timeout: float) -> None:
        self._run(self._page.keyboard.press("+".join(chord)), timeout)

    def address(self, timeout: float) -> str:
        return self._page.url

    def next_window(self, timeout: float) -> bool:
        fresh = self._windows.unvisited()
        if fresh is None:
            return False
        self._run(self._windows.enter(fresh), timeout)
        return True

    def close_window(self, timeout: float) -> bool:
        if self._windows.is_only_one():
            return False
        self._run(self._windows.close_current(), timeout)
        return True

    def set_clock(self, script: str, timeout: float) -> None:
        self._node_run(self._set_clock(script), timeout)

    async def _set_clock(self, script: str) -> None:
        await self._context.add_init_script(script)
        for page in self._windows.usable():
            await run_now(page, script)

    def downloads(self) -> int:
        return len(self._recorder.begun)

    def finished(self, number: int, timeout: float) -> tuple[str, Path] | None:
        if self._recorder.overflowed:
            raise LimitExceeded(f"the page sends more than {MAX_DOWNLOAD_BYTES >> 20} MiB of downloads")
        return self._recorder.finished(number)

    def pixels(self, area: Area, timeout: float) -> bytes:
        try:
            return super().pixels(area, min(timeout, MAX_PICTURE_SECONDS))
        except NoAnswer as error:  # the browser never answers when another page takes the place meanwhile
            raise PageChanged(str(error)) from error

    def screenshot(self) -> bytes | None:
        if self._page.is_closed():
            return None
        try:
            return self._run(self._page.screenshot(timeout=3000), 4.0)
        except (EngineError, InfrastructureError):
            return None  # by contract: a broken page has no screenshot

    def console(self) -> tuple[str, ...]:
        return self._console.take()

    def exchanges(self) -> tuple[Exchange, ...]:
        return self._exchanges.take()

    def close(self) -> None:
        """Close all windows and delete cookies and storage; a context that hangs ends with its browser."""
        with suppress(EngineError, InfrastructureError):
            self._run(self._context.close(), 10.0)

    @property
    def _page(self) -> Page:
        return self._windows.current

    @property
    def _world(self) -> IsolatedWorld:
        """Return the isolated world of the current window, installed on first use."""
        page = self._page
        if page not in self._worlds:
            world = IsolatedWorld(self._library, self._command)
            world.install(10.0)
            self._worlds[page] = world
        return self._worlds[page]

    def _command(self, method: str, parameters: Mapping[str, object], timeout: float) -> Mapping[str, Any]:
        tracker = self._windows.tracker
        if tracker is None:
            raise PageLost("the window could not be entered")
        return self._run(tracker.session.send(method, dict(parameters)), timeout)

    def _opened(self, page: Page) -> None:
        page.on("dialog", self._dialogs.answer)
        page.on("crash", self._windows.note_crash)
        page.on("download", self._recorder.save)

    def _run(self, action: Coroutine[Any, Any, T], timeout: float) -> T:
        if self._windows.has_crashed():
            action.close()
            raise PageLost("the page crashed")
        return self._node_run(action, timeout)

    def _node_run(self, action: Coroutine[Any, Any, T], timeout: float) -> T:
        self._dialogs.begin_call()
        try:
            return self._node.run(self._watched(action), timeout)
        except PlaywrightTimeout as error:
            raise NoAnswer(f"the page did not answer within {timeout:.3g} seconds") from error
        except Error as error:
            raise self._translated(error) from error

    async def _watched(self, action: Coroutine[Any, Any, T]) -> T:
        """Await `action`; give it up when the page opens too many dialogs."""
        self._call = call = asyncio.ensure_future(action)
        try:
            return await call
        except asyncio.CancelledError:
            if not self._dialogs.flooded:
                raise
            reason, self._dialogs.flooded = self._dialogs.flooded, ""
            self._abandon_page()
            raise LimitExceeded(reason) from None
        finally:
            self._call = None

    def _cancel_call(self) -> None:
        if self._call is not None:
            self._call.cancel()

    def _abandon_page(self) -> None:
        """Close an unusable page in the background, without its unload dialogs."""
        self._windows.note_crash(self._page)
        self._closing = asyncio.ensure_future(self._page.close())
        self._closing.add_done_callback(lambda task: task.cancelled() or task.exception())

    def _translated(self, error: Error) -> Exception:
        """Return the engine's exception for one of Playwright, by the state of browser and window first."""
        reason = reason_of(error)
        browser = self._context.browser
        if browser is None or not browser.is_connected():
            return InfrastructureError(f"the browser died: {reason}", FailureKind.BROWSER_LOST)
        if self._windows.has_crashed() or reason.startswith("Target crashed"):
            return PageLost("the page crashed")
        if self._page.is_closed():
            return PageLost("the window was closed")
        if isinstance(error, TargetClosedError):  # the browser has ended, but its event has not arrived yet
            return InfrastructureError(f"the browser died: {reason}", FailureKind.BROWSER_LOST)
        return refused_command(error) if is_protocol_error(error) else ScriptFailed(reason[:500])
