"""Console messages and uncaught errors of the pages of a Selenium driver, from chromedriver's log of the browser.

Selenium reads an answer as a whole, and a page may write gigabytes. The log is therefore requested with a separate
connection, of which a bounded part is read; a longer answer ends the collection.
"""

from __future__ import annotations

import http.client
import json
from urllib.parse import urlsplit

from selenium.webdriver import Chrome
from selenium.webdriver.remote.remote_connection import RemoteConnection

from simulators.browser.engines.console_messages import END, ConsoleMessages
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
