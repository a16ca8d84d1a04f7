"""Evaluator of the time and memory that a suite costs, beside those of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from evaluator.evaluators.interface import EvaluationOptions, Workbench
from evaluator.evaluators.pytest_suite import PytestSuite
from evaluator.evaluators.pytest_suite.run import OpenBox
from evaluator.evaluators.resources.measurement import measure_suite
from evaluator.evaluators.resources.ratios import (
    Figure,
    MeasuredPair,
    cpu_ratio,
    median_of,
    memory_ratio,
    time_ratio,
)
from evaluator.model.evaluation import Evaluation, Measure
from evaluator.model.solution import ArtifactKind, Solution
from missions.mission import Mission
from missions.project_files import Files
from missions.suites import Suite
from simulators.runtime.sandbox import BoxLimits

FIGURES: Mapping[str, tuple[str, Figure]] = {
    "wall_seconds": ("s", lambda usage: usage.wall),
    "cpu_seconds": ("s", lambda usage: usage.cpu),
    "peak_memory": ("bytes", lambda usage: usage.peak_memory),
    "mean_memory": ("bytes", lambda usage: usage.mean_memory),
    "cpu_load": ("percent", lambda usage: None if usage.cpu is None else 100 * usage.cpu / usage.wall),
}
"""Measures of absolute cost: unit and figure, each the median over executions."""


@dataclass(frozen=True)
class SuiteCost:
    """Executes the suite `suite` for its cases, then `repeats` times for its cost, alternately with the reference.

    Nothing is measured of a solution that does not pass every case: it did not do the work. Measures are medians in
    absolute terms with the reference's, and the ratios `time_ratio`, `cpu_ratio` and `memory_ratio` (reference /
    solution, so that more is better).
    """

    suite: str
    name: str = ""
    repeats: int = 5
    needs: frozenset[ArtifactKind] = frozenset({ArtifactKind.CODE})
    limits: BoxLimits = field(default_factory=BoxLimits)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or self.suite)

    def unavailable(self) -> str:
        return ""

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"repeats": str(self.repeats)}

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        evaluation = self._cases.not_built(mission, failure, workbench)
        return replace(evaluation, settings=self.settings(workbench.options))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        evaluation = self._cases.evaluate(solution, mission, workbench)
        suite, reference = mission.suite(self.suite), workbench.reference()
        measures: tuple[Measure, ...] = ()
        if suite is not None and evaluation.cases and all(case.passed for case in evaluation.cases):
            pairs = self.measured(suite, solution.files, reference.files if reference else None, workbench)
            measures = tuple(measures_of(pairs, reference is not None))
        return replace(evaluation, measures=measures, settings=self.settings(workbench.options))

    def measured(self, suite: Suite, files: Files, reference: Files | None, workbench: Workbench) -> list[MeasuredPair]:
        """Return the costs of `repeats` pairs of executions; a first pair, which fills caches, is not counted."""
        opened = partial(workbench.box, limits=self.limits)
        return list(pairs_of(suite, files, reference, opened, self.repeats))

    def measured_alone(self, suite: Suite, files: Files, workbench: Workbench) -> list[MeasuredPair]:
        """Return the cost of one execution without a reference, whatever its outcome."""
        usage = measure_suite(suite, files, partial(workbench.box, limits=self.limits))
        return [MeasuredPair(usage, usage)]

    @property
    def _cases(self) -> PytestSuite:
        return PytestSuite(self.suite, self.name, limits=self.limits)


def pairs_of(
    suite: Suite, files: Files, reference: Files | None, opened: OpenBox, repeats: int
) -> Iterator[MeasuredPair]:
    """Yield the pairs in which the reference passed every test. The order within a pair alternates."""
    for number in range(repeats + 1):
        pair = _pair(suite, files, reference, opened, solution_first=number % 2 == 0)
        if number and pair.reference.is_complete:
            yield pair


def _pair(suite: Suite, files: Files, reference: Files | None, opened: OpenBox, solution_first: bool) -> MeasuredPair:
    if reference is None:
        alone = measure_suite(suite, files, opened)
        return MeasuredPair(alone, alone)
    if solution_first:
        own = measure_suite(suite, files, opened)
        return MeasuredPair(own, measure_suite(suite, reference, opened))
    other = measure_suite(suite, reference, opened)
    return MeasuredPair(measure_suite(suite, files, opened), other)


def measures_of(pairs: Sequence[MeasuredPair], has_reference: bool) -> Iterator[Measure]:
    """Yield the medians of all figures, and the ratios where there is a reference."""
    own, others = [pair.solution for pair in pairs], [pair.reference for pair in pairs]
    for name, (unit, figure) in FIGURES.items():
        reference = median_of(others, figure) if has_reference else None
        yield Measure(name, median_of(own, figure), unit, reference, higher_is_better=False)
    for name, ratio in (("time_ratio", time_ratio), ("cpu_ratio", cpu_ratio), ("memory_ratio", memory_ratio)):
        yield Measure(name, ratio(pairs) if has_reference else None)
    yield Measure("executions", float(len(pairs)))
