"""Execution of the testcodes of one attempt on a running project, in the order of the file, and its repetition
when the project may not have caused a failure."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator.evaluators.simulated_use.evidence import EvidenceRecorder
from evaluator.evaluators.simulated_use.outcomes import explained, failure_of, message_of, outcome_of
from evaluator.evaluators.simulated_use.rules import Rules
from evaluator.evaluators.simulated_use.sessions import Player, Session, Sessions, error_of, seconds_to_play
from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.options import Screenshots
from missions.mission import Mission
from missions.testcodes.parameters import ParameterKind, Unanswered
from missions.testcodes.testcode import Testcode
from simulators.clocks import Deadline
from simulators.errors import InfrastructureError
from simulators.evidence import Trace
from simulators.failures import INFRASTRUCTURE, MAY_BE_THE_MACHINE, Failure, FailureKind

DECISIVE = frozenset({Outcome.FAILED, Outcome.TIMEOUT})
"""Outcomes of a testcode that was tried and did not pass."""


def case_of(testcode: Testcode, outcome: Outcome, failure: Failure | None = None) -> Case:
    return Case(testcode.id, (testcode.page, testcode.function), outcome, failure, since=testcode.since)


def failed_case(testcode: Testcode, failure: Failure) -> Case:
    return case_of(testcode, outcome_of(failure.kind), failure)


@dataclass
class Play:
    """Testcodes of one attempt, played on one running project; `begins` receives each with its seconds at most.

    After `stop_after` testcodes that were tried and did not pass, the others are skipped.
    """

    mission: Mission
    player: Player
    answers: Mapping[str, str]
    attachments: Path
    rules: Rules
    begins: Callable[[str, float], None]
    screenshots: Screenshots = Screenshots.LAST
    stop_after: int | None = None

    def cases(self) -> Iterator[Case]:
        done: dict[str, Case] = {}
        with ExitStack() as everything:
            sessions = Sessions(self.mission, self.player, self.rules.shared_session, everything)
            for testcode in self.mission.testcodes:
                if self._is_enough(done.values()):
                    yield case_of(testcode, Outcome.SKIPPED)
                    continue
                self.begins(testcode.id, seconds_to_play(self.mission))
                case = self._untried(testcode, done) or self._tried(testcode, sessions)
                done[testcode.id] = self.rules.reviewed(testcode, case, list(done.values()), self.answers)
                sessions.close_after(testcode)
                yield done[testcode.id]

    def _is_enough(self, done: Iterable[Case]) -> bool:
        return self.stop_after is not None and sum(case.outcome in DECISIVE for case in done) >= self.stop_after

    def _untried(self, testcode: Testcode, done: Mapping[str, Case]) -> Case | None:
        try:
            self.rules.values_for(testcode, self.answers)
        except Unanswered as error:
            return failed_case(testcode, Failure(FailureKind.INVALID_ANSWER, str(error)))
        for required in testcode.requires:
            if not done[required].passed:
                return _blocked(testcode, required, done[required])
        return None

    def _tried(self, testcode: Testcode, sessions: Sessions) -> Case:
        begun = time.monotonic()
        try:
            session = sessions.of(testcode)
        except (InfrastructureError, OSError) as error:
            kind = error.kind if isinstance(error, InfrastructureError) else FailureKind.INTERNAL
            return self._with_trouble(failed_case(testcode, Failure(kind, message_of(error))))
        deadline = Deadline.after(self.mission.limits.testcode)
        name = _file_name(testcode.id)
        evidence = EvidenceRecorder(self.attachments, name, self.screenshots, deadline, session.camera, session.output)
        trace = Trace(observer=evidence)
        session.begin(deadline, trace)
        values = self.rules.values_for(testcode, self.answers)
        raised = error_of(lambda: testcode.run(session.actor, **values), session, deadline)
        case = case_of(testcode, Outcome.PASSED)
        if raised is not None:
            note = self.rules.pass_despite(raised)
            case = (
                replace(case, note=note)
                if note
                else self._not_passed(testcode, raised, trace, deadline, session, values)
            )
        attachments = evidence.keep(trace.entries, case.passed)
        if case.outcome in (Outcome.TIMEOUT, Outcome.INFRASTRUCTURE) or _exceeded_limit(case):
            sessions.drop(testcode)
        seconds = round(time.monotonic() - begun, 3)
        return replace(case, trace=tuple(trace.entries), seconds=seconds, attachments=attachments)

    def _not_passed(
        self,
        testcode: Testcode,
        error: BaseException,
        trace: Trace,
        deadline: Deadline,
        session: Session,
        values: Mapping[str, ParameterKind],
    ) -> Case:
        failure = explained(failure_of(error, deadline, trace.entries), error, testcode, values, session.cause())
        if testcode.inputs:
            repeated = f"(inputs drawn: --inputs-seed {testcode.inputs_seed} repeats them)"
            failure = replace(failure, message=f"{failure.message}\n{repeated}")
        case = failed_case(testcode, failure)
        if failure.kind is FailureKind.TESTCODE_ERROR:
            case = replace(case, outcome=self.rules.testcode_error)
        return self._with_trouble(case)

    def _with_trouble(self, case: Case) -> Case:
        """Return the case as the project's failure when its server ended or its pages exceeded a limit."""
        trouble = self.player.trouble()
        if trouble is None or case.failure is None:
            return case
        failure = replace(case.failure, kind=trouble.kind, message=f"{trouble.message}\n{case.failure.message}")
        return replace(case, outcome=Outcome.FAILED, failure=failure)


