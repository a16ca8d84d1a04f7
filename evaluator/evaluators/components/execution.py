"""Execution: each designed component can be imported and called with the designed arguments."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from evaluator.evaluators.components.completion import case_of, not_built
from evaluator.evaluators.components.design import ArgumentForm, Component, ComponentKind, design_of
from evaluator.evaluators.interface import Evaluator, Workbench
from evaluator.evaluators.pytest_suite import CaseOutcome, SuiteCase, SuiteRun, run_suite
from evaluator.evaluators.pytest_suite.evaluator import limits_of
from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.generation import Solution
from missions.mission import Mission
from missions.project_files import write_files
from missions.reference import Suite
from simulators.failures import FailureKind

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
    return (_case(component, found, run) for component in components)


def _case(component: Component, found: dict[str, SuiteCase], run: SuiteRun) -> Case:
    file = file_of_tests(component.module)
    case = found.get(f"{file}::{name_of_test(component)}") or found.get(file)
    if run.infrastructure is not None:
        return Case(component.id, (component.module, component.kind), Outcome.INFRASTRUCTURE, run.infrastructure)
    if case is None:
        return case_of(component, "its test was not reached", FailureKind.PROCESS_EXITED)
    if case.outcome is CaseOutcome.PASSED:
        return case_of(component)
    kind = case.failure.kind if case.failure else FailureKind.TEST_ERROR
    return case_of(component, case.failure.message if case.failure else "it could not be imported", kind)
