"""Base of the verbs: time limits, trace, patience, and queries to the page."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar

from simulators.browser.chromium.launch import clock_script
from simulators.browser.engines.interface import (
    BrowserEngine,
    DialogAnswer,
    EngineError,
    LoadTimeouts,
    NoAnswer,
    PageChanged,
    PageLost,
)
from simulators.browser.vocabulary.context import (
    CurrentStep,
    PageActivity,
    SessionSettings,
    StableCondition,
    TestcodeContext,
    seconds_to_hold,
)
from simulators.browser.vocabulary.queries import ElementState, InvalidSelector, Query, check_one, folded, folded_lines
from simulators.browser.vocabulary.word_experiment import WordExperiment
from simulators.clocks import Deadline, MissionClock, load_factor
from simulators.errors import ExpectationFailed, SimulatorError
from simulators.evidence import Area, Exchange, Trace, TraceEntry, View, shortened
from simulators.failures import FailureKind
from simulators.text_verbs import TextVerbs

T = TypeVar("T")

MIN_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.005, 0.1
MAX_ANSWER_SECONDS = 5.0
"""Seconds that a responsive page may take to answer one query, independent of the user's patience; as the two below,
longer on a machine with more work than processors."""

MAX_PARTS_SECONDS = 3.0
"""Additional seconds for the parts of a page (pictures, scripts), independent of the user's patience."""

MAX_PAGE_SECONDS = 15.0
"""Seconds that the delivery of a page may take, independent of the user's patience."""

READING = frozenset({"facts", "texts", "table"})
"""Wants of a query that change nothing (see ``elements.js``), so that it can be repeated."""

MAX_READINGS = 5
"""Readings of one text on a page that changes meanwhile, before that counts as an expectation that is not met."""

EXPERIMENTS_TO_HOLD = 2
"""Further experiments about words in doubt on a page that changes; the library cannot follow their pictures."""

MARK_SECONDS = 2.0
"""Seconds to locate the element that a picture marks."""


MAX_SCENE_CHARS = 200
"""Characters of a page's text in a reason."""


