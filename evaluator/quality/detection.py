"""State of a changed reference after its evaluation: whether a testcode notices the change."""

from __future__ import annotations

from enum import StrEnum

from evaluator.model.evaluation import RUNNABLE, Case, Outcome


class ChangeState(StrEnum):
    """`STILLBORN`: it does not start, so no testcode was tried. `UNKNOWN`: the infrastructure failed."""

    DETECTED = "detected"
    SURVIVED = "survived"
    STILLBORN = "stillborn"
    UNKNOWN = "unknown"


NOT_DETECTING = frozenset({Outcome.SKIPPED, Outcome.MISSION_DEFECT})


def state_of(cases: tuple[Case, ...]) -> tuple[ChangeState, str]:
    """Return the state of a changed reference, and the first testcode that notices the change."""
    runnable = next((case for case in cases if case.id == RUNNABLE), None)
    if any(case.outcome is Outcome.INFRASTRUCTURE for case in cases):
        return ChangeState.UNKNOWN, ""
    if runnable is not None and not runnable.passed:
        return ChangeState.STILLBORN, ""
    wrong = (case.id for case in cases if not case.passed and case.outcome not in NOT_DETECTING)
    first = next(wrong, "")
    return (ChangeState.DETECTED, first) if first else (ChangeState.SURVIVED, "")
