"""Messages to and from Chromium through the two ends of its debugging pipe, and Selenium's exceptions for errors."""

from __future__ import annotations

import itertools
import json
import os
import select
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from selenium.common import exceptions
from selenium.common.exceptions import InvalidSessionIdException, TimeoutException, WebDriverException

Parameters = Mapping[str, object]
Event = Callable[[str, dict[str, Any]], None]
"""Handler of an event: its name and parameters."""

MAX_MESSAGE_BYTES = 64 << 20
"""Maximum bytes of one message; longer ones are dropped."""
CHUNK = 1 << 20


class ProtocolError(Exception):
    """The browser refused a command; the text is its reason."""


class Pipe:
    """Connection to a browser. Commands are numbered; events go to the listeners in the browser's order."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._out, self._in = to_browser, from_browser
        self._can_write, self._can_read = select.poll(), select.poll()
        self._can_write.register(to_browser, select.POLLOUT)
        self._can_read.register(from_browser, select.POLLIN)
        for end in (to_browser, from_browser):
            os.set_blocking(end, False)
        self._numbers = itertools.count(1)
        self._awaited: dict[int, dict[str, Any] | None] = {}
        self._received = bytearray()
        self._is_too_long = False
        self._messages: deque[bytes] = deque()
        self.listeners: dict[str, Event] = {}
        """Listeners by session; the browser itself has the session ``""``."""

    def call(self, method: str, parameters: Parameters | None = None, seconds: float = 60.0) -> dict[str, Any]:
        """Send a command and return its answer; raises the exceptions of `answer`."""
        return self.answer(self.send(method, parameters), seconds) or {}

    def send(self, method: str, parameters: Parameters | None = None, session: str = "") -> int:
        """Send a command without waiting; return the number for `answer`."""
        number = self.tell(method, parameters, session)
        self._awaited[number] = None
        return number

    def tell(self, method: str, parameters: Parameters | None = None, session: str = "") -> int:
        """Send a command whose answer is ignored."""
        number = next(self._numbers)
        said = {"id": number, "method": method, "params": parameters or {}}
        self._write(json.dumps({**said, "sessionId": session} if session else said).encode() + b"\0")
        return number

    def answer(
        self, number: int, seconds: float = 60.0, stop: Callable[[], bool] = lambda: False
    ) -> dict[str, Any] | None:
        """Return the answer to command `number`; None when `stop` returns True first, called after each message.

        Raises `ProtocolError`, `TimeoutException` after `seconds`, `InvalidSessionIdException` without a browser.
        """
        end = time.monotonic() + seconds
        try:
            while (found := self._awaited[number]) is None:
                if stop():
                    return None
                if not self.listen(end - time.monotonic()):
                    raise TimeoutException(f"timeout: the browser did not answer within {seconds:g} s")
        finally:
            del self._awaited[number]
        if "error" in found:
            raise ProtocolError(str(found["error"].get("message", "")))
        result: dict[str, Any] = found.get("result", {})
        return result

    def forget(self) -> None:
        """Remove all listeners and expected answers, and read the messages that have arrived."""
        self.listeners.clear()
        self._awaited.clear()
        self.catch_up()

    def catch_up(self) -> None:
        """Handle all messages that have arrived."""
        while self.listen(0.0):
            pass

    def listen(self, seconds: float) -> bool:
        """Handle the next message, waiting for it at most `seconds`; return False when there is none.

        Raises `WebDriverException` for one that is too long, `InvalidSessionIdException` when the browser has ended.
        """
        if not self._messages and not self._read(seconds):
            return False
        said = self._messages.popleft()
        if not said:
            raise WebDriverException(f"unknown error: the page answers with more than {MAX_MESSAGE_BYTES >> 20} MB")
        message = json.loads(said)
        if "id" not in message:
            listener = self.listeners.get(message.get("sessionId", ""))
            if listener is not None:
                listener(message["method"], message.get("params", {}))
        elif message["id"] in self._awaited:
            self._awaited[message["id"]] = message
        return True

    def _read(self, seconds: float) -> bool:
        latest = time.monotonic() + seconds
        while not self._messages:
            if not _ready(self._can_read, latest - time.monotonic()):
                return False
            part = os.read(self._in, CHUNK)
            if not part:
                raise _gone()
            *ends, rest = part.split(b"\0")
            for end_of_message in ends:
                self._messages.append(self._whole(end_of_message))
            self._keep(rest)
        return True

    def _whole(self, rest: bytes) -> bytes:
        """Return the message that `rest` completes; empty for one that was too long."""
        self._keep(rest)
        said = b"" if self._is_too_long else bytes(self._received)
        self._received, self._is_too_long = bytearray(), False
        return said

    def _keep(self, part: bytes) -> None:
        if not self._is_too_long:
            self._received += part
        if len(self._received) > MAX_MESSAGE_BYTES:
            self._received, self._is_too_long = bytearray(), True

    def _write(self, content: bytes) -> None:
        left = memoryview(content)
        try:
            while left:
                if not _ready(self._can_write, 60.0):
                    raise TimeoutException("timeout: the browser takes no commands any more")
                left = left[os.write(self._out, left) :]
        except BrokenPipeError:
            raise _gone() from None


def _ready(end: select.poll, seconds: float) -> bool:
    return bool(end.poll(max(0.0, seconds) * 1000))


def _gone() -> InvalidSessionIdException:
    return InvalidSessionIdException("invalid session id: the browser is gone")


BY_CODE: dict[str, type[WebDriverException]] = {
    "element click intercepted": exceptions.ElementClickInterceptedException,
    "element not interactable": exceptions.ElementNotInteractableException,
    "invalid argument": exceptions.InvalidArgumentException,
    "invalid element state": exceptions.InvalidElementStateException,
    "invalid session id": exceptions.InvalidSessionIdException,
    "invalid selector": exceptions.InvalidSelectorException,
    "javascript error": exceptions.JavascriptException,
    "move target out of bounds": exceptions.MoveTargetOutOfBoundsException,
    "no such alert": exceptions.NoAlertPresentException,
    "no such cookie": exceptions.NoSuchCookieException,
    "no such element": exceptions.NoSuchElementException,
    "no such frame": exceptions.NoSuchFrameException,
    "no such shadow root": exceptions.NoSuchShadowRootException,
    "no such window": exceptions.NoSuchWindowException,
    "stale element reference": exceptions.StaleElementReferenceException,
    "timeout": exceptions.TimeoutException,
    "unknown command": exceptions.UnknownMethodException,
}
"""Error codes that can occur here (W3C WebDriver, section 6.6)."""

CRASHED = "invalid session id: session deleted because of page crash"
"""Message of chromedriver for a crashed page."""

STALE = "stale element reference: the element is no longer on the page"


def error_of(words: str) -> WebDriverException:
    """Return the exception for ``code: message`` with a code of W3C; without a known code an unknown error."""
    if words.startswith("Target crashed"):  # Chromium's answer to commands pending in a crashed page
        words = CRASHED
    code = words.partition(":")[0]
    if code in BY_CODE:
        return BY_CODE[code](words)
    return WebDriverException(f"unknown error: {words}")