def _exceeded_limit(case: Case) -> bool:
    return case.failure is not None and case.failure.kind is FailureKind.RESOURCE_LIMIT


def _blocked(testcode: Testcode, required: str, cause: Case) -> Case:
    """Return the case of a testcode that was not tried."""
    failure = Failure(FailureKind.BLOCKED, f"it needs {required}, which did not pass", cause.caused_by or required)
    return failed_case(testcode, failure)


def _file_name(testcode_id: str) -> str:
    return "".join(c if c.isalnum() or c in "-_" else "-" for c in testcode_id)[:100]


BEAT_SECONDS = 0.25
"""Seconds between two beats."""

MAX_GAP_SECONDS = 3.0
"""Seconds that a beat may be late: a busy machine delays a thread, but not so long."""

MAX_JUMP_SECONDS = 2.0
"""Seconds by which the system clock may differ from the others: it is corrected in small steps all the time."""


def since_boot() -> float:
    """Return the seconds since boot, including sleep where the system supports that."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Pulse:
    """Heartbeat in a separate thread until the context ends; detects late beats and changed clocks."""

    def __init__(
        self,
        boot: Callable[[], float] = since_boot,
        wall: Callable[[], float] = time.time,
        used: Callable[[], float] = time.process_time,
    ) -> None:
        self._boot, self._wall, self._used = boot, wall, used
        self._last, self._before = boot(), used()
        self._apart = wall() - self._last
        self._stopped = self._jumped = 0.0
        self._lock, self._left = threading.Lock(), threading.Event()
        self._thread = threading.Thread(target=self._beat_on, name="pulse", daemon=True)

    def __enter__(self) -> Pulse:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._left.set()
        self._thread.join()
        self.beat()

    def beat(self) -> None:
        with self._lock:
            now, wall, used = self._boot(), self._wall(), self._used()
            # A process that used processor time meanwhile (for example an endless search) was not stopped.
            late, jump = now - self._last - BEAT_SECONDS - (used - self._before), wall - now - self._apart
            self._last, self._before = now, used
            if late > MAX_GAP_SECONDS:
                self._stopped += late
            if abs(jump) > MAX_JUMP_SECONDS:
                self._jumped += jump
                self._apart += jump

    def trouble(self) -> str:
        """Return what happened, in a sentence; empty when nothing did."""
        told = []
        if self._stopped:
            told.append(f"the evaluator or its machine stood still for {self._stopped:.0f} seconds")
        if self._jumped:
            told.append(f"the machine's clock was set by {self._jumped:+.0f} seconds")
        return " and ".join(told)

    def _beat_on(self) -> None:
        while not self._left.wait(BEAT_SECONDS):
            self.beat()


def was_lost(evaluation: Evaluation) -> bool:
    """Return True when a process, sandbox or page of the project was lost during a case.

    The machine (for example its out-of-memory killer) or the project itself may be the cause, which cannot be
    distinguished, so the attempt is repeated once. Only observations of the runtime count, never the project's output.
    """
    return any(case.failure is not None and case.failure.kind in MAY_BE_THE_MACHINE for case in evaluation.cases)


def cause_of_repetition(evaluation: Evaluation) -> Failure | None:
    """Return the first failure that the project may not have caused."""
    doubtful = INFRASTRUCTURE | MAY_BE_THE_MACHINE
    return next((case.failure for case in evaluation.cases if case.failure and case.failure.kind in doubtful), None)


def doubted(evaluation: Evaluation, why: str, kind: FailureKind) -> Evaluation:
    """Convert every failure that may be caused by timing into an infrastructure failure with the reason `why`."""
    return replace(evaluation, cases=tuple(_doubted(case, why, kind) for case in evaluation.cases))


def _doubted(case: Case, why: str, kind: FailureKind) -> Case:
    if case.outcome in (Outcome.PASSED, Outcome.UNANSWERED, Outcome.INFRASTRUCTURE):
        return case
    failure = Failure(kind, f"{why}; before: {case.outcome}, {case.reason}")
    return replace(case, outcome=Outcome.INFRASTRUCTURE, failure=failure)
