"""Repetition of an attempt whose failure the project may not have caused."""

from __future__ import annotations

from dataclasses import replace

from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.failure import INFRASTRUCTURE, MAY_BE_THE_MACHINE, Failure, FailureKind


def was_lost(evaluation: Evaluation) -> bool:
    """Return True when a process, sandbox or page of the project was lost during a case.

    The machine (for example its out-of-memory killer) or the project itself may be the cause, which cannot be
    distinguished, so the attempt is repeated once. Only observations of the runtime count, never the project's output.
    """
    return any(case.failure is not None and case.failure.kind in MAY_BE_THE_MACHINE for case in evaluation.cases)


def cause_of_repetition(evaluation: Evaluation) -> Failure | None:
    """Return the first failure that the project may not have caused."""
    doubtful = INFRASTRUCTURE | MAY_BE_THE_MACHINE
    return next((case.failure for case in evaluation.cases if case.failure and case.failure.kind in doubtful), None)


def doubted(evaluation: Evaluation, why: str, kind: FailureKind) -> Evaluation:
    """Convert every failure that may be caused by timing into an infrastructure failure with the reason `why`."""
    return replace(evaluation, cases=tuple(_doubted(case, why, kind) for case in evaluation.cases))


def _doubted(case: Case, why: str, kind: FailureKind) -> Case:
    if case.outcome in (Outcome.PASSED, Outcome.UNANSWERED, Outcome.INFRASTRUCTURE):
        return case
    failure = Failure(kind, f"{why}; before: {case.outcome}, {case.reason}")
    return replace(case, outcome=Outcome.INFRASTRUCTURE, failure=failure)
