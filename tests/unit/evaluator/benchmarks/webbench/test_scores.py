"""Figures of Web-Bench by hand: pass@1, pass@2, error@1, regressions; cases of a report."""

from __future__ import annotations

import json

import pytest

from evaluator.benchmarks.webbench.benchmark import metrics, progress_of
from evaluator.benchmarks.webbench.evaluator import PLAYWRIGHT, TASKS
from evaluator.benchmarks.webbench.playwright_report import case_of, read_report, titled_tests
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.result import Attempt, AttemptResult, StageOutcome, StageSummary
from simulators.data_files import DataError
from simulators.failures import Failure, FailureKind

FAILED = Failure(FailureKind.EXPECTATION, "no")


def _stage(number: int, name: str, **tests: bool) -> StageOutcome:
    cases = tuple(
        Case(test, (), Outcome.PASSED if passed else Outcome.FAILED, None if passed else FAILED)
        for test, passed in tests.items()
    )
    summary = StageSummary(name, f"{number:02d}-{name}", evaluators=(PLAYWRIGHT,))
    return StageOutcome(summary, {PLAYWRIGHT: Evaluation(PLAYWRIGHT, cases, (Measure(TASKS, 4),))})


def _result(*stages: StageOutcome) -> AttemptResult:
    return AttemptResult(Attempt("notes", "requests", "sequential"), None, {}, stages)


def test_the_first_failed_task_ends_the_count_and_init_is_none() -> None:
    init = _stage(1, "init", a=False), _stage(2, "init", a=False)
    second = _stage(4, "task-2", a=True, b=True, c=False), _stage(5, "task-2", a=True, b=True, c=True)
    third = _stage(6, "task-3", a=True, d=False), _stage(7, "task-3", a=True, d=False)
    found = metrics([_result(*init, _stage(3, "task-1", a=True, b=True), *second, *third)])
    assert found == {"pass@1": 25.0, "pass@2": 50.0, "error@1": 50.0, "regressions": 0.0}


def test_all_tasks_are_100_percent_and_an_unfinished_attempt_is_not() -> None:
    stages = [_stage(number, f"task-{number}", a=True) for number in range(1, 5)]
    assert metrics([_result(*stages)])["pass@1"] == 100.0
    assert metrics([_result(*stages[:3])])["pass@1"] == 75.0


def test_a_test_that_passed_before_and_does_not_is_a_regression() -> None:
    found = metrics([_result(_stage(1, "task-1", a=True), _stage(2, "task-2", a=False, b=False))])
    assert found["regressions"] == 1.0


def test_an_attempt_that_was_not_asked_task_by_task_has_no_progress() -> None:
    result = AttemptResult(Attempt("notes", "requests", "at-once"), None, {PLAYWRIGHT: Evaluation(PLAYWRIGHT)})
    assert progress_of(result) is None
    assert metrics([result])["pass@1"] is None


def _report(status: str, *runs: str) -> bytes:
    words = "\x1b[31mexpected 2\x1b[39m"
    errors = [{"message": f"{words}\n\n> 7 | hidden\n    at /project/projects/notes/test/task-1.spec.js:7"}]
    failed = {"duration": 1500, "error": {"message": words}, "errors": errors}
    results = [{"status": run, **({} if run == "passed" else failed)} for run in runs]
    spec = {"title": "adds", "tests": [{"status": status, "results": results}]}
    group = {"title": "group", "specs": [spec]}
    return json.dumps({"suites": [{"title": "task-1.spec.js", "specs": [], "suites": [group]}]}).encode()


@pytest.mark.parametrize(
    ("status", "run", "outcome"),
    [
        ("expected", "passed", Outcome.PASSED),
        ("unexpected", "failed", Outcome.FAILED),
        ("unexpected", "timedOut", Outcome.TIMEOUT),
        ("skipped", "skipped", Outcome.SKIPPED),
    ],
)
def test_each_status_of_a_test_has_an_outcome(status: str, run: str, outcome: Outcome) -> None:
    ((titles, planned),) = titled_tests(read_report(_report(status, run)))
    case = case_of(titles, planned, with_code=False)
    assert (case.id, case.group, case.outcome) == ("task-1 › group › adds", ("task-1", "group"), outcome)
    assert (case.failure is None) == (outcome in (Outcome.PASSED, Outcome.SKIPPED))


def test_only_the_paper_s_rule_shows_lines_of_the_test() -> None:
    ((titles, planned),) = titled_tests(read_report(_report("unexpected", "failed")))
    assert case_of(titles, planned, with_code=False).reason == "expected 2"
    assert case_of(titles, planned, with_code=True).reason == (
        "expected 2\n\n> 7 | hidden\n    at ./test/task-1.spec.js:7"
    )


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"suites": [{"specs": 1}]}'])
def test_a_report_that_cannot_be_read_is_an_error_in_words(content: bytes) -> None:
    with pytest.raises(DataError):
        read_report(content)
