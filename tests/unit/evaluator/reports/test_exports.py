"""Outcomes for other programs: JUnit XML."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from evaluator.benchmarks.projecteval import ProjectEval
from evaluator.model.evaluation import RUNNABLE, Case, Evaluation, Outcome
from evaluator.model.result import Attempt, AttemptResult
from evaluator.reports.junit import write_junit
from evaluator.runs.results.results import Results
from simulators.failures import Failure, FailureKind
from tests.support.synthetic_runs import run_of

HOSTILE = 'a\x00b\x1b[31m ]]> <system-out> & "\ud800'


def _case(case_id: str, group: tuple[str, ...], outcome: Outcome, reason: str) -> Case:
    failure = None if outcome is Outcome.PASSED else Failure(FailureKind.EXPECTATION, reason)
    return Case(case_id, group, outcome, failure)


def _result(runnable: Outcome, *outcomes: Outcome, reason: str = "why") -> AttemptResult:
    cases = [_case(f"t{n}", ("A page", f"Does {n}"), outcome, reason) for n, outcome in enumerate(outcomes)]
    evaluation = Evaluation("simulated-use", (_case(RUNNABLE, (), runnable, reason), *cases), log=reason)
    return AttemptResult(Attempt("shop", "level-1", "direct"), None, {evaluation.evaluator: evaluation})


def _written(result: AttemptResult, tmp_path: Path) -> ElementTree.Element:
    write_junit(Results(run_of(tmp_path / "run", ["shop"]), ProjectEval(), (result,)), tmp_path / "junit.xml")
    suite = ElementTree.parse(tmp_path / "junit.xml").getroot().find("testsuite")
    assert suite is not None
    return suite


def test_what_follows_from_a_failure_is_skipped_and_our_own_fault_is_an_error(tmp_path: Path) -> None:
    verdicts = (Outcome.PASSED, Outcome.FAILED, Outcome.BLOCKED, Outcome.TIMEOUT, Outcome.INFRASTRUCTURE)
    suite = _written(_result(Outcome.PASSED, *verdicts), tmp_path)
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["6", "2", "1", "1"]
    kinds = [[child.tag for child in case if child.tag != "properties"] for case in suite.iter("testcase")]
    assert kinds == [[], [], ["failure"], ["skipped"], ["failure"], ["error"]]


def test_a_project_that_does_not_start_is_one_failure(tmp_path: Path) -> None:
    suite = _written(_result(Outcome.NOT_RUNNABLE, *[Outcome.NOT_RUNNABLE] * 3), tmp_path)
    assert [suite.get(name) for name in ("tests", "failures", "skipped")] == ["4", "1", "3"]


def test_whatever_a_project_prints_the_document_is_well_formed(tmp_path: Path) -> None:
    suite = _written(_result(Outcome.PASSED, Outcome.FAILED, reason=HOSTILE), tmp_path)
    told = suite.findtext("testcase/failure") or ""
    assert told.startswith(r"a\x00b\x1b[31m")
    assert "]]> <system-out>" in told
