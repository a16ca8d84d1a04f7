"""Console messages and downloads of a Selenium driver."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from selenium.webdriver import Chrome
from selenium.webdriver.remote.remote_connection import RemoteConnection

from simulators.browser.chromium.browser_files import size_of
from simulators.browser.engines.interface import END, MAX_DOWNLOAD_BYTES, ConsoleMessages
from simulators.data_files import DataLimits, parse_json

SECONDS = 3.0
MAX_BYTES = 4 << 20
LEVELS = {"SEVERE": "error", "WARNING": "warning", "INFO": "log", "DEBUG": "debug"}
"""Names of chromedriver's levels by those of a console."""


class BrowserLog:
    """Log of one driver's browser; the driver must not execute a command meanwhile."""

    def __init__(self, driver: Chrome) -> None:
        assert isinstance(driver.command_executor, RemoteConnection)
        self._server = urlsplit(driver.command_executor.client_config.remote_server_addr)
        self._path = f"/session/{driver.session_id}/se/log"
        self._messages = ConsoleMessages(self._stop)
        self._is_open = True

    def take(self) -> tuple[str, ...]:
        """Return the messages since the last call; none when the browser has ended or does not answer."""
        if not self._is_open:
            return ()
        answer = self._answer()
        if answer is None:
            self._stop()
            return (END,)
        for entry in answer:
            kind = "uncaught" if entry.get("source") == "javascript" else LEVELS.get(str(entry.get("level")), "log")
            self._messages.add(kind, str(entry.get("message")))
        return self._messages.take()

    def _stop(self) -> None:
        self._is_open = False

    def _answer(self) -> list[dict[str, object]] | None:
        """Return the entries of the log; None when they cannot be read, or are too long."""
        connection = http.client.HTTPConnection(self._server.hostname or "", self._server.port, timeout=SECONDS)
        try:
            connection.request(
                "POST", self._path, json.dumps({"type": "browser"}), {"Content-Type": "application/json"}
            )
            content = connection.getresponse().read(MAX_BYTES + 1)
            found = parse_json(content, "log", DataLimits(MAX_BYTES))["value"]
        except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
            return None
        finally:
            connection.close()
        return found if isinstance(found, list) else None


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
