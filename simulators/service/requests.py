"""HTTP requests to the project's site, one connection each, and their answers, whatever these are."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from simulators.clocks import Deadline, load_factor
from simulators.errors import ExpectationFailed, TestcodeTimeout
from simulators.evidence import shortened

MAX_ANSWER_BYTES = 16 << 20
MAX_ANSWER_SECONDS = 30.0
"""Seconds within which a request is to be answered as a whole, longer on a machine with more work than processors."""

MAX_SHOWN_CHARS = 400


@dataclass(frozen=True)
class Request:
    """A request to be sent: `json` is sent as JSON, `body` as it is; a header named in `headers` replaces the usual."""

    method: str
    url: str
    json: object = None
    body: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def content(self) -> bytes | None:
        """Return the bytes of the body; None without one."""
        if self.body is not None:
            return self.body.encode()
        return None if self.json is None else json.dumps(self.json).encode()

    def sent_headers(self) -> dict[str, str]:
        usual = {"Accept": "application/json", "Connection": "close"}
        if self.json is not None or self.body is not None:
            usual["Content-Type"] = "application/json"
        own = {name.lower() for name in self.headers}
        return {name: value for name, value in usual.items() if name.lower() not in own} | dict(self.headers)

    def __str__(self) -> str:
        content = self.content()
        told = f" {shortened(content.decode(), MAX_SHOWN_CHARS)}" if content else ""
        return f"{self.method} {self.url}{''.join(f' {k}: {v}' for k, v in self.headers.items())}{told}"


@dataclass(frozen=True)
class Answer:
    """Answer to a request: status, headers by their names in small letters, and the body as text."""

    status: int
    headers: Mapping[str, str]
    text: str

    def __str__(self) -> str:
        return f"{self.status} {shortened(self.text, MAX_SHOWN_CHARS)}"


Connector = Callable[[], socket.socket]


class _Connection(http.client.HTTPConnection):
    """Connection to the project's site; `cut` ends it from any thread, whatever arrives."""

    def __init__(self, connect: Connector, seconds: float) -> None:
        super().__init__("localhost", timeout=seconds)
        self._connector = connect
        self._cable: socket.socket | None = None
        self.was_cut = False

    def connect(self) -> None:
        self.sock: socket.socket = self._connector()
        self.sock.settimeout(self.timeout)
        self._cable = self.sock

    def cut(self) -> None:
        self.was_cut = True
        if self._cable is not None:
            with suppress(OSError):
                self._cable.shutdown(socket.SHUT_RDWR)


class Exchanges:
    """Requests in progress; `cut` ends all of them."""

    def __init__(self, connect: Connector) -> None:
        self._connect = connect
        self._open: set[_Connection] = set()

    def answer(self, request: Request, host: str, deadline: Deadline) -> Answer:
        """Send a request and return the answer. Raises `ExpectationFailed` without a whole one."""
        seconds = MAX_ANSWER_SECONDS * load_factor()
        connection = _Connection(self._connect, seconds)
        overdue = threading.Timer(seconds, connection.cut)
        overdue.daemon = True
        self._open.add(connection)
        overdue.start()
        try:
            return _answer(connection, request, host)
        except (OSError, http.client.HTTPException) as error:
            if connection.was_cut and deadline.passed():
                raise TestcodeTimeout(f"no answer to {request}") from error
            why = f"within {seconds:.0f} seconds" if connection.was_cut else f": {type(error).__name__}: {error}"
            raise ExpectationFailed(f"no answer to {request} {why}") from error
        finally:
            overdue.cancel()
            self._open.discard(connection)
            connection.close()

    def cut(self) -> None:
        for connection in tuple(self._open):
            connection.cut()


def _answer(connection: _Connection, request: Request, host: str) -> Answer:
    headers = {"Host": host, **request.sent_headers()}
    connection.request(request.method, request.url, request.content(), headers)
    with connection.getresponse() as response:
        content = response.read(MAX_ANSWER_BYTES + 1)
        if connection.was_cut:
            raise TimeoutError("the answer did not end")
        if len(content) > MAX_ANSWER_BYTES:
            raise ExpectationFailed(f"the answer to {request} has more than {MAX_ANSWER_BYTES >> 20} MiB")
        if response.length:
            raise http.client.IncompleteRead(content, response.length)
        found = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, found, content.decode("utf-8", "replace"))
