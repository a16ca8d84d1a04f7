"""What workers report while they work: progress events, and the cases that hard time limits of evaluations count.

Workers append events to a file of the run, the main process follows it. A watchdog process kills a worker that exceeds
a hard limit, whatever the worker computes. Hard limits are several times what the evaluator's own limits add up to, so
that a slow machine does not reach them, and end what those cannot: a library that holds the interpreter's lock. The job
of a killed worker is repeated by another. An evaluation whose worker was killed `MAX_KILLS` times is not repeated: its
cases that had not ended time out.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from evaluator.io.files import append_json, read_json_lines
from evaluator.model.evaluation import RUNNABLE, Case, Evaluation, Outcome
from evaluator.runs.folder.paths import AttemptPaths
from simulators.data_files import parse_json
from simulators.failures import Failure, FailureKind
from simulators.runtime.processes.watchdog import TimeLimit, Watchdog
from simulators.runtime.worker_context import WorkerContext

GENERATING, EVALUATING = "building", "evaluating"
"""Phases of an attempt."""

POLL_SECONDS = 0.1
"""Seconds between two reads of the file."""


@dataclass(frozen=True)
class Event:
    """An attempt entered a phase, or finished case `number` of `total`."""

    attempt: str
    phase: str
    number: int = 0
    total: int = 0
    case: str = ""
    outcome: str = ""
    reason: str = ""


def append_event(path: Path, event: Event) -> None:
    """Append an event in one write, so that lines of several processes do not mix."""
    line = (json.dumps(asdict(event)) + "\n").encode()
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(handle, line)
    finally:
        os.close(handle)


@contextmanager
def followed(path: Path, receive: Callable[[Event], None]) -> Iterator[None]:
    """Pass the events that are appended to `path` to `receive`, in a thread; remove the file at the end."""
    path.unlink(missing_ok=True)
    ended = threading.Event()
    reader = threading.Thread(target=_follow, args=(path, receive, ended), daemon=True)
    reader.start()
    try:
        yield
    finally:
        ended.set()
        reader.join()
        path.unlink(missing_ok=True)


def _follow(path: Path, receive: Callable[[Event], None], ended: threading.Event) -> None:
    position = 0
    while True:
        last = ended.wait(POLL_SECONDS)
        position = _passed_on(path, position, receive)
        if last:
            return


def _passed_on(path: Path, position: int, receive: Callable[[Event], None]) -> int:
    """Read complete lines from `position` on; return the position behind them."""
    try:
        with path.open("rb") as handle:
            handle.seek(position)
            lines = handle.read().splitlines(keepends=True)
    except FileNotFoundError:
        return position
    for line in lines:
        if not line.endswith(b"\n"):
            break
        position += len(line)
        if (event := _event(line)) is not None:
            receive(event)
    return position


def _event(line: bytes) -> Event | None:
    """Return the event of a line; None for one that a shared file system mixed with another."""
    try:
        return Event(**parse_json(line, "event"))
    except (ValueError, TypeError):
        return None


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
