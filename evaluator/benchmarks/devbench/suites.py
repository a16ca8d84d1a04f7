"""Evaluators of products of an agent: the hidden suites on its code, its tests on the reference's code and on mutants
of it, and its dependency file, which is installed in a box before the usage examples run."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from evaluator.benchmarks.devbench.task import VARIABLES, DevBenchTask, Task, code_lines, is_below, task_of
from evaluator.evaluators.command_suite import CommandSuite
from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench, is_reference
from evaluator.evaluators.pytest_suite import PytestSuite, SuiteRun
from evaluator.evaluators.pytest_suite.evaluator import limits_of
from evaluator.evaluators.pytest_suite.results import PASSING
from evaluator.evaluators.pytest_suite.run import OpenBox, SuiteOptions, run_suite
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import Solution
from evaluator.model.options import Rule
from evaluator.quality import mutations_of, sample_of
from missions.errors import SolutionError
from missions.mission import Mission
from missions.project_files import ArtifactKind, Files, write_files
from missions.reference import Suite
from simulators.failures import Failure, FailureKind
from simulators.runtime.environments import host as environments
from simulators.runtime.layers import PIP_SECONDS, layer_of
from simulators.runtime.sandbox import Box, BoxLimits
from simulators.runtime.wheels import requirements_in
from simulators.setting import StartError

MAX_MUTANTS = 12
"""Mutants that one suite is executed on, drawn from all operators in turn."""

MUTANT_SECONDS = 10.0
"""Seconds of one execution on a mutant, at least; else several times what the unchanged code took."""


def passing(run: SuiteRun) -> frozenset[str]:
    """Return the ids of the cases that pass."""
    return frozenset(case.id for case in run.cases if case.outcome in PASSING)


@dataclass(frozen=True)
class SuiteOnMutants:
    """A suite whose tests may be anyone's, on trusted code and on changes of it; `opened` opens a sandbox."""

    suite: Suite
    opened: OpenBox

    def run(self, code: Files, *, coverage: tuple[str, ...] = (), seconds: float | None = None) -> SuiteRun:
        """Execute the suite on `code`, with the suite's limit of time unless another one is given."""
        suite = self.suite if seconds is None else replace(self.suite, seconds=seconds)
        return run_suite(suite, code, self.opened, SuiteOptions(controls=False, coverage=coverage))

    def mutation_score(self, run: SuiteRun, code: Files, number: int) -> float:
        """Return the share of mutants on which a test fails that passes in `run`, which was on the code itself.

        That is executed once more among its mutants: a suite of tests that pass by time or chance has score 0.
        """
        before = passing(run)
        mutants = sample_of(mutations_of({path: code[path] for path in code if path.endswith(".py")}), number, 0)
        if not before or not mutants:
            return 0.0
        limit = max(MUTANT_SECONDS, 3 * run.seconds)
        middle = len(mutants) // 2
        noticed = 0
        for position, mutant in enumerate(mutants):
            if position == middle and before - passing(self.run(code)):
                return 0.0
            noticed += bool(before - passing(self.run(mutant.applied(code), seconds=limit)))
        return noticed / len(mutants)


LINES, REFERENCE_PASSED = "code_lines", "reference_passed"
ORACLE, COVERAGE, MUTATION, EXECUTABLE = "oracle_pass_rate", "coverage", "mutation_score", "executable"


class ByRule(Evaluator):
    """An evaluator whose results depend on the rule."""

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"rule": options.rule}


class _Weighed(ByRule):
    """A hidden suite whose evaluation has what the scores need of the reference.

    Rule ``strict`` lays all data of the repository beside the code, rule ``paper`` the ``required_files`` only.
    """

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return self._weighed(super().not_built(mission, failure, workbench), {}, mission, workbench)

    def _weighed(self, evaluation: Evaluation, files: Files, mission: Mission, workbench: Workbench) -> Evaluation:
        """Add the lines of code of the reference, and the cases that it passes here."""
        task, reference = task_of(mission), workbench.reference()
        lines = code_lines(reference.files, task.language) if reference else None
        if workbench.options.rule is Rule.PAPER:
            lines = task.published_lines or lines
        baseline = evaluation if is_reference(files, workbench) else workbench.baseline(self)
        passed = baseline.passed if baseline and not baseline.has_infrastructure_failure() else None
        weights = (Measure(LINES, lines, "lines"), Measure(REFERENCE_PASSED, passed, "cases"))
        return replace(evaluation, measures=(*evaluation.measures, *weights))


@dataclass(frozen=True)
class RepositorySuite(_Weighed, PytestSuite):
    """A suite of the reference, `unit` or `acceptance`; coverage is of all files, with the tests, as published."""

    coverage: bool = True

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        task, rule = task_of(mission), workbench.options.rule
        suites = tuple(task.completed(suite, solution.files, rule) for suite in mission.suites)
        evaluation = super().evaluate(solution, replace(mission, suites=suites, package=""), workbench)
        return self._weighed(evaluation, solution.files, mission, workbench)


