"""Downloads of a Playwright context, cancelled when they grow too large."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from playwright.async_api import Download, Error

from simulators.browser.chromium.downloads import size_of
from simulators.browser.engines.interface import MAX_DOWNLOAD_BYTES

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
