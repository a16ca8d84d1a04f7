"""Verbs of a program that uses a service."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from urllib.parse import urljoin, urlsplit

from simulators.browser.chromium.proxy import OWN_HOSTS
from simulators.clocks import Deadline, MissionClock, move_in
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound
from simulators.evidence import Trace
from simulators.runtime.sandbox import PORT
from simulators.service.requests import Answer, Connector, Exchanges, Request
from simulators.text_verbs import TextVerbs

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
