"""A browser driven by Playwright."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import BrowserContext, Dialog, ElementHandle, Error, Frame, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from simulators.browser.chromium.page_scripts import CLEAR_CLIPBOARD
from simulators.browser.engines.interface import (
    LARGEST_DOWNLOADS,
    MOST_DIALOGS,
    NEXT_TASK,
    DialogAnswer,
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
from simulators.browser.engines.playwright.downloads import DownloadRecorder
from simulators.browser.engines.playwright.navigation import NavigationTracker
from simulators.browser.engines.playwright.process import PlaywrightProcess
from simulators.errors import InfrastructureError

T = TypeVar("T")
LONGEST_TYPED = 400
"""Characters typed key by key; the rest of a long text comes in one piece, as if pasted."""


class PlaywrightEngine:
    """One context with its windows; every method may be called from any thread, one at a time."""

    def __init__(self, node: PlaywrightProcess, context: BrowserContext, files: Path) -> None:
        self.decide: DialogHandler = lambda kind, message: DialogAnswer(accept=False)
        self._node = node
        self._context = context
        self._saving = DownloadRecorder(files)
        self._windows: list[Page] = []
        self._visited: set[Page] = set()
        self._traffic: dict[Page, NavigationTracker] = {}
        self._crashed: set[Page] = set()
        self._frames: list[Frame] = []
        self._dialogs = 0
        self._call: asyncio.Task[Any] | None = None
        self._flooded = ""
        context.on("page", self._opened)

    async def begin(self) -> None:
        """Open the first window, and forget what the last person left on the browser's one clipboard."""
        self._windows.append(page := await self._context.new_page())
        await page.evaluate(CLEAR_CLIPBOARD)
        await self._visit(page)

    def goto(self, url: str, times: LoadTimeouts) -> None:
        self._frames.clear()
        self._run(self._goto(url, times), times.answer + times.load + 1)

    async def _goto(self, url: str, times: LoadTimeouts) -> None:
        if not self._windows or self._windows[-1].is_closed() or self._windows[-1] in self._crashed:
            self._windows.append(await self._context.new_page())
            await self._visit(self._page)
        try:
            await self._page.goto(url, wait_until="commit", timeout=times.answer * 1000)
        except Error as error:
            await self._arrive(times)  # the browser's own page that tells of the failure
            if "ERR_ABORTED" not in str(error):  # a download, or a script went elsewhere at once
                raise
        await self._arrive(times)

    def reload(self, times: LoadTimeouts) -> None:
        self._frames.clear()
        self._run(self._reload(times), times.answer + times.load + 1)

    async def _reload(self, times: LoadTimeouts) -> None:
        await self._page.reload(wait_until="commit", timeout=times.answer * 1000)
        await self._arrive(times)

    def back(self, times: LoadTimeouts) -> None:
        self._frames.clear()
        self._run(self._back(times), times.answer + times.load + 1)

    async def _back(self, times: LoadTimeouts) -> None:
        await self._page.go_back(wait_until="commit", timeout=times.answer * 1000)
        await self._arrive(times)

    def settle(self, times: LoadTimeouts) -> None:
        if not self._page.is_closed():
            self._run(self._settle(times), times.answer + times.load + 1)

    async def _settle(self, times: LoadTimeouts) -> None:
        # Whatever the action began has told the traffic by the time a task queued now has run. The page
        # may go away under the question: then the answer is plain.
        with suppress(Error):
            await asyncio.wait_for(self._frame.evaluate(NEXT_TASK), times.answer)
        await self._arrive(times)

    async def _arrive(self, times: LoadTimeouts) -> None:
        traffic = self._traffic.get(self._page)
        if traffic is None or self._page.is_closed():
            return
        await asyncio.wait_for(traffic.arrive(), times.answer)
        with suppress(TimeoutError):  # a page that never gets its last picture can be used all the same
            await asyncio.wait_for(traffic.loaded(), times.load)

    def evaluate(self, script: str, argument: object, timeout: float) -> Any:
        return self._run(self._frame.evaluate(script, argument), timeout)

    def hover(self, at: Point, timeout: float) -> None:
        self._run(self._mouse(at, 0), timeout)

    def click(self, at: Point, count: int, timeout: float) -> None:
        self._run(self._mouse(at, count), timeout)

    async def _mouse(self, at: Point, count: int) -> None:
        offset = await self._offset()
        x, y = at.x + offset.x, at.y + offset.y
        if count:
            await self._page.mouse.click(x, y, click_count=count)
        else:
            await self._page.mouse.move(x, y)

    async def _offset(self) -> Point:
        """Where the current frame's content begins, in the window's viewport."""
        if not self._frames:
            return Point(0, 0)
        element = await self._frame.frame_element()
        box = await element.bounding_box()
        if box is None:
            raise PageChanged("the frame is no longer visible")
        left, top = await element.evaluate("(frame) => [frame.clientLeft, frame.clientTop]")
        return Point(box["x"] + left, box["y"] + top)

    def type(self, text: str, timeout: float) -> None:
        self._run(self._type(text), timeout)

    async def _type(self, text: str) -> None:
        await self._page.keyboard.type(text[:LONGEST_TYPED])
        if len(text) > LONGEST_TYPED:
            await self._page.keyboard.insert_text(text[LONGEST_TYPED:])

    def press(self, chord: tuple[str, ...], timeout: float) -> None:
        self._run(self._page.keyboard.press("+".join(chord)), timeout)

    def put_file(self, script: str, argument: object, path: Path, timeout: float) -> None:
        async def put() -> None:
            await (await self._element(script, argument)).set_input_files(path)

        self._run(put(), timeout)

    def picture_of(self, script: str, argument: object, timeout: float) -> bytes:
        async def take() -> bytes:
            return await (await self._element(script, argument)).screenshot(timeout=timeout * 1000)

        return self._run(take(), timeout + 1)

    def enter_frame(self, script: str, argument: object, timeout: float) -> None:
        async def enter() -> Frame:
            frame = await (await self._element(script, argument)).content_frame()
            if frame is None:
                raise PageChanged("the frame has no content")
            await frame.wait_for_load_state("domcontentloaded", timeout=timeout * 1000)
            return frame

        self._frames.append(self._run(enter(), timeout + 1))

    async def _element(self, script: str, argument: object) -> ElementHandle:
        found = (await self._frame.evaluate_handle(script, argument)).as_element()
        if found is None:
            raise PageChanged("the element is no longer there")
        return found

    def leave_frame(self, timeout: float) -> None:
        if self._frames:
            self._frames.pop()

    def address(self, timeout: float) -> str:
        return self._page.url

    def next_window(self, timeout: float) -> bool:
        fresh = [page for page in self._context.pages if page not in self._visited and not page.is_closed()]
        if not fresh:
            return False
        self._frames.clear()
        self._windows.append(fresh[0])
        self._run(self._visit(fresh[0]), timeout)
        return True

    def close_window(self, timeout: float) -> bool:
        if len([page for page in self._windows if not page.is_closed()]) < 2:
            return False
        self._frames.clear()
        page = self._windows.pop()
        self._run(page.close(), timeout)
        while self._windows[-1].is_closed():
            self._windows.pop()
        self._run(self._page.bring_to_front(), timeout)
        return True

    def downloads(self) -> int:
        return len(self._saving.begun)

    def finished(self, number: int, timeout: float) -> tuple[str, Path] | None:
        if self._saving.overflowed:
            raise LimitExceeded(f"the page sends more than {LARGEST_DOWNLOADS >> 20} MiB of downloads")
        return self._saving.finished(number)

    def screenshot(self) -> bytes | None:
        if self._page.is_closed():
            return None
        try:
            return self._run(self._page.screenshot(timeout=3000), 4.0)
        except (EngineError, InfrastructureError):
            return None  # by contract: a broken page has no picture

    def close(self) -> None:
        """Close all windows and forget cookies and storage; a context that hangs dies with its browser."""
        with suppress(EngineError, InfrastructureError):
            self._run(self._context.close(), 10.0)

    @property
    def _page(self) -> Page:
        return self._windows[-1]

    @property
    def _frame(self) -> Frame:
        return self._frames[-1] if self._frames else self._page.main_frame

    def _opened(self, page: Page) -> None:
        page.on("dialog", self._answer)
        page.on("crash", self._note_crash)
        page.on("download", self._saving.save)

    def _note_crash(self, page: Page) -> None:
        self._crashed.add(page)

    async def _visit(self, page: Page) -> None:
        self._visited.add(page)
        if page not in self._traffic:
            with suppress(Error):
                await page.wait_for_load_state("domcontentloaded", timeout=5000)
            self._traffic[page] = await NavigationTracker.watch(page)

    async def _answer(self, dialog: Dialog) -> None:
        self._dialogs += 1
        if self._dialogs > MOST_DIALOGS:
            self._flooded = f"the page opened more than {MOST_DIALOGS} dialogs, the last: {dialog.message[:100]!r}"
            if self._call is not None:
                self._call.cancel()
            return  # left open, so that the page stands still until it is closed
        answer = self.decide(dialog.type, dialog.message)
        with suppress(Error):  # the page went away with its dialog
            if not answer.accept:
                await dialog.dismiss()
            elif answer.typing is None or dialog.type != "prompt":
                await dialog.accept()
            else:
                await dialog.accept(answer.typing)

    def _run(self, action: Coroutine[Any, Any, T], timeout: float) -> T:
        if self._page in self._crashed:
            action.close()
            raise PageLost("the page crashed")
        self._dialogs = 0
        try:
            return self._node.run(self._watched(action), timeout)
        except PlaywrightTimeout as error:
            raise NoAnswer(f"the page did not answer within {timeout:.3g} seconds") from error
        except Error as error:
            raise self._translated(error) from error

    async def _watched(self, action: Coroutine[Any, Any, T]) -> T:
        """`action`, given up when the page floods its user with dialogs."""
        self._call = call = asyncio.ensure_future(action)
        try:
            return await call
        except asyncio.CancelledError:
            if not self._flooded:
                raise
            reason, self._flooded = self._flooded, ""
            self._page_lost()
            raise LimitExceeded(reason) from None
        finally:
            self._call = None

    def _page_lost(self) -> None:
        """Nothing can be done with this page: close it without asking it, in the background."""
        self._crashed.add(self._page)
        self._closing = asyncio.ensure_future(self._page.close())
        self._closing.add_done_callback(lambda task: task.cancelled() or task.exception())

    def _translated(self, error: Error) -> Exception:
        reason = str(error).split("\nCall log")[0].removeprefix("Page.").strip()
        browser = self._context.browser
        if browser is None or not browser.is_connected():
            return InfrastructureError(f"the browser died: {reason}")
        if self._page in self._crashed or "crashed" in reason:
            return PageLost("the page crashed")
        if self._page.is_closed():
            return PageLost("the window was closed")
        if "has been closed" in reason:  # with everything else: that it is gone is about to be told
            return InfrastructureError(f"the browser died: {reason}")
        if "context was destroyed" in reason or "detached" in reason or "Cannot find context" in reason:
            return PageChanged(reason) if not (self._frames and self._frame.is_detached()) else PageLost(reason)
        return ScriptFailed(reason[:500])
