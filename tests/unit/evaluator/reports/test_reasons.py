"""Causes on a terminal: each once, in at most twenty lines."""

from __future__ import annotations

from evaluator.model.evaluation import Outcome
from evaluator.reports.reasons import MAX_LINES, Cause, shown_causes


def _cause(number: int, cases: int = 1, details: int = 3) -> Cause:
    names = [f"shop case-{each}" for each in range(cases)]
    return Cause(
        Outcome.FAILED, f"cause {number}", f"cause {number}", tuple(f"detail {each}" for each in range(details)), names
    )


def test_a_cause_of_several_cases_has_their_number_and_names() -> None:
    cause = _cause(1, cases=8)
    assert cause.heading == "8 × failed: cause 1"
    assert cause.named.endswith("shop case-5 and 2 more")


def test_blocked_cases_are_counted_with_their_cause() -> None:
    one, two = _cause(1), _cause(2)
    one.blocked, two.blocked = 1, 2
    assert one.named == "shop case-0; 1 case is blocked by it"
    assert two.named == "shop case-0; 2 cases are blocked by it"


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
