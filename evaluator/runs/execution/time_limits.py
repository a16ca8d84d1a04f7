"""Hard time limits of evaluations: a watchdog process kills a worker that exceeds one, whatever the worker computes.

They are several times what the evaluator's own limits add up to, so that a slow machine does not reach them, and end
what those cannot: a library that holds the interpreter's lock. The order of a killed worker is repeated by another. An
evaluation whose worker was killed `MAX_KILLS` times is not repeated: its cases that had not ended time out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace

from evaluator.io.files import append_json, read_json_lines
from evaluator.model.evaluation import RUNNABLE, Case, Evaluation, Outcome
from evaluator.runs.folder.paths import AttemptPaths
from simulators.failures import Failure, FailureKind
from simulators.runtime.processes.watchdog import TimeLimit, Watchdog
from simulators.runtime.worker_context import WorkerContext

LIMIT_FACTOR, EXTRA_SECONDS = 2.0, 30.0
"""A hard limit is `LIMIT_FACTOR` times the evaluator's own limits, and `EXTRA_SECONDS` seconds; the watchdog counts
them more slowly on a machine with more work than processors."""

UNDECLARED_SECONDS = 2 * 60 * 60.0
"""Seconds that the worker of an evaluator may take that reports no limits of its own."""

MAX_KILLS = 2
"""Times that the worker of one evaluation is killed; one kill may be due to the machine."""


@dataclass(frozen=True)
class ExceededLimit:
    """A hard limit at which a worker was killed."""

    evaluator: str
    limit: str
    seconds: float


@dataclass(frozen=True)
class LoggedStep:
    """A line of the case log: `case_id` began, or ended as `case`."""

    case_id: str
    case: Case | None = None


@dataclass(frozen=True)
class TimeLimits:
    """Hard limits of one evaluation, and the log of its cases."""

    paths: AttemptPaths
    evaluator: str
    watchdog: Watchdog

    def takes(self, seconds: float) -> None:
        self._set("attempt", LIMIT_FACTOR * seconds + EXTRA_SECONDS)

    def begins(self, case_id: str, seconds: float) -> None:
        append_json(self.paths.case_log, LoggedStep(case_id))
        self._set("case", LIMIT_FACTOR * seconds + EXTRA_SECONDS)

    def ended(self, case: Case) -> None:
        append_json(self.paths.case_log, LoggedStep(case.id, case))

    def _set(self, name: str, seconds: float) -> None:
        note = json.dumps(asdict(ExceededLimit(self.evaluator, name, seconds)))
        self.watchdog.set(TimeLimit(name, seconds, str(self.paths.exceeded_limits), note))

    def remove(self) -> None:
        for name in ("attempt", "case"):
            self.watchdog.set(TimeLimit(name, 0))


@contextmanager
def time_limits(paths: AttemptPaths, evaluator: str, worker: WorkerContext | None) -> Iterator[TimeLimits]:
    """Apply hard limits to one evaluation: `UNDECLARED_SECONDS` until the evaluator reports its own."""
    paths.case_log.unlink(missing_ok=True)
    with WorkerContext() as own:
        limits = TimeLimits(paths, evaluator, (worker or own).get(Watchdog))
        limits.takes((UNDECLARED_SECONDS - EXTRA_SECONDS) / LIMIT_FACTOR)
        try:
            yield limits
        finally:
            limits.remove()


def exceeded_limit(paths: AttemptPaths, evaluator: str) -> ExceededLimit | None:
    """Return the last limit that was exceeded when the evaluation is not to be repeated."""
    exceeded = [each for each in read_json_lines(paths.exceeded_limits, ExceededLimit) if each.evaluator == evaluator]
    return exceeded[-1] if len(exceeded) >= MAX_KILLS else None


def read_case_log(paths: AttemptPaths) -> tuple[LoggedStep, ...]:
    """Return the steps of the last try: a case that begins again ends what was logged since its first begin."""
    steps: list[LoggedStep] = []
    for step in read_json_lines(paths.case_log, LoggedStep):
        ids = [each.case_id for each in steps]
        if step.case is None and step.case_id in ids:
            del steps[ids.index(step.case_id) :]
        steps.append(step)
    return tuple(steps)


def forget_limits(paths: AttemptPaths) -> None:
    """Remove what only an unfinished evaluation needs."""
    paths.case_log.unlink(missing_ok=True)
    paths.exceeded_limits.unlink(missing_ok=True)


def evaluation_over_limit(blank: Evaluation, exceeded: ExceededLimit, steps: Sequence[LoggedStep]) -> Evaluation:
    """Return the evaluation that was ended at a hard limit; `blank` has all cases, none of them tried."""
    ended = {step.case_id: step.case for step in steps if step.case is not None}
    running = steps[-1].case_id if steps and steps[-1].case is None else ""
    if running != RUNNABLE and steps:
        ended[RUNNABLE] = Case(RUNNABLE, (), Outcome.PASSED)
    cases = (ended.get(case.id) or _timed_out(case, exceeded, running) for case in blank.cases)
    return replace(blank, cases=tuple(cases), tries=MAX_KILLS)


def _timed_out(case: Case, exceeded: ExceededLimit, running: str) -> Case:
    limit = f"the hard limit of one {exceeded.limit}, {exceeded.seconds:g} seconds"
    if case.id == running or not running:
        message, cause = f"the evaluation did not end within {limit}; its process was killed {MAX_KILLS} times", ""
    else:
        message, cause = f"not tried: {running} did not end within {limit}", running
    return replace(case, outcome=Outcome.TIMEOUT, failure=Failure(FailureKind.TIMEOUT, message, cause))
