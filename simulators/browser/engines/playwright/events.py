"""Console messages, dialogs and downloads of a Playwright context."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import (
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Download,
    Error,
    Request,
    Response,
    WebError,
)

from simulators.browser.chromium.browser_files import size_of
from simulators.browser.engines.console_messages import ConsoleMessages
from simulators.browser.engines.interface import (
    MAX_DIALOGS,
    MAX_DOWNLOAD_BYTES,
    MAX_MESSAGE_CHARS,
    DialogAnswer,
    DialogHandler,
)
from simulators.evidence import Exchange


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
