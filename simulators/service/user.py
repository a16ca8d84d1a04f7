"""Program that uses a service: HTTP requests, one connection each, their answers, whatever these are, and the verbs."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from datetime import date
from urllib.parse import urljoin, urlsplit

from simulators.browser.chromium.proxy import OWN_HOSTS
from simulators.clocks import Deadline, MissionClock, load_factor, move_in
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound, TestcodeTimeout
from simulators.evidence import Trace, shortened
from simulators.runtime.sandbox import PORT
from simulators.text_verbs import TextVerbs

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


HOST = f"localhost:{PORT}"
MAX_AT_ONCE = 20
"""Requests that are sent at the same time."""


class ServiceUser(TextVerbs):
    """A program of the customer's that sends HTTP requests to the project and reads the answers.

    An address is a URL of the project or a path on it. Every request has a connection of its own, follows no redirect
    and keeps no cookie. Bodies and answers are JSON unless a testcode says otherwise; `reads_json` reads the text of an
    answer. `deadline` and `trace` are set for each testcode.
    """

    def __init__(
        self, connect: Connector, clock: MissionClock, stopped: Callable[[], AbstractContextManager[None]]
    ) -> None:
        """`stopped` kills the project's server, and starts it again at the end of its context."""
        self.trace, self.deadline = Trace(), Deadline.after(600.0)
        self.clock = clock
        self._exchanges, self._stopped = Exchanges(connect), stopped

    def sends(
        self,
        method: str,
        url: str,
        *,
        json: object = None,
        body: str | None = None,
        headers: Mapping[str, str] | None = None,
        status: int | None = 200,
    ) -> Answer:
        """Send a request and return its answer; `status` is the status expected (None: any). `json` is sent as JSON,
        `body` as it is, both as ``application/json`` unless `headers` say otherwise."""
        request = self._own(Request(method, url, json, body, headers or {}))
        with self.trace.step("sends", str(request)) as step:
            answer = self._exchanges.answer(request, HOST, self.deadline)
            step.seen = str(answer)
            if status is not None and answer.status != status:
                raise ExpectationFailed(f"{request}: expected status {status}, seen {answer}")
            return answer

    def sends_at_once(self, requests: Sequence[Request]) -> list[Answer]:
        """Send several requests at the same time and return their answers, in the order of the requests."""
        if len(requests) > MAX_AT_ONCE:
            raise ValueError(f"{len(requests)} requests; at most {MAX_AT_ONCE} are sent at once")
        own = [self._own(request) for request in requests]
        with (
            self.trace.step("sends_at_once", "; ".join(map(str, own))) as step,
            ThreadPoolExecutor(MAX_AT_ONCE) as all_,
        ):
            answers = list(all_.map(lambda each: self._exchanges.answer(each, HOST, self.deadline), own))
            step.seen = "; ".join(map(str, answers))
            return answers

    def header(self, answer: Answer, name: str) -> str:
        """Return a header of an answer. Raises `NotFound` when it has none of that name."""
        with self.trace.step("header", name) as step:
            if (value := answer.headers.get(name.lower())) is None:
                raise NotFound(f"the answer has no header {name}; it has {', '.join(sorted(answer.headers))}")
            step.seen = value
            return value

    def restarts_project(self) -> None:
        """Kill the project's server without notice and start it again, in the same folder with the files that are
        there. Waits until it answers."""
        with self.trace.step("restarts_project"), self._stopped():
            pass

    def today(self) -> date:
        """The date of the mission's clock."""
        with self.trace.step("today") as step:
            today = self.clock.today()
            step.seen = today.isoformat()
            return today

    def moves_clock(self, *, days: int = 0, hours: int = 0, minutes: int = 0, seconds: int = 0) -> None:
        """Move the mission's clock forward for the project and for `today`. A day has 24 hours. Nothing waits. The next
        testcode begins at the mission's time again."""
        with self.trace.step("moves_clock") as step:
            move_in(step, self.clock, days=days, hours=hours, minutes=minutes, seconds=seconds)

    def abort(self) -> None:
        """End the requests in progress, from another thread."""
        self._exchanges.cut()

    def _own(self, request: Request) -> Request:
        """Return the request with the path that is sent. Raises `InvalidAnswer` where it leads elsewhere."""
        try:
            parts = urlsplit(urljoin(f"http://{HOST}/", request.url.strip()))
            own = parts.scheme in ("http", "https") and parts.hostname in OWN_HOSTS and parts.port == PORT
        except ValueError as error:
            raise InvalidAnswer(f"{request.url!r} is not a URL: {error}") from error
        if not own:
            raise InvalidAnswer(f"{request.url!r} does not lead to the project, http://{HOST}")
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        if not path.isascii() or any(sign.isspace() for sign in path):
            raise InvalidAnswer(f"{request.url!r} is not a URL: write signs that are not ASCII, and blanks, as %XX")
        return replace(request, url=path)
