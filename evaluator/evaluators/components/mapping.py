"""Tests of components, found by executing a suite against the reference: by what tests import, and by coverage.

A test belongs to a component when it executes a line of it and its file names the component (or, for a special method,
its class). Where no such file names it, all tests that execute it count. A class without functions of its own belongs
to the tests that name it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from evaluator.diagrams.model import DiagramError
from evaluator.diagrams.reading import FunctionNode, module_name, parsed_source
from evaluator.evaluators.components.design import Component, ComponentKind, Design, design_of
from evaluator.evaluators.pytest_suite.evaluator import limits_of, opener
from evaluator.evaluators.pytest_suite.execution import Regions
from evaluator.evaluators.pytest_suite.results import SuiteRun
from evaluator.evaluators.pytest_suite.run import OpenBox, SuiteOptions, run_suite
from evaluator.model.errors import EvaluatorError
from missions.mission import Mission
from missions.project_files import Files
from missions.reference import Reference, Suite, is_test_file
from simulators.runtime.sandbox import Sandbox


def regions_of(files: Files, design: Design) -> Regions:
    """Return the bodies of the designed functions and methods by source file.

    The line of ``def`` is left out, because the import of the file executes it already.
    """
    wanted = {component.id for component in design.components}
    found = {path: tuple(_regions(module_name(path), tree, wanted)) for path, tree in _trees(files)}
    return {path: regions for path, regions in found.items() if regions}


def _trees(files: Files) -> Iterator[tuple[str, ast.Module]]:
    for path, content in files.items():
        if path.endswith(".py"):
            try:
                yield path, parsed_source(path, content)
            except DiagramError:
                continue


def _regions(module: str, tree: ast.Module, names: set[str]) -> Iterator[tuple[str, int, int]]:
    for node in tree.body:
        if isinstance(node, FunctionNode):
            yield from _region(f"{module}:{node.name}", node, names)
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, FunctionNode):
                    yield from _region(f"{module}:{node.name}.{inner.name}", inner, names)
                    yield from _region(f"{module}:{node.name}", inner, names)


def _region(name: str, node: FunctionNode, names: set[str]) -> Iterator[tuple[str, int, int]]:
    if name in names:
        yield name, node.body[0].lineno, node.end_lineno or node.lineno


@dataclass(frozen=True)
class NamesInTests:
    """Identifiers by test file, and by test: ``path::Class::function``."""

    files: Mapping[str, frozenset[str]]
    tests: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, files: Files) -> NamesInTests:
        """Read the test files among `files`; those that cannot be parsed name nothing."""
        trees = {path: tree for path, tree in _trees(files) if is_test_file(path)}
        tests = {test: _names(node) for path, tree in trees.items() for test, node in _tests(tree, path)}
        return cls({path: _names(tree) for path, tree in trees.items()}, tests)


def _tests(tree: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, ast.AST]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _tests(node, f"{prefix}::{node.name}")
        elif isinstance(node, FunctionNode):
            yield f"{prefix}::{node.name}", node


def _names(tree: ast.AST) -> frozenset[str]:
    """Return identifiers, names of attributes and of imports."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name():
                found.add(node.id)
            case ast.Attribute():
                found.add(node.attr)
            case ast.alias():
                found.update((node.name.rpartition(".")[2], node.asname or ""))
    return frozenset(found)


@dataclass(frozen=True)
class ExecutedSuite:
    """A suite as it ran against the reference, with the tests that executed each function."""

    suite: Suite
    run: SuiteRun

    def names(self) -> NamesInTests:
        return NamesInTests.of({path: place.read_bytes() for path, place in self.suite.files.items()})

    def passed(self) -> tuple[str, ...]:
        """Return the tests, without parameters, all of whose cases passed."""
        failed = {case.id.partition("[")[0] for case in self.run.cases if not case.passed}
        tests = dict.fromkeys(case.id.partition("[")[0] for case in self.run.cases)
        return tuple(test for test in tests if test not in failed)


def component_tests(design: Design, executed: Iterable[ExecutedSuite]) -> dict[str, tuple[str, ...]]:
    """Return the tests of the components over several suites."""
    found: dict[str, tuple[str, ...]] = {}
    for each in executed:
        tests = tests_of_components(design.components, each.names(), each.run.tests_by_function, each.passed())
        found |= {component: (*found.get(component, ()), *own) for component, own in tests.items()}
    return found


def execute_with_functions(
    suite: Suite, package: str, reference: Files, design: Design, opened: OpenBox
) -> ExecutedSuite:
    """Execute a suite against the reference, and record the tests that execute each function."""
    options = SuiteOptions(controls=False, coverage=(package,), functions=regions_of(reference, design))
    return ExecutedSuite(suite, run_suite(suite, reference, opened, options))


def map_suite(mission: Mission, suite: Suite, reference: Reference, sandbox: Sandbox) -> dict[str, tuple[str, ...]]:
    """Execute a suite against the reference, and return the tests of the components of the mission's design."""
    design, opened = design_of(mission, reference), opener(mission, limits_of(suite), sandbox)
    executed = execute_with_functions(suite, mission.package, reference.files, design, opened)
    if executed.run.infrastructure is not None:
        raise EvaluatorError(f"{mission.id}: the tests could not be executed: {executed.run.infrastructure.message}")
    return component_tests(design, [executed])


def tests_of_components(
    components: Iterable[Component], names: NamesInTests, executed: Mapping[str, Iterable[str]], passed: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """Return the tests of each component that has some.

    `executed` are the tests that executed each function, `passed` those that count: without parameters, those whose
    cases the reference passes.
    """
    counted = tuple(dict.fromkeys(passed))
    found = {each.id: _tests_of(each, names, frozenset(executed.get(each.id, ())), counted) for each in components}
    return {component: tests for component, tests in found.items() if tests}


def _tests_of(
    component: Component, names: NamesInTests, executed: frozenset[str], counted: tuple[str, ...]
) -> tuple[str, ...]:
    owner, _, last = component.name.rpartition(".")
    name = owner if last.startswith("__") else last
    if not executed and component.kind is ComponentKind.CLASS:
        return tuple(test for test in counted if name in names.tests.get(test, ()))
    by_coverage = tuple(test for test in counted if test in executed)
    by_import = tuple(test for test in by_coverage if name in names.files.get(test.partition("::")[0], ()))
    return by_import or by_coverage
