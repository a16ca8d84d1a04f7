"""Downloads of a Selenium driver: observed in their folder, and ended when they grow too large."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from simulators.browser.chromium.downloads import size_of
from simulators.browser.engines.interface import MAX_DOWNLOAD_BYTES

POLL_SECONDS = 0.1
UNFINISHED = ".crdownload"


class DownloadFolder:
    """Download folder of the browser; `overflow` is called when it contains too much.

    Complete files are moved to folders of their own beside it: the browser replaces files of the same name.
    """

    def __init__(self, folder: Path, overflow: Callable[[], None]) -> None:
        self._folder, self._taken = folder, folder.with_name("taken")
        self._files: list[Path] = []
        self._overflow = overflow
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="downloads", daemon=True)
        self._thread.start()

    def begun(self) -> int:
        left = self._take()
        return len(self._files) + left

    def finished(self, number: int) -> tuple[str, Path] | None:
        """Return name and path of download `number` once all started downloads are complete."""
        if self._take() or len(self._files) <= number:
            return None
        return self._files[number].name, self._files[number]

    def _take(self) -> int:
        """Move all files, the oldest first, unless one is not complete; return the number of those that are left."""
        files = sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        complete = [path for path in files if path.suffix != UNFINISHED and not path.name.startswith(".")]
        if len(complete) < len(files):
            return len(files)
        for path in complete:
            folder = self._taken / str(len(self._files))
            folder.mkdir(parents=True)
            self._files.append(path.rename(folder / path.name))
        return 0

    def close(self) -> None:
        self._done.set()
        self._thread.join(5)

    def _watch(self) -> None:
        while not self._done.wait(POLL_SECONDS):
            if size_of(self._folder) + size_of(self._taken) > MAX_DOWNLOAD_BYTES:
                self._overflow()
                return
