"""Downloads of a Selenium driver: observed in their folder, and ended when they grow too large."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from simulators.browser.chromium.downloads import size_of
from simulators.browser.engines.interface import LARGEST_DOWNLOADS

SECONDS_BETWEEN_LOOKS = 0.1
UNFINISHED = ".crdownload"


class DownloadFolder:
    """Download folder of the browser; `overflow` is called when it contains too much."""

    def __init__(self, folder: Path, overflow: Callable[[], None]) -> None:
        self._folder = folder
        self._overflow = overflow
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="downloads", daemon=True)
        self._thread.start()

    def begun(self) -> int:
        return len(list(self._folder.iterdir()))

    def finished(self, number: int) -> tuple[str, Path] | None:
        """Return name and path of download `number` once all started downloads are complete."""
        files = sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        complete = [path for path in files if path.suffix != UNFINISHED and not path.name.startswith(".")]
        if len(files) != len(complete) or len(complete) <= number:
            return None
        return complete[number].name, complete[number]

    def close(self) -> None:
        self._done.set()
        self._thread.join(5)

    def _watch(self) -> None:
        while not self._done.wait(SECONDS_BETWEEN_LOOKS):
            if size_of(self._folder) > LARGEST_DOWNLOADS:
                self._overflow()
                return