@dataclass(frozen=True)
class RepositoryCommand(_Weighed, CommandSuite):
    """A suite of a repository in another language than Python, executed by its own command."""

    def files(self, mission: Mission, options: EvaluationOptions) -> Mapping[str, Path]:
        return {**task_of(mission).laid_beside(options.rule), **self.suite.files}

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        return self._weighed(super().evaluate(solution, mission, workbench), solution.files, mission, workbench)


@dataclass(frozen=True)
class GeneratedTests(ByRule):
    """An agent's tests, executed on the reference's code: one case per file of tests that was asked for.

    A case passes when its file has tests and the reference passes them all. Measures are the share of all tests that
    pass, statement coverage (rule ``strict``: of the code; rule ``paper``: of all files, with the tests), and the
    share of the reference's mutants on which a test fails that passes on the reference.
    """

    task: Task
    name: str = ""
    needs: frozenset[ArtifactKind] = frozenset()
    mutants: int = MAX_MUTANTS

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.task.value)
        object.__setattr__(self, "needs", frozenset({self.task.kind}))

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        reason = Failure(FailureKind.NOT_BUILT, failure)
        requested = task_of(mission).requests.get(self.task, {})
        cases = tuple(Case(path, (self.name,), Outcome.NOT_RUNNABLE, reason) for path in requested)
        measures = tuple(Measure(name, 0.0) for name in (ORACLE, COVERAGE, MUTATION, EXECUTABLE))
        return Evaluation(self.name, cases, measures, failure, settings=self.settings(workbench.options))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        task, reference, begun = task_of(mission), workbench.reference(), time.monotonic()
        if reference is None:
            return self.not_built(mission, "the mission has no reference to test", workbench)
        tests = _placed(solution.artifacts[self.task.kind], task, self.task)
        if not tests:
            return self.not_built(mission, "the suite is empty", workbench)
        with _suite(self.task, tests, mission, task, workbench.options.rule) as suite:
            workbench.takes(suite.seconds * 2 + self.mutants * MUTANT_SECONDS * 3)
            tested = SuiteOnMutants(suite, lambda files: workbench.box(files, limits=limits_of(suite)))
            run = tested.run(reference.files, coverage=(".",))
            if run.infrastructure is not None:
                failure = Case(self.name, (self.name,), Outcome.INFRASTRUCTURE, run.infrastructure)
                return Evaluation(self.name, (failure,), log=run.log)
            score = tested.mutation_score(run, reference.files, self.mutants)
        requested = task.requests.get(self.task, {})
        cases = tuple(_case(path, run, self.name) for path in requested)
        for number, case in enumerate(cases, 1):
            workbench.announce(case, number, len(cases))
        return Evaluation(
            self.name,
            cases,
            (*_measures(run, reference.files, workbench.options.rule), Measure(MUTATION, score)),
            "\n".join([*(f"{each.id}: {each.failure.message}" for each in run.cases if each.failure), run.log]),
            round(time.monotonic() - begun, 3),
            settings=self.settings(workbench.options),
        )


def _placed(files: Files, task: DevBenchTask, kind: Task) -> dict[str, bytes]:
    """Return an agent's tests by their paths in the repository; a bare name is that of a file that was asked for."""
    names = {Path(path).name: path for path in task.requests.get(kind, {})}
    known = {Path(path).parent for path in names.values()}
    placed = {}
    for path, content in files.items():
        inside = any(is_below(path, str(folder)) for folder in known)
        placed[path if inside else names.get(Path(path).name, path)] = content
    return {path: content for path, content in placed.items() if not path.endswith("/")}


@contextmanager
def _suite(kind: Task, tests: Files, mission: Mission, task: DevBenchTask, rule: Rule) -> Iterator[Suite]:
    """Yield the agent's tests as a suite, with the data that lies beside tests and code."""
    own = mission.suite(kind.suite)
    with tempfile.TemporaryDirectory(prefix="projecteval-tests-", ignore_cleanup_errors=True) as temporary:
        try:
            write_files(tests, Path(temporary))
        except SolutionError:
            tests = {}
        files = {**task.laid_beside(rule), **task.tests_data, **{path: Path(temporary) / path for path in tests}}
        seconds = own.seconds if own else 120.0
        yield Suite(kind.suite, files, seconds=seconds, variables=own.variables if own else {})


def _case(path: str, run: SuiteRun, group: str) -> Case:
    """Return the case of one file of tests."""
    own = [case for case in run.cases if case.id.partition("::")[0] == path]
    failed = [case for case in own if case.outcome not in PASSING]
    if own and not failed:
        return Case(path, (group,), Outcome.PASSED, seconds=sum(case.seconds for case in own))
    said = failed[0].failure.message if failed and failed[0].failure else "there is no test in this file"
    message = f"{failed[0].id}: {said}" if failed else said
    return Case(path, (group,), Outcome.FAILED, Failure(FailureKind.EXPECTATION, message))


