"""Causes on a terminal: each once, in at most twenty lines."""

from __future__ import annotations

from pathlib import Path

from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.reports.reasons import MAX_LINES, Cause, causes_of, shown_causes
from simulators.failures import Failure, FailureKind, NamedException
from tests.support.synthetic_runs import failed, in_memory, run_of


def _cause(number: int, cases: int = 1, details: int = 3) -> Cause:
    names = [f"shop case-{each}" for each in range(cases)]
    return Cause(Outcome.FAILED, f"cause {number}", tuple(f"detail {each}" for each in range(details)), names)


def test_a_cause_of_several_cases_has_their_number_and_names() -> None:
    cause = _cause(1, cases=8)
    assert cause.heading == "8 × failed: cause 1"
    assert cause.named.endswith("shop case-5 and 2 more")


def test_blocked_cases_are_counted_with_their_cause() -> None:
    alone, first = _cause(1), _cause(2)
    first.followers = 2
    assert alone.named == "shop case-0"
    assert first.named == "shop case-0; costs 3 cases"


def _suite(*cases: Case) -> dict[str, Evaluation]:
    return {"tests": Evaluation("tests", cases)}


def _error(case_id: str, exception: NamedException, caused_by: str = "") -> Case:
    failure = Failure(
        FailureKind.COLLECTION_ERROR, f"{exception.words}\nwhile importing {case_id}", caused_by, exception
    )
    return Case(case_id, (), Outcome.ERROR, failure)


def test_an_import_error_of_many_files_is_one_cause_and_costs_most(tmp_path: Path) -> None:
    missing = NamedException("ImportError: cannot import name 'parse' from 'shop'")
    cases = [_error(f"test_{file}.py::test_{each}", missing, f"test_{file}.py") for file in "abc" for each in range(4)]
    others = [failed(f"other-{each}", "expected 1") for each in range(7)]
    causes = causes_of(in_memory(run_of(tmp_path, ["shop"]), _suite(*others, *cases)))
    assert [(cause.title, cause.lost) for cause in causes] == [(missing.title, 24), ("expected 1", 14)]


def test_an_exception_at_one_place_is_one_cause_whatever_its_message_and_the_expectation_were(tmp_path: Path) -> None:
    def raised(case_id: str, value: str) -> Case:
        exception = NamedException(f"KeyError: {value!r}", "views.py line 41, in total")
        failure = Failure(FailureKind.EXPECTATION, f"the site answered 500: {exception.words}", "", exception)
        return Case(case_id, (), Outcome.FAILED, failure)

    blocked = [failed(f"follows-{each}", "it needs a", FailureKind.BLOCKED, "a") for each in range(3)]
    found = causes_of(in_memory(run_of(tmp_path, ["shop"]), _suite(raised("a", "x"), raised("b", "y"), *blocked)))
    assert [(len(cause.cases), cause.lost) for cause in found] == [(4, 10)]
    assert (found[0].attempt, found[0].case) == (0, "a")


def test_at_most_twenty_lines_are_shown_and_the_rest_is_counted() -> None:
    for number in (1, 5, 9, 10, 11, 40):
        shown, left_out = shown_causes([_cause(each) for each in range(number)])
        lines = sum(1 + len(below) for _, below in shown)
        assert lines <= MAX_LINES
        assert len(shown) + left_out == number
    assert left_out == 30


def test_details_use_the_lines_that_remain() -> None:
    ((_, below),), _ = shown_causes([_cause(1, details=30)])
    assert len(below) == MAX_LINES - 1
