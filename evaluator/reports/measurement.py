"""How well a mission distinguishes solutions: results of its controls, mutants and violations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from evaluator.agents.references import ChangesAgent, ViolatedSentence
from evaluator.io.files import read_json
from evaluator.model.evaluation import RUNNABLE, Outcome
from evaluator.model.result import AttemptResult
from evaluator.quality import Mutation
from evaluator.quality.mutation import ChangeState, Reviews, Verdict, state_of
from evaluator.runs.folder.run import Run
from evaluator.runs.results.results import results_of

C = TypeVar("C", Mutation, ViolatedSentence)


@dataclass(frozen=True)
class ChangeResult(Generic[C]):
    """One change of the reference; `detected_by` names the first testcode or test that did not pass."""

    change: C
    state: ChangeState
    detected_by: str = ""


MutantResult = ChangeResult[Mutation]
ViolationResult = ChangeResult[ViolatedSentence]


@dataclass(frozen=True)
class ControlResult:
    """One control: the testcodes that it passed, all tried, and those that raised or that the machine ended."""

    name: str
    passed: tuple[str, ...]
    tried: tuple[str, ...]
    errors: tuple[str, ...] = ()

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
    unit: str = "testcodes"
    """Name of what detects: testcodes, or the tests of a library's suites."""
    violations: tuple[ViolationResult, ...] = ()
    works_already: tuple[str, ...] = ()
    """Testcodes that the control `existing`, the project that is to be changed, has to pass."""

    def counted(self, reviews: Reviews) -> tuple[MutantResult, ...]:
        """Return the mutants that decide the rate: those that started and are not equivalent."""
        states = ChangeState.DETECTED, ChangeState.SURVIVED
        return tuple(each for each in self.mutants if each.state in states and not is_equivalent(each, reviews))

    def detected(self, reviews: Reviews) -> int:
        return sum(each.state is ChangeState.DETECTED for each in self.counted(reviews))

    def violations_noticed(self) -> int:
        return sum(each.state is ChangeState.DETECTED for each in self.violations)

    def silent(self, reviews: Reviews) -> int:
        """Return the number of survivors about which prompt and checklist are silent."""
        return sum(_survived_as(each, reviews, Verdict.SILENT) for each in self.mutants)


def is_equivalent(result: MutantResult, reviews: Reviews) -> bool:
    """Return True for a survivor that is reviewed as equivalent."""
    return _survived_as(result, reviews, Verdict.EQUIVALENT)


def _survived_as(result: MutantResult, reviews: Reviews, verdict: Verdict) -> bool:
    review = reviews.of(result.change)
    survived = result.state is ChangeState.SURVIVED
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
    errors = tuple(case.id for case in cases if case.outcome in (Outcome.ERROR, Outcome.INFRASTRUCTURE))
    passed = tuple(case.id for case in cases if case.passed)
    return ControlResult(name, passed, tuple(case.id for case in cases), errors)


def change_results(run: Run, agent: type[ChangesAgent], kind: type[C]) -> Iterator[ChangeResult[C]]:
    """Yield the result of every change of `agent`, stored as `kind`, that was built and evaluated."""
    for result in results_of(run).attempts:
        if _was_built(result) and result.cases:
            change = read_json(run.paths.of(result.attempt).transcript / agent.file, kind)
            yield ChangeResult(change, *state_of(result.cases))