class UserBase(TextVerbs):
    """Base of the verbs. `patience` is the time in seconds that one verb waits: the setting's unless changed."""

    def __init__(
        self, engine: BrowserEngine, settings: SessionSettings, context: TestcodeContext | None = None
    ) -> None:
        self._engine = engine
        self._settings = settings
        self.patience = settings.setting.patience
        self._context = context or TestcodeContext()
        self._activity = PageActivity()
        self._current = CurrentStep(TraceEntry(""))
        self._surprises: deque[str] = deque(maxlen=50)
        self._shown_move = timedelta()
        self._is_doubtful = False
        self._decided_at: int | None = None
        self._engine.decide = self._dismiss

    @property
    def deadline(self) -> Deadline:
        return self._context.deadline

    @deadline.setter
    def deadline(self, deadline: Deadline) -> None:
        self._context.deadline = deadline

    @property
    def trace(self) -> Trace:
        return self._context.trace

    @trace.setter
    def trace(self, trace: Trace) -> None:
        self._context.trace = trace

    @property
    def clock(self) -> MissionClock:
        return self._settings.clock

    def screenshot(self) -> bytes | None:
        """Return a PNG of the window; None when the page is too broken."""
        return self._engine.screenshot()

    def view(self) -> View:
        """Return a picture of the window, and where it shows the element of the current step."""
        return View(self._engine.screenshot(), self._marked())

    def console(self) -> tuple[str, ...]:
        """Return the messages and uncaught errors of the user's pages since the last call."""
        try:
            return self._engine.console()
        except (EngineError, SimulatorError) as error:
            return (f"the messages cannot be read: {error}",)

    def exchanges(self) -> tuple[Exchange, ...]:
        """Return the requests of the user's pages that were answered, or failed, since the last call."""
        return self._engine.exchanges()

    def document(self) -> str:
        """Return the page's document as HTML with its styles; empty when the page does not answer."""
        try:
            return str(self._engine.ask("snapshot", None, MARK_SECONDS))
        except (EngineError, SimulatorError):
            return ""  # the picture and the messages say what is wrong

    def _marked(self) -> Area | None:
        """Return the area of the current step's element; None when it is not there, or the step has acted on it."""
        target = self._current.target
        if target is None or self._current.acted:
            return None
        try:
            found = self._engine.ask("operate", target.request("area"), MARK_SECONDS).get("area")
            origin = self._engine.offset(MARK_SECONDS)
        except (EngineError, SimulatorError):
            return None  # the picture is useful without a mark
        if not found or not found["width"] or not found["height"]:
            return None
        return Area(origin.x + found["left"], origin.y + found["top"], found["width"], found["height"])

    def _reveal(self, query: Query, hidden_too: bool) -> None:
        """Show the observer the element on which the step is about to act, scrolled into view."""
        current, observer = self._current, self._context.trace.observer
        if current.revealed or not observer.before_actions:
            return
        self._ask_one(query, "area", reveal=True, hiddenToo=hidden_too)
        current.revealed = True
        observer.acts(current.entry, self)

    def _dismiss(self, kind: str, message: str) -> DialogAnswer:
        """Dismiss a dialog that no verb expects; leaving a page is confirmed, so that the user can continue."""
        self._surprises.append(f"{kind} {message[:300]!r}")
        return DialogAnswer(accept=kind == "beforeunload")

    @contextmanager
    def _step(self, verb: str, what: object = "", target: Query | None = None) -> Iterator[TraceEntry]:
        """Record one verb in the trace, and turn errors of the engine into those of simulators.

        `target` is the element that pictures of the step mark (default: `what`, where it is a query).
        """
        self._context.deadline.left()
        target = what if isinstance(what, Query) else target
        try:
            with self._context.trace.step(verb, str(what), self) as step, self._explained(verb):
                self._current = CurrentStep(step, target)
                self._follow_clock()
                yield step
        finally:
            while self._surprises:
                with self._context.trace.step("dialog", "opened unexpectedly, was dismissed") as step:
                    step.seen = self._surprises.popleft()

    def _follow_clock(self) -> None:
        """Set the clock of the user's pages where the mission's was moved since their last step."""
        clock = self.clock
        if clock.moved != self._shown_move:
            self._engine.set_clock(clock_script(clock.ahead.total_seconds(), clock.moves), self._answer_time())
            self._shown_move = clock.moved

    @contextmanager
    def _explained(self, verb: str) -> Iterator[None]:
        try:
            yield
        except EngineError as error:
            self._context.deadline.left()
            kind = FailureKind.PAGE_LOST if isinstance(error, PageLost) else None
            raise ExpectationFailed(f"{verb}: {error}", kind) from error

    def _answer_time(self) -> float:
        return self._context.deadline.left(max(self.patience, MAX_ANSWER_SECONDS * load_factor()))

    def _settle(self) -> None:
        """Wait for a page that an action may have opened."""
        self._engine.settle(self._times())
        self._activity.forget()

    def _times(self) -> LoadTimeouts:
        left, load = self._context.deadline.left(), load_factor()
        page, parts = (max(self.patience, seconds * load) for seconds in (MAX_PAGE_SECONDS, MAX_PARTS_SECONDS))
        return LoadTimeouts(min(left, page), min(left, parts))

    def _address(self) -> str:
        """Return the URL of the window, shortened for messages."""
        return shortened(self._engine.address(self._answer_time()))

    def _call(self, function: str, argument: object = None) -> Any:
        """Return the result of a function of the library; call it again when the page changes meanwhile."""
        while True:
            try:
                return self._engine.ask(function, argument, self._answer_time())
            except PageChanged:
                self._engine.settle(self._times())

    def _ask(self, query: Query, want: str, **more: object) -> Mapping[str, Any]:
        ask = self._read if want in READING else self._call
        answer: Mapping[str, Any] = ask("operate", query.request(want, **more))
        self._activity.note(answer)
        return answer

    def _read(self, function: str, argument: Mapping[str, object] | None = None) -> Mapping[str, Any]:
        """Return the answer of a function of the library that reads texts; where it has doubts, pixels decide."""
        for _ in range(MAX_READINGS):
            try:
                answer: Mapping[str, Any] = self._call(function, argument)
                is_known = self._is_all_known(answer)
                if not is_known:
                    answer = self._call(function, argument)  # the page may have changed between both counts
                    is_known = self._is_all_known(answer)
                if is_known:
                    return self._decided(answer, function, argument)
                self._call("doubtAll")
            except PageChanged:
                self._engine.settle(self._times())
        raise ExpectationFailed(f"the page changed {MAX_READINGS} times while it was read")

    def _decided(
        self, answer: Mapping[str, Any], function: str, argument: Mapping[str, object] | None
    ) -> Mapping[str, Any]:
        """Return the answer of the function, the same or a new one, in which the experiment has decided about words."""
        self._is_doubtful = bool(answer.get("doubts"))
        if not self._is_doubtful:
            return answer
        renderings = self._engine.renderings(self._answer_time())
        if renderings != self._decided_at and answer["open"] < answer["doubts"]:
            self._call("forgetVerdicts")  # the page looks different now
            answer = self._call(function, argument)
        if not answer.get("open"):
            return answer
        are_readable = WordExperiment(self._engine, self._answer_time).run()
        self._decided_at = self._engine.renderings(self._answer_time())
        self._activity.skip(self._decided_at - renderings)
        if are_readable:
            return answer
        again: Mapping[str, Any] = self._call(function, argument)
        return again

    def _is_all_known(self, answer: Mapping[str, Any]) -> bool:
        """Return False when the window has other elements than those that the library could count for `answer`."""
        return "tags" not in answer or answer["tags"] == self._engine.tags(self._answer_time())

    def _page_text(self) -> str:
        answer = self._read("pageText")
        self._activity.note(answer)
        return folded_lines(str(answer["text"]))

    def _ask_one(self, query: Query, want: str, **more: object) -> Mapping[str, Any]:
        """Return the answer about the one visible element of `query`. Raises `NotFound`, `InvalidAnswer`."""
        answer = self._ask(query, want, **more)
        check_one(answer, query)
        return answer

    def _state(self, query: Query) -> ElementState:
        return self._until(lambda: ElementState.read(self._ask_one(query, "facts")))

    def _until(self, probe: Callable[[], T], ends: float | None = None) -> T:
        """Return the result of `probe` once it raises no `ExpectationFailed`; raise its last one when patience ends."""
        ends = time.monotonic() + self.patience if ends is None else ends
        pause = MIN_PAUSE_SECONDS
        while True:
            try:
                return probe()
            except InvalidSelector:
                raise
            except ExpectationFailed as unmet:
                if time.monotonic() + pause >= ends:
                    raise type(unmet)(f"{unmet}\n{self._scene()}", unmet.kind) from None
            time.sleep(self._context.deadline.left(pause))
            pause = min(pause * 1.5, MAX_PAUSE_SECONDS)

    def _until_held(self, probe: Callable[[], T], hold: StableCondition) -> T:
        """Return the result of `probe` once it is met and remains so (see `simulators.browser.vocabulary.context`).

        A first query of a page that no script is changing is enough.
        """
        begun = time.monotonic()
        ends, looks = begun + self.patience, 0

        def counted() -> T:
            nonlocal looks
            looks += 1
            return probe()

        while True:
            found = self._until(counted, ends)
            if looks == 1 and self._is_still():
                return found
            if self._is_held(hold, time.monotonic() - begun) and self._is_repeatable(probe):
                return found
            if time.monotonic() >= ends:
                raise ExpectationFailed(f"what was expected was there for a moment only\n{self._scene()}")

    def _is_still(self) -> bool:
        self._activity.count(self._engine.renderings(self._answer_time()))
        return self._activity.is_still()

    def _is_held(self, hold: StableCondition, waited: float) -> bool:
        seconds = self._activity.seconds_to_hold(waited)
        try:
            return bool(self._engine.ask("hold", hold.argument(seconds), self._answer_time() + seconds))
        except PageChanged:
            self._engine.settle(self._times())
            return False

    def _is_repeatable(self, probe: Callable[[], object]) -> bool:
        """Return True when the experiment about words in doubt has the same result again, or there are none."""
        try:
            for _ in range(EXPERIMENTS_TO_HOLD if self._is_doubtful else 0):
                self._decided_at = None
                probe()
        except ExpectationFailed:
            return False
        return True

    def _until_repeated(self, probe: Callable[[], T]) -> T:
        """Return the result of `probe` once it is met, at the first query or at two queries some time apart."""
        begun = time.monotonic()
        try:
            return probe()
        except ExpectationFailed:
            pass  # it was not met at the first query
        while True:
            self._until(probe, begun + self.patience)
            time.sleep(self._context.deadline.left(seconds_to_hold(time.monotonic() - begun)))
            try:
                return probe()
            except ExpectationFailed:
                if time.monotonic() >= begun + self.patience:
                    raise

    def _scene(self) -> str:
        """Describe the page for an error message."""
        try:
            title, text = self._call("title"), folded(self._call("pageText")["text"])
            address = self._address()
            self._activity.count(self._engine.renderings(self._answer_time()))
        except NoAnswer:
            return "the page does not answer"
        except EngineError as error:
            return str(error)
        shown = text if len(text) <= MAX_SCENE_CHARS else f"{text[:MAX_SCENE_CHARS]} …"
        return f"the page {address} {title!r} shows: {shown or 'nothing'}"
