"""Evaluators of RAL-Bench by its two rules: suites, static measures, cost of suites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from evaluator.benchmarks.ralbench.data import RalTask
from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench, is_reference
from evaluator.evaluators.pytest_suite import PytestSuite, SuiteOptions, run_suite
from evaluator.evaluators.resources import SuiteCost, measures_of
from evaluator.evaluators.static_analysis.evaluator import StaticMeasures
from evaluator.evaluators.static_analysis.model import package_modules
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import ArtifactKind, Solution
from evaluator.model.options import Rule
from missions.mission import Mission
from missions.project_files import Files
from simulators.failures import Failure, FailureKind
from simulators.runtime.sandbox import BoxLimits

STATIC = "static_analysis"
CODE = frozenset({ArtifactKind.CODE})
MEBIBYTE = 1 << 20
NOT_STARTED = Failure(
    FailureKind.COLLECTION_ERROR, "the original's pytest imports pygments from this solution and fails"
)
PAPER_FIGURES = ("wall_seconds", "mean_memory", "cpu_load")
"""Measures that rule ``paper`` compares with the published figures of the reference."""


PYTEST_NEEDS = (
    "pygments/formatters/terminal.py",
    "pygments/lexer.py",
    "pygments/lexers/diff.py",
    "pygments/lexers/python.py",
)
"""Modules that the original's pytest imports at its start, from the solution where it has a package of that name."""


def keeps_pytest_from_starting(files: Files) -> bool:
    """Return True for a solution whose package pygments the original's pytest cannot use: no suite starts there."""
    has_package = any(path.startswith("pygments/") for path in files)
    return has_package and not all(path in files or _as_package(path) in files for path in PYTEST_NEEDS)


def _as_package(module: str) -> str:
    return f"{module.removesuffix('.py')}/__init__.py"


def task_of(mission: Mission) -> RalTask:
    """Return what a mission's task file says; nothing for missions of another format."""
    return mission.facts(RalTask) or RalTask(".", {})


@dataclass(frozen=True)
class RalSuite(Evaluator):
    """Executes a suite for its cases: functional, robustness.

    Rule ``strict`` has the cases of the reference and their controls (`PytestSuite`); rule ``paper`` takes what pytest
    finds, and fails a suite whose path the original cannot read.
    """

    name: str
    suite: str
    limits: BoxLimits = field(default_factory=BoxLimits)

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"rule": options.rule}

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return self._with_totals(self._strict.not_built(mission, failure, workbench), mission, workbench)

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        if workbench.options.rule is Rule.STRICT:
            found = self._strict.evaluate(solution, mission, workbench)
        else:
            found = self._as_published(solution, mission, workbench)
        return self._with_totals(found, mission, workbench)

    @property
    def _strict(self) -> PytestSuite:
        return PytestSuite(self.suite, self.name, limits=self.limits)

    def _as_published(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        suite = mission.suite(self.suite)
        if suite is None:
            return Evaluation(self.name)
        if self.suite in task_of(mission).unreadable_suites:
            why = Failure(FailureKind.NOT_FOUND, "the original cannot read the path of this suite, a list")
            return Evaluation(self.name, (Case(self.suite, (self.suite,), Outcome.FAILED, why),))
        if keeps_pytest_from_starting(solution.files):
            return Evaluation(self.name, (Case(self.suite, (self.suite,), Outcome.ERROR, NOT_STARTED),))
        run = run_suite(
            suite, solution.files, lambda files: workbench.box(files, limits=self.limits), SuiteOptions(controls=False)
        )
        return self._strict.evaluation(run, suite, workbench)

    def _with_totals(self, evaluation: Evaluation, mission: Mission, workbench: Workbench) -> Evaluation:
        """Add the published number of tests, and the rule."""
        total = task_of(mission).baselines.get(f"{self.suite}_tests")
        measures = (*evaluation.measures, Measure("published_tests", total))
        return replace(evaluation, measures=measures, settings=self.settings(workbench.options))


@dataclass(frozen=True)
class RalStatic(Evaluator):
    """Static measures beside those of the reference: the published figures by rule ``paper``, the reference's own by
    rule ``strict`` where it is there."""

    name: str = STATIC

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"rule": options.rule, **_static_of("", self.name).settings(options)}

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        found = _static_of(mission.package, self.name).not_built(mission, failure, workbench)
        return replace(found, settings=self.settings(workbench.options))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        if workbench.options.rule is Rule.PAPER and keeps_pytest_from_starting(solution.files):
            return self.not_built(mission, NOT_STARTED.message, workbench)
        measured = _static_of(mission.package, self.name, mission.id)
        found = measured.evaluate(solution, mission, workbench)
        modules = Measure("package_modules", float(package_modules(solution.files, mission.package)))
        measures = [self._with_reference(one, measured, solution, mission, workbench) for one in found.measures]
        return replace(found, measures=(*measures, modules), settings=self.settings(workbench.options))

    def _with_reference(
        self, measure: Measure, measured: StaticMeasures, solution: Solution, mission: Mission, workbench: Workbench
    ) -> Measure:
        published = task_of(mission).baselines.get(measure.name)
        if workbench.options.rule is Rule.PAPER and published is not None:
            return replace(measure, reference=published)
        if workbench.reference() is None:
            return replace(measure, reference=published)
        if is_reference(solution.files, workbench):
            return replace(measure, reference=measure.value)
        return measure


def _static_of(package: str, name: str, mission_id: str = "") -> StaticMeasures:
    unlimited = StaticMeasures(name, packages={mission_id: package} if mission_id else None)
    return unlimited if not unlimited.unavailable() else replace(unlimited, bandit=False)


@dataclass(frozen=True)
class RalCost(Evaluator):
    """Cost of a suite: by rule ``strict`` relative to the reference in the same run, by rule ``paper`` one execution
    beside the published figures."""

    name: str
    repeats: int = 5

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"rule": options.rule, **self._strict.settings(options)}

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return replace(self._strict.not_built(mission, failure, workbench), settings=self.settings(workbench.options))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        if workbench.options.rule is Rule.STRICT:
            found = self._strict.evaluate(solution, mission, workbench)
        else:
            found = self._as_published(solution, mission, workbench)
        return replace(found, settings=self.settings(workbench.options))

    @property
    def _strict(self) -> SuiteCost:
        return SuiteCost(self.name, repeats=self.repeats)

    def _as_published(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        found = RalSuite(self.name, self.name).evaluate(solution, mission, workbench)
        suite = mission.suite(self.name)
        if suite is None or not found.cases or any(case.outcome in FAILING for case in found.cases):
            return found
        usage = self._strict.measured_alone(suite, solution.files, workbench)
        measures = [one for one in measures_of(usage, has_reference=False) if one.name in PAPER_FIGURES]
        return replace(found, measures=(*found.measures, *_published(measures, task_of(mission))))


FAILING = frozenset(Outcome) - {Outcome.PASSED, Outcome.SKIPPED}


def _published(measures: Sequence[Measure], task: RalTask) -> list[Measure]:
    """Return the measures with the published figures of the reference, in the same units."""
    units = {"mean_memory": MEBIBYTE}
    return [
        replace(
            one, reference=None if (known := task.baselines.get(one.name)) is None else known * units.get(one.name, 1)
        )
        for one in measures
    ]
