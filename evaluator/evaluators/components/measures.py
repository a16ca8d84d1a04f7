"""The three measures of designed components, a case per component.

Completion: it exists in the source with its signature; nothing is executed. Execution: it can be imported and called
with the designed arguments. Pass: all of its tests pass.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from evaluator.evaluators.components.design import (
    ArgumentForm,
    Component,
    ComponentKind,
    Conformance,
    Design,
    conformance,
    design_in_files,
    design_of,
)
from evaluator.evaluators.interface import Evaluator, Workbench
from evaluator.evaluators.pytest_suite import CaseOutcome, PytestSuite, SuiteCase, SuiteRun, run_suite
from evaluator.evaluators.pytest_suite.evaluator import limits_of
from evaluator.evaluators.side_by_side import DESIGN_DIFFS, FileDiff, line_diff
from evaluator.io.files import write_json
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import Solution
from missions.formats.library import ComponentTests
from missions.mission import Mission
from missions.project_files import write_files
from missions.reference import Suite
from simulators.failures import Failure, FailureKind

MISSING, EXTRA, CHANGED = "missing_elements", "extra_elements", "changed_elements"


@dataclass(frozen=True)
class ComponentCompletion(Evaluator):
    """A case per component: it exists where it was designed, and takes the designed parameters.

    Parameters are compared by name, kind and whether they are required; types and default values are part of the
    design's conformance, whose missing, extra and changed elements are counted and shown side by side.
    """

    name: str = "completion"

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        design = design_of(mission, workbench.reference())
        built, problems = design_in_files(solution.files)
        there = {component.id: component for component in built.components}
        cases = tuple(_completion_case(component, there) for component in design.components)
        write_json(workbench.attachments / DESIGN_DIFFS, _diffs(design, built))
        return Evaluation(
            self.name,
            cases,
            _measures(conformance(design, built)),
            "\n".join(problems),
            attachments=(DESIGN_DIFFS,),
        )

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return not_built(self.name, design_of(mission, workbench.reference()).components, failure)


def _completion_case(component: Component, components: Mapping[str, Component]) -> Case:
    found = components.get(component.id)
    if found is None or found.kind is not component.kind:
        return case_of(component, f"{component.kind} {component.name} is not defined in {component.module}")
    if component.parameters() != found.parameters():
        return case_of(
            component, f"{component.name} is defined as {found.signature}, designed as {component.signature}"
        )
    return case_of(component)


def case_of(component: Component, problem: str = "", kind: FailureKind = FailureKind.NOT_FOUND) -> Case:
    """Return the case of a component, which passes where there is no problem."""
    failure = Failure(kind, problem) if problem else None
    outcome = Outcome.FAILED if problem else Outcome.PASSED
    return Case(component.id, (component.module, component.kind), outcome, failure)


def not_built(name: str, components: tuple[Component, ...], failure: str) -> Evaluation:
    """Return the evaluation of an attempt without a solution: the same cases, none of which ran."""
    reason = Failure(FailureKind.NOT_BUILT, failure)
    cases = (Case(each.id, (each.module, each.kind), Outcome.NOT_RUNNABLE, reason) for each in components)
    return Evaluation(name, tuple(cases), log=failure)


def _measures(conformance: Conformance) -> tuple[Measure, ...]:
    numbers = {MISSING: conformance.missing, EXTRA: conformance.extra, CHANGED: conformance.changed}
    return tuple(Measure(name, float(len(each)), "elements", higher_is_better=False) for name, each in numbers.items())


def _diffs(design: Design, built: Design) -> tuple[FileDiff, ...]:
    """Return the modules whose elements differ, design on the left."""
    modules = sorted({*design.elements, *built.elements})
    return tuple(
        line_diff("design", module, module, "\n".join(design.lines(module)), "\n".join(built.lines(module)))
        for module in modules
        if design.lines(module) != built.lines(module)
    )


SECONDS = 300.0
"""Seconds that all imports of a project may take, with their controls."""

FOLDER = "projecteval_execution"
PROGRAM = Path(__file__).with_name("guest_program.py")


@dataclass(frozen=True)
class ComponentExecution(Evaluator):
    """A case per component: its module is imported in the sandbox, and its own signature accepts the designed calls.

    The component is not called: what it does is measured by its tests. There is a test process per module, so that a
    module that ends its process affects its own components only.
    """

    name: str = "execution"

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        components = design_of(mission, workbench.reference()).components
        workbench.takes(2 * SECONDS)
        with execution_suite(mission, components) as suite:
            run = run_suite(suite, solution.files, lambda files: workbench.box(files, limits=limits_of(suite)))
        log = "\n".join([*run.tampering, run.log])
        return Evaluation(self.name, tuple(_cases(components, run)), log=log, seconds=run.seconds)

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return not_built(self.name, design_of(mission, workbench.reference()).components, failure)


@contextmanager
def execution_suite(mission: Mission, components: Sequence[Component]) -> Iterator[Suite]:
    """Yield a suite with a test per component."""
    with tempfile.TemporaryDirectory(prefix="projecteval-execution-") as folder:
        tests = tests_by_file(components)
        write_files(tests, Path(folder))
        yield Suite(
            FOLDER,
            {path: Path(folder, path) for path in tests},
            seconds=SECONDS,
            variables=mission.variables,
            packages=(mission.package.partition(".")[0],),
        )


def not_executable(components: Sequence[Component], run: SuiteRun) -> dict[str, str]:
    """Return the components whose test in `run` did not pass, with the reason."""
    return {case.id: case.reason for case in _cases(components, run) if not case.passed}


def tests_by_file(components: Sequence[Component]) -> dict[str, bytes]:
    """Return a test file per module, each with a test per component."""
    files: dict[str, bytes] = {}
    by_module = sorted(components, key=lambda each: each.module)
    for module, own in groupby(by_module, key=lambda each: each.module):
        files[file_of_tests(module)] = "\n".join([PROGRAM.read_text(encoding="utf-8"), *_tests(own)]).encode()
    return files


def file_of_tests(module: str) -> str:
    """Return the path of the test file of a module."""
    return f"{FOLDER}/test_{module.replace('.', '__')}.py"


def _tests(components: Iterable[Component]) -> Iterator[str]:
    for component in components:
        arguments = component.module, component.name, component.kind is ComponentKind.CLASS, designed_calls(component)
        yield f"\n\ndef {name_of_test(component)}():\n    check_component{arguments!r}"


def name_of_test(component: Component) -> str:
    """Return the name of the test of a component."""
    return f"test_{component.name.replace('.', '__')}_{component.kind}"


def designed_calls(component: Component) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return calls that the design allows, each as number of arguments by position and names of the others.

    The first has required arguments only, by position where possible; the second all arguments, by name where possible.
    """
    parameters = component.parameters()
    if parameters is None:
        return ()
    required = [each for each in parameters if each.required]
    first = sum(each.kind is not ArgumentForm.NAME for each in required)
    by_name = tuple(each.name for each in parameters if each.kind in (ArgumentForm.ANY, ArgumentForm.NAME))
    return (
        (first, tuple(each.name for each in required if each.kind is ArgumentForm.NAME)),
        (sum(each.kind is ArgumentForm.POSITION for each in parameters), by_name),
    )


