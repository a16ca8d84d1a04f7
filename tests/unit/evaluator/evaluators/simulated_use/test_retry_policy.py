"""Repetition of evaluations: the failure kind decides, never a text."""

from __future__ import annotations

import pytest
from selenium.common.exceptions import InvalidSessionIdException, JavascriptException, WebDriverException

from evaluator.evaluators.simulated_use.outcomes import failure_of, outcome_of
from evaluator.evaluators.simulated_use.play import was_lost
from evaluator.model.evaluation import Case, Evaluation, Outcome
from simulators.clocks import Deadline
from simulators.errors import ExpectationFailed, InfrastructureError, InvalidAnswer, TestcodeTimeout
from simulators.failures import Failure, FailureKind

PRETENCES = (
    "the project's server ended by signal SIGKILL",
    "ended with status 137",
    "ended with status 125",
    "the page crashed",
    "tab crashed",
    "the window was closed",
)


def evaluation(reason: str, kind: FailureKind | None) -> Evaluation:
    failure = None if kind is None else Failure(kind, reason)
    return Evaluation("e", (Case("t", ("page",), Outcome.FAILED if failure else Outcome.PASSED, failure),))


@pytest.mark.parametrize("reason", PRETENCES)
def test_a_reason_that_reads_like_a_lost_process_is_not_one(reason: str) -> None:
    assert not was_lost(evaluation(reason, FailureKind.EXPECTATION))
    assert not was_lost(evaluation(reason, FailureKind.PROCESS_EXITED))


@pytest.mark.parametrize("kind", [FailureKind.PROCESS_KILLED, FailureKind.PAGE_LOST])
def test_a_lost_process_or_page_is_one_whatever_the_reason_says(kind: FailureKind) -> None:
    assert was_lost(evaluation("", kind))
    assert not was_lost(evaluation("the page crashed", None))


@pytest.mark.parametrize(
    ("error", "kind", "outcome"),
    [
        (AssertionError("ended by signal SIGKILL"), FailureKind.EXPECTATION, Outcome.FAILED),
        (ValueError("tab crashed"), FailureKind.TESTCODE_ERROR, Outcome.FAILED),
        (ExpectationFailed("gone", FailureKind.PAGE_LOST), FailureKind.PAGE_LOST, Outcome.FAILED),
        (TestcodeTimeout("late"), FailureKind.TIMEOUT, Outcome.TIMEOUT),
        (InvalidAnswer("vacuous"), FailureKind.INVALID_ANSWER, Outcome.UNANSWERED),
        (InfrastructureError("broken"), FailureKind.INTERNAL, Outcome.INFRASTRUCTURE),
        (InvalidSessionIdException("gone"), FailureKind.BROWSER_LOST, Outcome.INFRASTRUCTURE),
        (WebDriverException("tab crashed"), FailureKind.PAGE_LOST, Outcome.FAILED),
        (JavascriptException("tab crashed"), FailureKind.TESTCODE_ERROR, Outcome.FAILED),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else value.name,
)
def test_the_kind_of_an_exception_decides_its_outcome(error: Exception, kind: FailureKind, outcome: Outcome) -> None:
    assert failure_of(error, Deadline.after(60)).kind is kind
    assert outcome_of(kind) is outcome


def test_whatever_is_raised_after_the_time_limit_is_a_timeout() -> None:
    assert failure_of(InfrastructureError("broken"), Deadline(0.0, 1.0)).kind is FailureKind.TIMEOUT


def test_an_exception_that_borrows_the_name_of_an_engine_s_is_not_one() -> None:
    borrowed = type("InvalidSessionIdException", (Exception,), {})
    assert failure_of(borrowed("gone"), Deadline.after(60)).kind is FailureKind.TESTCODE_ERROR
