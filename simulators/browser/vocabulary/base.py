"""What every verb stands on: time, trace, patience, and a look at the page."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from simulators.browser.engines.interface import (
    DialogAnswer,
    Engine,
    EngineError,
    LoadTimeouts,
    NoAnswer,
    PageChanged,
    PageLost,
)
from simulators.browser.vocabulary import scripts
from simulators.browser.vocabulary.queries import ElementState, InvalidSelector, Query, check_one, folded
from simulators.browser.vocabulary.session_settings import SessionSettings
from simulators.deadline import Deadline
from simulators.errors import ExpectationFailed
from simulators.failures import FailureKind
from simulators.trace import Trace, TraceEntry

T = TypeVar("T")

SHORTEST_PAUSE, LONGEST_PAUSE = 0.005, 0.1
SLOWEST_ANSWER = 5.0
"""Seconds a living page may take to answer one question, however impatient the user is."""

SLOWEST_PARTS = 3.0
"""Seconds more for what belongs to a page (pictures, scripts), however impatient the user is."""

SLOWEST_PAGE = 15.0
"""Seconds a page may take to be delivered on a busy machine, however impatient the user is."""


@dataclass
class TestcodeContext:
    """What all users of one testcode share: its deadline and its trace."""

    deadline: Deadline = field(default_factory=lambda: Deadline.after(3600.0))
    trace: Trace = field(default_factory=Trace)


class UserBase:
    """Base of the verbs. `patience` is how long one verb waits, in seconds: the setting's unless changed."""

    def __init__(self, engine: Engine, place: SessionSettings, situation: TestcodeContext | None = None) -> None:
        self._engine = engine
        self._place = place
        self.patience = place.setting.patience
        self._situation = situation or TestcodeContext()
        self._surprises: deque[str] = deque(maxlen=50)
        self._engine.decide = self._dismiss

    @property
    def deadline(self) -> Deadline:
        return self._situation.deadline

    @deadline.setter
    def deadline(self, deadline: Deadline) -> None:
        self._situation.deadline = deadline

    @property
    def trace(self) -> Trace:
        return self._situation.trace

    @trace.setter
    def trace(self, trace: Trace) -> None:
        self._situation.trace = trace

    def screenshot(self) -> bytes | None:
        """A PNG of the window as it is now; None when the page is too broken to be pictured."""
        return self._engine.screenshot()

    def _dismiss(self, kind: str, message: str) -> DialogAnswer:
        """Nobody expected this dialog. Leaving a page is confirmed, as nobody stays for ever."""
        self._surprises.append(f"{kind} {message[:300]!r}")
        return DialogAnswer(accept=kind == "beforeunload")

    @contextmanager
    def _step(self, verb: str, what: object = "") -> Iterator[TraceEntry]:
        """One verb in the trace. Whatever the engine reports inside becomes a simulator's error."""
        self._situation.deadline.left()
        try:
            with self._situation.trace.step(verb, str(what)) as step, self._explained(verb):
                yield step
        finally:
            while self._surprises:
                with self._situation.trace.step("dialog", "opened unexpectedly, was dismissed") as step:
                    step.seen = self._surprises.popleft()

    @contextmanager
    def _explained(self, verb: str) -> Iterator[None]:
        try:
            yield
        except EngineError as error:
            self._situation.deadline.left()
            kind = FailureKind.PAGE_LOST if isinstance(error, PageLost) else None
            raise ExpectationFailed(f"{verb}: {error}", kind) from error

    def _answer_time(self) -> float:
        return self._situation.deadline.left(max(self.patience, SLOWEST_ANSWER))

    def _times(self) -> LoadTimeouts:
        left = self._situation.deadline.left()
        return LoadTimeouts(min(left, max(self.patience, SLOWEST_PAGE)), min(left, max(self.patience, SLOWEST_PARTS)))

    def _evaluate(self, script: str, argument: object = None) -> Any:
        """What a script answers; a page that changes under it is asked again when it is there."""
        while True:
            try:
                return self._engine.evaluate(script, argument, self._answer_time())
            except PageChanged:
                self._engine.settle(self._times())

    def _ask(self, query: Query, want: str, **more: object) -> Mapping[str, Any]:
        answer: Mapping[str, Any] = self._evaluate(scripts.operate(), query.request(want, **more))
        return answer

    def _ask_one(self, query: Query, want: str, **more: object) -> Mapping[str, Any]:
        """The answer about the one visible element that `query` names. Raises `NotFound`, `InvalidAnswer`."""
        answer = self._ask(query, want, **more)
        check_one(answer, query)
        return answer

    def _facts(self, query: Query) -> ElementState:
        return self._until(lambda: ElementState.read(self._ask_one(query, "facts")))

    def _until(self, probe: Callable[[], T]) -> T:
        """What `probe` returns once it no longer raises `ExpectationFailed`; its last complaint when patience ends."""
        ends = time.monotonic() + self.patience
        pause = SHORTEST_PAUSE
        while True:
            try:
                return probe()
            except InvalidSelector:
                raise
            except ExpectationFailed as unmet:
                if time.monotonic() + pause >= ends:
                    raise type(unmet)(f"{unmet}; {self._scene()}") from None
            time.sleep(self._situation.deadline.left(pause))
            pause = min(pause * 1.5, LONGEST_PAUSE)

    def _scene(self) -> str:
        """Where the user is and what there is to see, for messages."""
        try:
            title, text = self._evaluate(scripts.TITLE), folded(self._evaluate(scripts.PAGE_TEXT))
            address = self._engine.address(self._answer_time())
        except NoAnswer:
            return "the page does not answer"
        except EngineError as error:
            return str(error)
        return f"the page {address} {title!r} shows: {text[:200] or 'nothing'}"
