"""Commands to a Selenium driver, with time limits, answers to dialogs, translated exceptions and keys; its console
messages and downloads."""

from __future__ import annotations

import http.client
import json
import re
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from selenium.common.exceptions import (
    InvalidArgumentException,
    InvalidSessionIdException,
    NoAlertPresentException,
    NoSuchFrameException,
    NoSuchWindowException,
    StaleElementReferenceException,
    TimeoutException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.remote_connection import RemoteConnection
from urllib3.exceptions import HTTPError, ReadTimeoutError

from simulators.browser.chromium.browser_files import size_of
from simulators.browser.engines.interface import (
    END,
    MAX_DIALOGS,
    MAX_DOWNLOAD_BYTES,
    MAX_MESSAGE_CHARS,
    ConsoleMessages,
    DialogAnswer,
    DialogHandler,
    LimitExceeded,
    NoAnswer,
    PageChanged,
    PageLost,
    ScriptFailed,
)
from simulators.browser.engines.isolated_world import protocol_failure
from simulators.data_files import DataLimits, parse_json
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree

INSPECTOR_ERROR = re.compile(r"(?:unhandled inspector error|unknown error): (\{.*\})", re.DOTALL)
"""Form of chromedriver's messages for protocol commands that the browser refused."""

NO_CONTEXT = "\nfrom no such execution context"
"""End of chromedriver's timeout messages for a script whose context no longer exists."""

CRASHED = ("tab crashed", "unknown error: tab crashed", "unknown error: session deleted because of page crash")
DISCONNECTED = ("disconnected", "unknown error: disconnected", "not connected to DevTools", "target frame detached")
NAVIGATED = ("aborted by navigation", "unknown error: aborted by navigation", "unknown error: target detached")
"""Beginnings of chromedriver's own messages, for which WebDriver has no error codes; none carries text of a page."""


def translated(error: Exception, timeout: float) -> Exception:
    """Return the engine's exception for one of Selenium, its connection, or the operating system."""
    reason = reason_of(error)
    if isinstance(error, StaleElementReferenceException):
        return PageChanged(reason)
    if isinstance(error, NoSuchFrameException | NoSuchWindowException):
        return PageLost("the window or frame was closed")
    if isinstance(error, TimeoutException) and NO_CONTEXT in str(error.msg):
        return PageChanged("the page changed while it was read")
    if isinstance(error, TimeoutException):
        return NoAnswer(f"the page did not answer within {timeout:.3g} seconds")
    if reason.startswith(CRASHED):
        return PageLost("the page crashed")
    if isinstance(error, InvalidSessionIdException | HTTPError | OSError) or reason.startswith(DISCONNECTED):
        return InfrastructureError(f"the browser died: {reason}", FailureKind.BROWSER_LOST)
    refused = _refusal(error)
    if refused:
        return protocol_failure(refused)
    return PageChanged(reason) if reason.startswith(NAVIGATED) else ScriptFailed(reason)


def reason_of(error: Exception) -> str:
    """Return the first line of the message."""
    return (getattr(error, "msg", None) or str(error)).split("\n")[0][:500]


def _refusal(error: Exception) -> str:
    """Return the browser's message for a refused command of its protocol; empty for any other error."""
    if isinstance(error, InvalidArgumentException):
        return reason_of(error).removeprefix("invalid argument: ")
    found = INSPECTOR_ERROR.search(reason_of(error)) if isinstance(error, WebDriverException) else None
    if found is None:
        return ""
    try:
        return str(json.loads(found[1]).get("message", ""))
    except ValueError:
        return ""


SELENIUM_KEYS = {
    name: getattr(Keys, selenium)
    for name, selenium in {
        **{f"F{number}": f"F{number}" for number in range(1, 13)},
        **{key: key.upper() for key in ("Enter", "Tab", "Escape", "Delete", "Insert", "Home", "End", "Space")},
        **{key: key.upper() for key in ("Control", "Shift", "Alt", "Meta", "Backspace")},
        "PageUp": "PAGE_UP",
        "PageDown": "PAGE_DOWN",
        **{f"Arrow{way}": f"ARROW_{way.upper()}" for way in ("Up", "Down", "Left", "Right")},
    }.items()
}


def has_key(character: str) -> bool:
    """Return True for characters that chromedriver can type: the basic plane without the private use area."""
    return character == "\n" or (" " <= character < "\ue000")


T = TypeVar("T")


class Commands:
    """Runs actions of a driver one at a time; `pid` is chromedriver's process."""

    def __init__(self, driver: Chrome, pid: int) -> None:
        self.decide: DialogHandler = lambda kind, message: DialogAnswer(accept=False)
        self._driver = driver
        assert isinstance(driver.command_executor, RemoteConnection)
        self._connection = driver.command_executor
        self._pid = pid
        self._ended = ""

    def run(self, action: Callable[[], T], timeout: float, again: bool = True) -> T:
        """Return the result of `action`, repeated when a dialog prevented it (not `again`: None then)."""
        for _ in range(MAX_DIALOGS):
            self.check_alive()
            self._connection.client_config.timeout = timeout + 0.5
            try:
                return action()
            except UnexpectedAlertPresentException:
                self._answer()
                if not again:
                    return None  # type: ignore[return-value]  # an input, which gives nothing
            except (WebDriverException, HTTPError, OSError) as error:
                raise self._translated(error, timeout) from error
        self.end_browser(f"the page opened more than {MAX_DIALOGS} dialogs")
        raise LimitExceeded(self._ended)

    def protocol(self, method: str, parameters: Mapping[str, object], timeout: float) -> Mapping[str, Any]:
        """Return the answer to a command of Chromium's own protocol."""
        answer: Mapping[str, Any] | None = self.run(
            lambda: self._driver.execute_cdp_cmd(method, dict(parameters)), timeout
        )
        if answer is None:
            raise PageChanged("a dialog opened before the browser answered")
        return answer

    def check_alive(self) -> None:
        """Raise `LimitExceeded` when the browser was ended because of what its page did."""
        if self._ended:
            raise LimitExceeded(self._ended)

    def end_browser(self, reason: str) -> None:
        """End a browser that its page has made unusable."""
        self._ended = reason
        kill_and_wait(process_tree(self._pid))

    def _translated(self, error: Exception, timeout: float) -> Exception:
        if self._ended:
            return LimitExceeded(self._ended)
        if isinstance(error, ReadTimeoutError):  # chromedriver is stuck with the page
            self.end_browser(f"the page did not answer within {timeout:.3g} seconds")
            return NoAnswer(self._ended)
        return translated(error, timeout)

    def _answer(self) -> None:
        alert = self._driver.switch_to.alert
        with suppress(NoAlertPresentException, UnexpectedAlertPresentException):
            answer = self.decide(self._kind_of_dialog(), alert.text[:MAX_MESSAGE_CHARS])
            if not answer.accept:
                alert.dismiss()
                return
            if answer.typing is not None:
                with suppress(WebDriverException):  # an alert takes no text
                    alert.send_keys(answer.typing)
            alert.accept()

    def _kind_of_dialog(self) -> str:
        kind = "alert"
        for entry in self._driver.get_log("performance"):  # type: ignore[no-untyped-call]
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Page.javascriptDialogOpening":
                kind = message["params"]["type"]
        return kind


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
