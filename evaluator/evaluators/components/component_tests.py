"""Pass: each component passes all of its tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evaluator.evaluators.components.completion import case_of
from evaluator.evaluators.components.design import Component, design_of
from evaluator.evaluators.interface import Evaluator, Workbench
from evaluator.evaluators.pytest_suite import CaseOutcome, PytestSuite, SuiteCase, SuiteRun
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import Solution
from missions.component_tests import ComponentTests
from missions.mission import Mission
from missions.reference import Suite
from simulators.failures import Failure, FailureKind

EXCEPTIONS = "exceptions"
"""Measures ``exceptions.TYPE``: failed tests by the type of what was raised; ``none``: the process ended before."""


@dataclass(frozen=True)
class ComponentPass(Evaluator):
    """A case per component that has tests (`missions.component_tests`): all of them pass.

    The suites are executed as by `PytestSuite`. A mission without the table has no case.
    """

    name: str = "component_tests"

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        tested, runs = _tested(mission, workbench), []
        for suite in _suites(mission):
            evaluator = PytestSuite(suite.name)
            run = evaluator.executed(solution, suite, workbench)
            if isinstance(run, Failure):
                return Evaluation(self.name, tuple(_unknown(component, run) for component, _ in tested))
            runs.append(run)
        return self._evaluation(tested, runs, workbench)

    def _evaluation(
        self, tested: Sequence[tuple[Component, tuple[str, ...]]], runs: Sequence[SuiteRun], workbench: Workbench
    ) -> Evaluation:
        found: dict[str, list[SuiteCase]] = {}
        for case in (case for run in runs for case in run.cases):
            found.setdefault(case.id.partition("[")[0], []).append(case)
        cases = tuple(_case(component, tests, found) for component, tests in tested)
        for number, each in enumerate(cases, 1):
            workbench.announce(each, number, len(cases))
        log = "\n".join(line for run in runs for line in (*run.tampering, run.log))
        return Evaluation(self.name, cases, tuple(_exceptions(runs)), log, sum(run.seconds for run in runs))

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        reason = Failure(FailureKind.NOT_BUILT, failure)
        cases = (
            Case(each.id, (each.module, each.kind), Outcome.NOT_RUNNABLE, reason)
            for each, _ in _tested(mission, workbench)
        )
        return Evaluation(self.name, tuple(cases), log=failure)


def _tested(mission: Mission, workbench: Workbench) -> list[tuple[Component, tuple[str, ...]]]:
    """Return the components that have tests, with them."""
    table = mission.facts(ComponentTests)
    tests: Mapping[str, tuple[str, ...]] = table.tests if table else {}
    design = design_of(mission, workbench.reference())
    return [(each, tests[each.id]) for each in design.components if tests.get(each.id)]


def _suites(mission: Mission) -> Iterator[Suite]:
    """Yield the suites that have a test of a component."""
    table = mission.facts(ComponentTests)
    files = {test.partition("::")[0] for tests in table.tests.values() for test in tests} if table else set()
    return (suite for suite in mission.suites if files.intersection(suite.files))


def _unknown(component: Component, failure: Failure) -> Case:
    return Case(component.id, (component.module, component.kind), Outcome.INFRASTRUCTURE, failure)


def _case(component: Component, tests: Sequence[str], found: Mapping[str, Sequence[SuiteCase]]) -> Case:
    """Return the case of a component; a test that was not reported did not pass."""
    for test in tests:
        cases = found.get(test, ())
        failed = next((case for case in cases if case.outcome is not CaseOutcome.PASSED), None)
        if failed is not None and failed.failure is not None:
            return case_of(component, f"{failed.id}: {failed.failure.message}", failed.failure.kind)
        if failed is not None or not cases:
            return case_of(component, f"{test}: {failed.outcome if failed else 'not reported'}", FailureKind.TEST_ERROR)
    return case_of(component)


def _exceptions(runs: Sequence[SuiteRun]) -> Iterator[Measure]:
    failed = (case for run in runs for case in run.cases if case.failure is not None)
    for name, number in sorted(Counter(case.exception or "none" for case in failed).items()):
        yield Measure(f"{EXCEPTIONS}.{name}", float(number), "tests", higher_is_better=False)
