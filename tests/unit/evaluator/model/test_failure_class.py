"""Every failure has a class, decided by its kind."""

from __future__ import annotations

import pytest

from evaluator.model.evaluation import CLASSES, Case, FailureClass, Outcome, count_failure_classes, failure_class
from simulators.failures import INFRASTRUCTURE, Failure, FailureKind, NamedException


def _case(kind: FailureKind, outcome: Outcome = Outcome.FAILED, message: str = "") -> Case:
    return Case("t", (), outcome, Failure(kind, message))


def test_every_kind_is_decided_and_no_infrastructure_failure_has_a_class() -> None:
    assert set(CLASSES) == set(FailureKind)
    assert all(CLASSES[kind] is None for kind in INFRASTRUCTURE)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (FailureKind.COLLECTION_ERROR, FailureClass.EXECUTABILITY),
        (FailureKind.EXPECTATION, FailureClass.REQUIREMENT_MISMATCH),
        (FailureKind.TEST_ERROR, FailureClass.NON_FUNCTIONAL),
        (FailureKind.TIMEOUT, FailureClass.NON_FUNCTIONAL),
        (FailureKind.BLOCKED, None),
    ],
)
def test_the_class_of_a_kind(kind: FailureKind, expected: FailureClass | None) -> None:
    assert failure_class(_case(kind, message="SyntaxError AssertionError TimeoutError")) is expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("TypeError: 3", FailureClass.NON_FUNCTIONAL),
        ("ModuleNotFoundError: No module named 'x'", FailureClass.EXECUTABILITY),
        ("SyntaxError: invalid", FailureClass.EXECUTABILITY),
    ],
)
def test_the_class_of_a_named_exception_comes_before_that_of_what_was_expected(
    title: str, expected: FailureClass
) -> None:
    for kind in (FailureKind.EXPECTATION, FailureKind.NOT_FOUND):
        failure = Failure(
            kind, "the text 'total' is not on the page", exception=NamedException(title, "views.py line 41")
        )
        assert failure_class(Case("t", (), Outcome.FAILED, failure)) is expected


def test_cases_are_counted_by_class() -> None:
    cases = [
        Case("passed", (), Outcome.PASSED),
        Case("skipped", (), Outcome.SKIPPED),
        _case(FailureKind.EXPECTATION),
        _case(FailureKind.EXPECTATION),
        _case(FailureKind.NOT_STARTED, Outcome.NOT_RUNNABLE),
        _case(FailureKind.PROCESS_KILLED, Outcome.INFRASTRUCTURE),
        _case(FailureKind.TESTCODE_ERROR, Outcome.ERROR),
        _case(FailureKind.TESTCODE_ERROR, Outcome.MISSION_DEFECT),
    ]
    assert count_failure_classes(cases) == {
        FailureClass.EXECUTABILITY: 1,
        FailureClass.REQUIREMENT_MISMATCH: 2,
        FailureClass.NON_FUNCTIONAL: 0,
        FailureClass.TESTCODE_ERROR: 1,
    }
