"""Attempt, the unit of scheduling and resuming, its stored results, and the growth of its project over the stages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from evaluator.model.evaluation import Case, Cases, Evaluation, MissionDefects, Outcome
from evaluator.model.generation import StepRecord, Usage
from evaluator.model.trajectory import Trajectory
from missions.project_files import ArtifactKind


@dataclass(frozen=True, order=True)
class Attempt:
    """One mission, built once from an input set by a strategy, as sample 1, 2, … or as the recorded run `recorded`."""

    mission: str
    input_set: str
    strategy: str
    sample: int = 1
    recorded: str = ""

    @property
    def label(self) -> str:
        """Name in messages and folders: ``bmi/level-1-direct/sample-1``; a recorded run's name replaces the sample."""
        return f"{self.mission}/{self.input_set}-{self.strategy}/{self.recorded or f'sample-{self.sample}'}"


@dataclass(frozen=True)
class Recording:
    """A recorded run: its input set, strategy, model (empty: unknown) and a digest of its files."""

    input_set: str
    strategy: str
    model: str
    digest: str


@dataclass(frozen=True)
class StageSummary:
    """One stage of an attempt: its folder below ``stages/``, cost, seconds, and the evaluators that measured it."""

    name: str
    folder: str
    failure: str = ""
    usage: Usage = Usage()
    seconds: float = 0.0
    evaluators: tuple[str, ...] = ()


@dataclass(frozen=True)
class GenerationRecord:
    """Content of an attempt's ``generation.json``: `artifacts` are the kinds that are stored, `asked` those that the
    agent had to produce. `built` says that they are complete."""

    built: bool
    failure: str = ""
    steps: tuple[StepRecord, ...] = ()
    artifacts: frozenset[ArtifactKind] = frozenset()
    asked: frozenset[ArtifactKind] = frozenset()
    trajectory: Trajectory | None = None
    stages: tuple[StageSummary, ...] = ()

    @property
    def produced(self) -> frozenset[ArtifactKind]:
        """Artifacts that can be evaluated: the project of an attempt that failed is not finished."""
        return self.artifacts - {ArtifactKind.CODE} if self.failure else self.artifacts


@dataclass(frozen=True)
class StageOutcome(Cases):
    """A stage with its evaluations by name."""

    summary: StageSummary
    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(case for evaluation in self.evaluations.values() for case in evaluation.cases)


@dataclass(frozen=True)
class AttemptResult(Cases):
    """Generation and evaluations of one attempt; None and missing names where a step is still to be done.

    `evaluations` are those of the final solution, `stages` the way to it.
    """

    attempt: Attempt
    generation: GenerationRecord | None
    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)
    stages: tuple[StageOutcome, ...] = ()

    @property
    def cases(self) -> tuple[Case, ...]:
        """Cases of all evaluations, in the order of the evaluators."""
        return tuple(case for evaluation in self.evaluations.values() for case in evaluation.cases)

    @property
    def seconds(self) -> float:
        """Seconds that all evaluations took."""
        return sum(evaluation.seconds for evaluation in self.evaluations.values())

    @property
    def tries(self) -> int:
        return max((evaluation.tries for evaluation in self.evaluations.values()), default=0)

    def marked(self, defects: MissionDefects) -> AttemptResult:
        """Return the result with the `defects` of its mission marked, which figures leave out."""
        stages = (replace(each, evaluations=_marked(each.evaluations, defects)) for each in self.stages)
        return replace(self, evaluations=_marked(self.evaluations, defects), stages=tuple(stages))

    def has_passed(self, case_id: str) -> bool:
        case = self.case(case_id)
        return case is not None and case.passed


def _marked(evaluations: Mapping[str, Evaluation], defects: MissionDefects) -> dict[str, Evaluation]:
    return {name: defects.marked(each) for name, each in evaluations.items()}


CaseKey = tuple[str, str, str]
"""Evaluator, case, and the stage that began or changed it."""


@dataclass(frozen=True)
class StageGrowth:
    """One evaluated stage, named `name`. `broken` are cases that passed after the stage before and do not now
    (regressions), `repaired` the reverse; cases that the stage began or changed are neither. `new` are those. `done` is
    the number of tasks that are done: stages of which all cases pass now. Several tries have one name."""

    folder: str
    name: str
    passed: int
    total: int
    new: int
    new_passed: int
    broken: tuple[str, ...]
    repaired: tuple[str, ...]
    done: int


def growth_of(stages: Sequence[StageOutcome]) -> tuple[StageGrowth, ...]:
    """Return the growth of every stage that was evaluated with cases, in order."""
    return tuple(_growth(stages))


def _growth(stages: Sequence[StageOutcome]) -> Iterator[StageGrowth]:
    before: dict[CaseKey, Case] = {}
    tasks: dict[CaseKey, str] = {}
    for stage in stages:
        cases = {
            (name, case.id, case.since): case
            for name, evaluation in stage.evaluations.items()
            for case in evaluation.cases
            if not case.is_mission_defect
        }
        if not cases:
            continue
        new = {key: case for key, case in cases.items() if key not in before}
        kept = {key: case for key, case in cases.items() if key in before}
        names = {case.id for case in new.values()}
        tasks |= dict.fromkeys(cases.keys() - tasks.keys(), stage.summary.name)
        yield StageGrowth(
            stage.summary.folder,
            stage.summary.name,
            sum(case.passed for case in cases.values()),
            len(cases),
            len(new),
            sum(case.passed for case in new.values()),
            tuple(case.id for key, case in kept.items() if before[key].passed and _is_broken(case, names)),
            tuple(case.id for key, case in kept.items() if case.passed and not before[key].passed),
            len({tasks[key] for key in cases} - {tasks[key] for key, case in cases.items() if not case.passed}),
        )
        before = cases


def _is_broken(case: Case, new: set[str]) -> bool:
    """Return False for a case that passed, and for one that only waits for a new one which did not pass."""
    return not case.passed and not (case.outcome is Outcome.BLOCKED and case.caused_by in new)