def _measures(run: SuiteRun, code: Files, rule: Rule) -> tuple[Measure, ...]:
    passed = len(passing(run))
    files = run.coverage.files if run.coverage else {}
    counted = [each for path, each in files.items() if rule is Rule.PAPER or path in code]
    statements = sum(each.statements for each in counted)
    covered = sum(each.covered_statements for each in counted) / statements if statements else 0.0
    return (
        Measure("tests", len(run.cases), "tests"),
        Measure(ORACLE, passed / len(run.cases) if run.cases else 0.0),
        Measure(COVERAGE, covered if passed else 0.0),
        Measure(EXECUTABLE, float(passed > 0)),
    )


BASE = "library"
"""Environment that dependencies are installed on: Python with pytest, nothing of the repositories."""

EXAMPLE_SECONDS = 60.0


@dataclass(frozen=True)
class UsageExamples(ByRule):
    """One case per usage example: it ends with status 0 after the dependency file has been installed."""

    name: str = Task.ENVIRONMENT.value
    needs: frozenset[ArtifactKind] = frozenset({ArtifactKind.ENVIRONMENT})

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        reason = Failure(FailureKind.NOT_BUILT, failure)
        examples = task_of(mission).examples if task_of(mission).dependencies else ()
        cases = tuple(Case(path, (self.name,), Outcome.NOT_RUNNABLE, reason) for path in examples)
        evaluation = Evaluation(self.name, cases, log=failure, settings=self.settings(workbench.options))
        return self._weighed(evaluation, workbench.baseline(self))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        task, reference, own = task_of(mission), workbench.reference(), solution.artifacts[ArtifactKind.ENVIRONMENT]
        if not task.dependencies or reference is None:
            return Evaluation(self.name, log="the repository has no dependency file")
        content = own.get(task.dependencies) or next(iter(own.values()), None)
        is_reference = own == reference.artifacts.get(ArtifactKind.ENVIRONMENT)
        baseline = None if is_reference else workbench.baseline(self)
        begun = time.monotonic()
        workbench.takes(2 * PIP_SECONDS + EXAMPLE_SECONDS * len(task.examples))
        if content is None:
            return self.not_built(mission, "there is no dependency file", workbench)
        try:
            layer = layer_of(requirements_in(content), environments.build(BASE), workbench.sandbox)
        except StartError as error:
            return self.not_built(mission, error.reason, workbench) if not is_reference else self._refused(error, task)
        beside = {path: place.read_bytes() for path, place in task.resources.items()}
        cases = self._run({**reference.files, **beside, **task.examples}, task, layer, workbench)
        for number, case in enumerate(cases, 1):
            workbench.announce(case, number, len(cases))
        seconds = round(time.monotonic() - begun, 3)
        evaluation = Evaluation(self.name, cases, seconds=seconds, settings=self.settings(workbench.options))
        return self._weighed(evaluation, evaluation if is_reference else baseline)

    def _refused(self, error: StartError, task: DevBenchTask) -> Evaluation:
        """Return the evaluation of a reference whose own dependency file cannot be installed."""
        reason = Failure(FailureKind.NOT_BUILT, error.reason)
        cases = tuple(Case(path, (self.name,), Outcome.NOT_RUNNABLE, reason) for path in task.examples)
        return Evaluation(self.name, cases, (Measure(REFERENCE_PASSED, 0, "cases"),), error.reason)

    def _weighed(self, evaluation: Evaluation, baseline: Evaluation | None) -> Evaluation:
        passed = baseline.passed if baseline else None
        return replace(evaluation, measures=(Measure(REFERENCE_PASSED, passed, "cases"),))

    def _run(self, files: Files, task: DevBenchTask, layer: Path | None, workbench: Workbench) -> tuple[Case, ...]:
        with tempfile.TemporaryDirectory(prefix="projecteval-examples-", ignore_cleanup_errors=True) as temporary:
            workspace = Path(temporary) / "project"
            workspace.mkdir()
            write_files(files, workspace)
            paths = ":".join(filter(None, (".", str(layer or ""))))
            box = workbench.sandbox.box(
                workspace,
                environments.build(BASE),
                BoxLimits(),
                variables={**VARIABLES, "PYTHONPATH": paths},
                readable=() if layer is None else (layer,),
            )
            with box as opened:
                return tuple(self._case(path, opened) for path in task.examples)

    def _case(self, path: str, box: Box) -> Case:
        program = "python" if PurePosixPath(path).suffix == ".py" else "/bin/sh"
        done = box.run((program, path), EXAMPLE_SECONDS)
        if done.status == 0:
            return Case(path, (self.name,), Outcome.PASSED)
        if done.status is None:
            late = Failure(FailureKind.TIMEOUT, f"did not end within {EXAMPLE_SECONDS:g} s")
            return Case(path, (self.name,), Outcome.TIMEOUT, late)
        said = done.output.strip().splitlines()[-1:] or ["it printed nothing"]
        failure = Failure(FailureKind.PROCESS_EXITED, f"ended with status {done.status}: {said[0][:300]}")
        return Case(path, (self.name,), Outcome.FAILED, failure)
