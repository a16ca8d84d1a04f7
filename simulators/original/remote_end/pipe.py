"""Messages to Chromium and from it, through the two ends of its debugging pipe."""

from __future__ import annotations

import itertools
import json
import os
import select
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from selenium.common.exceptions import InvalidSessionIdException, TimeoutException

Parameters = Mapping[str, object]
Event = Callable[[str, dict[str, Any]], None]
"""Told the name and the parameters of what happened."""

LONGEST_MESSAGE = 256 << 20
"""Bytes of one message: a page that makes the browser say more has broken it."""
CHUNK = 1 << 20


class Refused(Exception):
    """The browser says that a command cannot be done; the text is its reason."""


class Pipe:
    """A conversation. Commands are numbered; what happens meanwhile is told to who listens, in the browser's order."""

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
        self._messages: deque[bytes] = deque()
        self.listeners: dict[str, Event] = {}
        """By session; the browser itself has the session ``""``."""

    def call(
        self,
        method: str,
        parameters: Parameters | None = None,
        session: str = "",
        seconds: float = 60.0,
        stop: Callable[[], bool] = lambda: False,
    ) -> dict[str, Any] | None:
        """The answer to a command; None when `stop` holds first, which is asked after everything that happens.

        Raises `Refused`, `TimeoutException` after `seconds`, `InvalidSessionIdException` when the browser is gone.
        """
        return self.answer(self.send(method, parameters, session), seconds, stop)

    def send(self, method: str, parameters: Parameters | None = None, session: str = "") -> int:
        """Give a command without waiting; the number is for `answer`."""
        number = self.tell(method, parameters, session)
        self._awaited[number] = None
        return number

    def tell(self, method: str, parameters: Parameters | None = None, session: str = "") -> int:
        """Give a command whose answer nobody wants."""
        number = next(self._numbers)
        said = {"id": number, "method": method, "params": parameters or {}}
        self._write(json.dumps({**said, "sessionId": session} if session else said).encode() + b"\0")
        return number

    def answer(
        self, number: int, seconds: float = 60.0, stop: Callable[[], bool] = lambda: False
    ) -> dict[str, Any] | None:
        """What the browser answered to command `number`; as `call` for the rest."""
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
            raise Refused(str(found["error"].get("message", "")))
        result: dict[str, Any] = found.get("result", {})
        return result

    def listen(self, seconds: float) -> bool:
        """Take the next message, waiting for it at most `seconds`; False when there is none."""
        if not self._messages and not self._read(seconds):
            return False
        message = json.loads(self._messages.popleft())
        if "id" not in message:
            listener = self.listeners.get(message.get("sessionId", ""))
            if listener is not None:
                listener(message["method"], message.get("params", {}))
        elif message["id"] in self._awaited:
            self._awaited[message["id"]] = message
        return True

    def _read(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not self._messages:
            if not _ready(self._can_read, end - time.monotonic()):
                return False
            part = os.read(self._in, CHUNK)
            self._received += part
            if not part or len(self._received) > LONGEST_MESSAGE:
                raise _gone()
            if b"\0" in part:
                *messages, rest = bytes(self._received).split(b"\0")
                self._messages.extend(messages)
                self._received = bytearray(rest)
        return True

    def _write(self, said: bytes) -> None:
        left = memoryview(said)
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
