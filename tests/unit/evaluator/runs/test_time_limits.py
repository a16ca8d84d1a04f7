"""An evaluation that is ended at its hard limit has an outcome for every case, and is repeated once."""

from __future__ import annotations

import signal
from pathlib import Path

from evaluator.engines.forked_workers import Local
from evaluator.engines.scheduling import JobList, run_all
from evaluator.model.evaluation import RUNNABLE, Case, Evaluation, Outcome
from evaluator.runs.execution.events import (
    EXTRA_SECONDS,
    LIMIT_FACTOR,
    LoggedStep,
    evaluation_over_limit,
    exceeded_limit,
    forget_limits,
    read_case_log,
    time_limits,
)
from evaluator.runs.folder.paths import AttemptPaths

BLANK = Evaluation("use", tuple(Case(name, (), Outcome.NOT_RUNNABLE) for name in (RUNNABLE, "one", "two", "three")))
PASSED = Case("one", ("page",), Outcome.PASSED, seconds=1.5)


def _stuck_unless_ended(paths: AttemptPaths) -> tuple[Outcome, ...]:
    """Do an order that never ends by itself, until its worker was killed as often as the limits allow."""
    if exceeded := exceeded_limit(paths, "use"):
        evaluation = evaluation_over_limit(BLANK, exceeded, read_case_log(paths))
        forget_limits(paths)
        return tuple(case.outcome for case in evaluation.cases)
    with time_limits(paths, "use", None) as limits:
        limits.begins(RUNNABLE, 1)
        limits.begins("one", 1)
        limits.ended(PASSED)
        limits.begins("two", (0.1 - EXTRA_SECONDS) / LIMIT_FACTOR)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sum(range(10**15))
    raise AssertionError


def test_the_case_that_was_running_and_later_ones_time_out(tmp_path: Path) -> None:
    paths = AttemptPaths(tmp_path)

    ((_, found),) = run_all(Local(1), _stuck_unless_ended, JobList([paths]))

    assert found == (Outcome.PASSED, Outcome.PASSED, Outcome.TIMEOUT, Outcome.TIMEOUT)
    assert list(tmp_path.iterdir()) == []


def test_reasons_name_the_case_that_was_running(tmp_path: Path) -> None:
    paths = AttemptPaths(tmp_path)
    paths.exceeded_limits.write_text('{"evaluator": "use", "limit": "case", "seconds": 300.0}\n' * 2)
    exceeded = exceeded_limit(paths, "use")
    assert exceeded is not None

    steps = LoggedStep(RUNNABLE), LoggedStep("one"), LoggedStep("one", PASSED), LoggedStep("two")
    evaluation = evaluation_over_limit(BLANK, exceeded, steps)

    _, one, two, three = evaluation.cases
    assert one == PASSED
    assert "did not end within the hard limit of one case, 300 seconds" in two.reason
    assert (three.reason, three.caused_by) == (f"not tried: two {two.reason[15:].split(';')[0]}", "two")


def test_one_kill_is_not_counted_nor_those_of_another_evaluator(tmp_path: Path) -> None:
    paths = AttemptPaths(tmp_path)
    lines = [
        '{"evaluator": "use", "limit": "case", "seconds": 1}',
        '{"evaluator": "tests", "limit": "case", "seconds": 1}',
    ]
    paths.exceeded_limits.write_text("\n".join([*lines, '{"evaluator": "use", "limi']))

    assert exceeded_limit(paths, "use") is None


def test_a_try_that_was_repeated_does_not_count(tmp_path: Path) -> None:
    paths = AttemptPaths(tmp_path)
    with time_limits(paths, "use", None) as limits:
        for _ in range(2):
            limits.begins(RUNNABLE, 1)
            limits.begins("one", 1)
        limits.ended(PASSED)

    assert read_case_log(paths) == (LoggedStep(RUNNABLE), LoggedStep("one"), LoggedStep("one", PASSED))
