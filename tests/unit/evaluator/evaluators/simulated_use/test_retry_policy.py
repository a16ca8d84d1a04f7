"""Which results are evaluated again: the failure kind decides, never a text."""

from __future__ import annotations

import pytest
from selenium.common.exceptions import InvalidSessionIdException, JavascriptException, WebDriverException

from evaluator.evaluators.simulated_use.outcomes import kind_of, verdict_of
from evaluator.evaluators.simulated_use.retry_policy import was_lost
from evaluator.model.verdicts import Judgement, TestcodeResult, Verdict
from simulators.deadline import Deadline
from simulators.errors import ExpectationFailed, InfrastructureError, InvalidAnswer, TestcodeTimeout
from simulators.failures import FailureKind

PRETENCES = (
    "the project's server ended by signal SIGKILL",
    "ended with status 137",
    "ended with status 125",
    "the page crashed",
    "tab crashed",
    "the window was closed",
)


def judgement(verdict: Verdict, reason: str, kind: FailureKind | None) -> Judgement:
    result = TestcodeResult("t", "page", "function", verdict, reason, kind=kind)
    return Judgement("m", TestcodeResult("runnable", "", "", Verdict.PASSED), (result,))


@pytest.mark.parametrize("reason", PRETENCES)
def test_a_reason_that_reads_like_a_lost_process_is_not_one(reason: str) -> None:
    assert not was_lost(judgement(Verdict.FAILED, reason, FailureKind.EXPECTATION))
    assert not was_lost(judgement(Verdict.FAILED, reason, FailureKind.PROCESS_EXITED))


@pytest.mark.parametrize("kind", [FailureKind.PROCESS_KILLED, FailureKind.PAGE_LOST])
def test_a_lost_process_or_page_is_one_whatever_the_reason_says(kind: FailureKind) -> None:
    assert was_lost(judgement(Verdict.FAILED, "", kind))
    assert not was_lost(judgement(Verdict.PASSED, "", kind))


@pytest.mark.parametrize(
    ("error", "kind", "verdict"),
    [
        (AssertionError("ended by signal SIGKILL"), FailureKind.EXPECTATION, Verdict.FAILED),
        (ValueError("tab crashed"), FailureKind.TESTCODE_ERROR, Verdict.FAILED),
        (ExpectationFailed("gone", FailureKind.PAGE_LOST), FailureKind.PAGE_LOST, Verdict.FAILED),
        (TestcodeTimeout("late"), FailureKind.TIMEOUT, Verdict.TIMEOUT),
        (InvalidAnswer("vacuous"), FailureKind.INVALID_ANSWER, Verdict.UNANSWERED),
        (InfrastructureError("broken"), FailureKind.INTERNAL, Verdict.INFRASTRUCTURE),
        (InvalidSessionIdException("gone"), FailureKind.BROWSER_LOST, Verdict.INFRASTRUCTURE),
        (WebDriverException("tab crashed"), FailureKind.PAGE_LOST, Verdict.FAILED),
        (JavascriptException("tab crashed"), FailureKind.TESTCODE_ERROR, Verdict.FAILED),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else value.name,
)
def test_the_kind_of_an_exception_decides_its_verdict(error: Exception, kind: FailureKind, verdict: Verdict) -> None:
    assert kind_of(error, Deadline.after(60)) is kind
    assert verdict_of(kind) is verdict


def test_whatever_is_raised_after_the_time_limit_is_a_timeout() -> None:
    assert kind_of(InfrastructureError("broken"), Deadline(0.0, 1.0)) is FailureKind.TIMEOUT


def test_an_exception_that_borrows_the_name_of_an_engine_s_is_not_one() -> None:
    borrowed = type("InvalidSessionIdException", (Exception,), {})
    assert kind_of(borrowed("gone"), Deadline.after(60)) is FailureKind.TESTCODE_ERROR
