"""Cases of a mission that its reference solution cannot pass: testcodes that raise on it, too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.failure import Failure, FailureKind


@dataclass(frozen=True)
class MissionDefects:
    """Defective cases of one mission by id, each with the reason that the reference's evaluation gives.

    A property of the mission, never of a project's outcome: figures leave out the same cases for every agent.
    """

    reasons: Mapping[str, str] = field(default_factory=dict)

    def __or__(self, other: MissionDefects) -> MissionDefects:
        return MissionDefects({**other.reasons, **self.reasons})

    def marked(self, evaluation: Evaluation) -> Evaluation:
        """Return `evaluation` with the outcome of every defective case replaced by `Outcome.MISSION_DEFECT`."""
        if not self.reasons:
            return evaluation
        return replace(evaluation, cases=tuple(map(self._marked, evaluation.cases)))

    def _marked(self, case: Case) -> Case:
        if case.id not in self.reasons or case.is_mission_defect:
            return case
        message = f"not counted, a defect of the mission: on the reference, {self.reasons[case.id]}"
        failure = Failure(FailureKind.TESTCODE_ERROR, f"{message}\nhere: {case.outcome}{_after_colon(case.reason)}")
        return replace(case, outcome=Outcome.MISSION_DEFECT, failure=failure, note="")


def defects_of(reference: Evaluation) -> MissionDefects:
    """Return the cases whose testcode raised in the evaluation of the reference, and those that they block."""
    reasons = {case.id: case.reason for case in reference.cases if case.testcode_raised}
    blocked = (case for case in reference.cases if case.outcome is Outcome.BLOCKED and case.caused_by in reasons)
    return MissionDefects({**reasons, **{case.id: case.reason for case in blocked}})


def _after_colon(reason: str) -> str:
    return f": {reason}" if reason else ""
