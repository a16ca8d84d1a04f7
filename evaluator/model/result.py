"""Stored results of one attempt: how it was built, and its evaluations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from evaluator.model.attempt import Attempt
from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.generation import StepRecord
from evaluator.model.mission_defects import MissionDefects
from evaluator.model.solution import ArtifactKind
from evaluator.model.trajectory import Trajectory
from missions.mission import Checklist
from simulators.runtime.start import Start


@dataclass(frozen=True)
class GenerationRecord:
    """Content of ``generation.json``. `built` says that ``solution/`` is complete, `artifacts` which others are."""

    built: bool
    failure: str = ""
    steps: tuple[StepRecord, ...] = ()
    parameters: Mapping[str, str] = field(default_factory=dict)
    start: Start | None = None
    checklist: Checklist | None = None
    artifacts: frozenset[ArtifactKind] = frozenset()
    asked: frozenset[ArtifactKind] = frozenset()
    trajectory: Trajectory | None = None


@dataclass(frozen=True)
class AttemptResult:
    """Generation and evaluations of one attempt; None and missing names where a step is still to be done."""

    attempt: Attempt
    generation: GenerationRecord | None
    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)

    @property
    def cases(self) -> tuple[Case, ...]:
        """Cases of all evaluations, in the order of the evaluators."""
        return tuple(case for evaluation in self.evaluations.values() for case in evaluation.cases)

    @property
    def passed(self) -> int:
        return sum(case.passed for case in self.cases)

    @property
    def total(self) -> int:
        """Number of cases without those of `MissionDefects`: a constant of the mission."""
        return sum(not case.is_mission_defect for case in self.cases)

    @property
    def seconds(self) -> float:
        """Seconds that all evaluations took."""
        return sum(evaluation.seconds for evaluation in self.evaluations.values())

    @property
    def tries(self) -> int:
        return max((evaluation.tries for evaluation in self.evaluations.values()), default=0)

    def marked(self, defects: MissionDefects) -> AttemptResult:
        """Return the result with the `defects` of its mission marked, which figures leave out."""
        return replace(self, evaluations={name: defects.marked(each) for name, each in self.evaluations.items()})

    def case(self, case_id: str) -> Case | None:
        return next((case for case in self.cases if case.id == case_id), None)

    def has_passed(self, case_id: str) -> bool:
        case = self.case(case_id)
        return case is not None and case.passed

    def counts(self) -> dict[Outcome, int]:
        """Return the number of cases per outcome that occurs."""
        return dict(Counter(case.outcome for case in self.cases))