def _cases(components: Sequence[Component], run: SuiteRun) -> Iterator[Case]:
    found = {case.id: case for case in run.cases}
    return (_execution_case(component, found, run) for component in components)


def _execution_case(component: Component, cases: dict[str, SuiteCase], run: SuiteRun) -> Case:
    file = file_of_tests(component.module)
    case = cases.get(f"{file}::{name_of_test(component)}") or cases.get(file)
    if run.infrastructure is not None:
        return Case(component.id, (component.module, component.kind), Outcome.INFRASTRUCTURE, run.infrastructure)
    if case is None:
        return case_of(component, "its test was not reached", FailureKind.PROCESS_EXITED)
    if case.outcome is CaseOutcome.PASSED:
        return case_of(component)
    kind = case.failure.kind if case.failure else FailureKind.TEST_ERROR
    return case_of(component, case.failure.message if case.failure else "it could not be imported", kind)


EXCEPTIONS = "exceptions"
"""Measures ``exceptions.TYPE``: failed tests by the type of what was raised; ``none``: the process ended before."""


@dataclass(frozen=True)
class ComponentPass(Evaluator):
    """A case per component that has tests (`missions.formats.library`): all of them pass.

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
        cases = tuple(_pass_case(component, tests, found) for component, tests in tested)
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


def _pass_case(component: Component, tests: Sequence[str], found: Mapping[str, Sequence[SuiteCase]]) -> Case:
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
