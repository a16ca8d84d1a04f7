"""Results of the controls and mutants of one mission, from the runs that tried them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from evaluator.agents.mutants import MUTATION
from evaluator.io.atomic import read_json
from evaluator.model.evaluation import RUNNABLE, Case, Outcome
from evaluator.model.result import AttemptResult
from evaluator.mutation import Mutation
from evaluator.mutation.reviews import Reviews, Verdict
from evaluator.runs.folder.run import Run
from evaluator.runs.results.results import results_of


class MutantState(StrEnum):
    """`STILLBORN`: it does not start, so no testcode was tried. `UNKNOWN`: the infrastructure failed."""

    DETECTED = "detected"
    SURVIVED = "survived"
    STILLBORN = "stillborn"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class MutantResult:
    """One mutant; `detected_by` names the first testcode that did not pass."""

    mutation: Mutation
    state: MutantState
    detected_by: str = ""


@dataclass(frozen=True)
class ControlResult:
    """One control: the testcodes that it passed, and all that were tried."""

    name: str
    passed: tuple[str, ...]
    tried: tuple[str, ...]

    @property
    def failed(self) -> tuple[str, ...]:
        return tuple(name for name in self.tried if name not in self.passed)


@dataclass(frozen=True)
class MissionMeasurement:
    """All results of one mission; `possible` is the number of mutants that can be generated, `subject` the digest of
    mission and reference as they were measured."""

    mission: str
    title: str
    possible: int
    controls: tuple[ControlResult, ...]
    mutants: tuple[MutantResult, ...]
    testcodes: int = 0
    subject: str = ""

    def counted(self, reviews: Reviews) -> tuple[MutantResult, ...]:
        """Return the mutants that decide the rate: those that started and are not equivalent."""
        states = MutantState.DETECTED, MutantState.SURVIVED
        return tuple(each for each in self.mutants if each.state in states and not is_equivalent(each, reviews))

    def detected(self, reviews: Reviews) -> int:
        return sum(each.state is MutantState.DETECTED for each in self.counted(reviews))

    def silent(self, reviews: Reviews) -> int:
        """Return the number of survivors about which prompt and checklist are silent."""
        return sum(_survived_as(each, reviews, Verdict.SILENT) for each in self.mutants)


def is_equivalent(result: MutantResult, reviews: Reviews) -> bool:
    """Return True for a survivor that is reviewed as equivalent."""
    return _survived_as(result, reviews, Verdict.EQUIVALENT)


def _survived_as(result: MutantResult, reviews: Reviews, verdict: Verdict) -> bool:
    review = reviews.of(result.mutation)
    survived = result.state is MutantState.SURVIVED
    return survived and review is not None and review.verdict is verdict


def control_results(run: Run, names: Mapping[str, str]) -> tuple[ControlResult, ...]:
    """Return the results of a run's attempts whose recording is in `names`, by the names given there."""
    attempts = {result.attempt.recorded: result for result in results_of(run).attempts}
    return tuple(
        _control(name, attempts[recorded])
        for recorded, name in names.items()
        if recorded in attempts and _was_built(attempts[recorded])
    )


def _was_built(result: AttemptResult) -> bool:
    return result.generation is not None and result.generation.built


def _control(name: str, result: AttemptResult) -> ControlResult:
    cases = [case for case in result.cases if case.id != RUNNABLE and not case.is_mission_defect]
    return ControlResult(name, tuple(case.id for case in cases if case.passed), tuple(case.id for case in cases))


def mutant_results(run: Run) -> Iterator[MutantResult]:
    """Yield the result of every mutant that was built and evaluated."""
    for result in results_of(run).attempts:
        if _was_built(result) and result.cases:
            mutation = read_json(run.paths.of(result.attempt).transcript / MUTATION, Mutation)
            yield MutantResult(mutation, *_state(result.cases))


NOT_DETECTING = frozenset({Outcome.SKIPPED, Outcome.MISSION_DEFECT})


def _state(cases: tuple[Case, ...]) -> tuple[MutantState, str]:
    runnable = next(case for case in cases if case.id == RUNNABLE)
    if any(case.outcome is Outcome.INFRASTRUCTURE for case in cases):
        return MutantState.UNKNOWN, ""
    if not runnable.passed:
        return MutantState.STILLBORN, ""
    wrong = (case.id for case in cases if not case.passed and case.outcome not in NOT_DETECTING)
    first = next(wrong, "")
    return (MutantState.DETECTED, first) if first else (MutantState.SURVIVED, "")
