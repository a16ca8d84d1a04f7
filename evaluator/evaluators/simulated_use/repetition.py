"""Repetition of an attempt whose failure the project may not have caused: lost processes, suspended machines.

A machine may sleep, a virtual one be paused, a job be stopped and continued. The monotonic clock, on which time
limits are based, stops while a machine sleeps but continues while a process is stopped; the system clock can be
set.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from evaluator.model.evaluation import Case, Evaluation, Outcome
from simulators.failures import INFRASTRUCTURE, MAY_BE_THE_MACHINE, Failure, FailureKind

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
