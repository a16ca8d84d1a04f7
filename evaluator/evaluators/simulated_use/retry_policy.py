"""Repetition of an attempt whose failure may not be the project's doing."""

from __future__ import annotations

from dataclasses import replace

from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.failure import MAY_BE_THE_MACHINE, Failure, FailureKind


def was_lost(evaluation: Evaluation) -> bool:
    """Return True when a process, sandbox or page of the project went away during a case.

    The machine may have done that (its out-of-memory killer, for one) or the project itself; the two cannot be
    distinguished, so the attempt is repeated once. Only what the runtime saw counts, never what the project printed.
    """
    return any(case.failure is not None and case.failure.kind in MAY_BE_THE_MACHINE for case in evaluation.cases)


def doubted(evaluation: Evaluation, why: str, kind: FailureKind) -> Evaluation:
    """Turn every failure that time may have had a part in into an infrastructure failure with the reason `why`."""
    return replace(evaluation, cases=tuple(_doubted(case, why, kind) for case in evaluation.cases))


def _doubted(case: Case, why: str, kind: FailureKind) -> Case:
    if case.outcome in (Outcome.PASSED, Outcome.UNANSWERED, Outcome.INFRASTRUCTURE):
        return case
    failure = Failure(kind, f"{why}; before: {case.outcome}, {case.reason}")
    return replace(case, outcome=Outcome.INFRASTRUCTURE, failure=failure)
