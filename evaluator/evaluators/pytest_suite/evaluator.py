"""Evaluator of pytest suites, and the check of a suite on its reference."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench, is_reference
from evaluator.evaluators.pytest_suite.results import CaseOutcome, Inventory, SuiteCase, SuiteRun
from evaluator.evaluators.pytest_suite.run import OpenBox, SuiteOptions, run_suite
from evaluator.evaluators.pytest_suite.without_reference import by_test, declared_tests
from evaluator.io.files import write_whole
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import Solution
from missions.catalog import Catalog
from missions.mission import Mission
from missions.project_files import Files, write_files
from missions.reference import Suite
from simulators.failures import Failure, FailureKind
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox import Box, BoxLimits, Sandbox
from simulators.runtime.sandbox.choice import sandbox_named

OUTCOMES: Mapping[CaseOutcome, Outcome] = {
    CaseOutcome.PASSED: Outcome.PASSED,
    CaseOutcome.XPASSED: Outcome.PASSED,
    CaseOutcome.FAILED: Outcome.FAILED,
    CaseOutcome.ERROR: Outcome.ERROR,
    CaseOutcome.SKIPPED: Outcome.SKIPPED,
    CaseOutcome.XFAILED: Outcome.SKIPPED,
    CaseOutcome.TIMEOUT: Outcome.TIMEOUT,
    CaseOutcome.NOT_RUN: Outcome.ERROR,
}

EXECUTIONS = 4
"""Most executions of one evaluation: results and controls of the solution, and of the reference before."""

UNCONTROLLED = "no control: the test could not be changed so that it has to fail"
"""Note of a pass without a control."""


@dataclass(frozen=True)
class PytestSuite(Evaluator):
    """Executes the suite `suite` of a mission; a mission without it has no cases.

    The cases are those of the reference's own evaluation, so that every solution has the same ones; without a reference
    those of `without_reference`. `name` is that of the evaluator (default: the suite's); `limits` replaces those of the
    suite; `coverage` adds measures of statement and branch coverage.
    """

    suite: str
    name: str = ""
    limits: BoxLimits | None = None
    coverage: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or self.suite)

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"coverage": "yes" if self.coverage else "no"}

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        baseline, suite = workbench.baseline(self), mission.suite(self.suite)
        if suite is not None and baseline is not None and baseline.has_infrastructure_failure():
            return self._without_reference(suite, baseline)
        reason = Failure(FailureKind.NOT_BUILT, failure)
        known = [case.id for case in baseline.cases] if baseline else declared_tests(suite) if suite else []
        cases = tuple(Case(each, group_of(each), Outcome.NOT_RUNNABLE, reason) for each in known)
        return Evaluation(self.name, cases, log=failure, settings=self.settings(workbench.options))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        suite = mission.suite(self.suite)
        if suite is None:
            return Evaluation(self.name, settings=self.settings(workbench.options))
        run = self.executed(solution, suite, workbench, self._covered(mission) if self.coverage else ())
        if isinstance(run, Failure):
            return Evaluation(self.name, (Case(suite.name, (suite.name,), Outcome.INFRASTRUCTURE, run),))
        evaluation = self.evaluation(run, suite, workbench)
        for number, case in enumerate(evaluation.cases, 1):
            workbench.announce(case, number, len(evaluation.cases))
        return evaluation

    def executed(
        self, solution: Solution, suite: Suite, workbench: Workbench, covered: tuple[str, ...] = ()
    ) -> SuiteRun | Failure:
        """Execute the suite with the cases of the reference; return why not where the reference has none."""
        limits = self.limits or limits_of(suite)
        workbench.takes(EXECUTIONS * suite.seconds)
        reference = self._reference(solution, workbench)
        if reference is not None and reference.has_infrastructure_failure():
            return not_evaluated(reference)
        options = SuiteOptions(
            inventory_of(reference), coverage=covered, trusted=is_reference(solution.files, workbench)
        )
        run = run_suite(suite, solution.files, lambda files: workbench.box(files, limits=limits), options)
        return run if workbench.reference() else by_test(run, declared_tests(suite))

    def _covered(self, mission: Mission) -> tuple[str, ...]:
        return (mission.package,) if mission.package else (".",)

    def _reference(self, solution: Solution, workbench: Workbench) -> Evaluation | None:
        """Return the reference's evaluation; None without one, and for the reference itself."""
        return None if is_reference(solution.files, workbench) else workbench.baseline(self)

    def _without_reference(self, suite: Suite, reference: Evaluation) -> Evaluation:
        """Return the evaluation that is repeated: the cases are not known, as the reference could not be evaluated."""
        failure = not_evaluated(reference)
        return Evaluation(self.name, (Case(suite.name, (suite.name,), Outcome.INFRASTRUCTURE, failure),))

    def evaluation(self, run: SuiteRun, suite: Suite, workbench: Workbench) -> Evaluation:
        """Return the cases and measures of an executed suite, and write its failures in full."""
        write_whole(workbench.attachments / self._details, _details(run))
        cases = tuple(_case(case, run.infrastructure) for case in run.cases)
        if run.infrastructure is not None and not cases:
            cases = (Case(suite.name, (suite.name,), Outcome.INFRASTRUCTURE, run.infrastructure),)
        return Evaluation(
            self.name,
            cases,
            tuple(_measures(run)),
            "\n".join([*run.tampering, run.log]),
            run.seconds,
            settings=self.settings(workbench.options),
            attachments=(self._details,),
        )

    @property
    def _details(self) -> str:
        """Name of the attachment with the failures in full."""
        return f"{self.name}-failures.txt"


def not_evaluated(reference: Evaluation) -> Failure:
    """Return the failure of the machine that prevented the evaluation of the reference."""
    failed = next(case for case in reference.cases if case.outcome is Outcome.INFRASTRUCTURE)
    return Failure(FailureKind.INTERNAL, f"the reference could not be evaluated: {failed.reason}")


def limits_of(suite: Suite) -> BoxLimits:
    """Return the limits of the suite's sandbox."""
    return BoxLimits(memory=suite.memory, processes=suite.processes, cpu=max(1, round(suite.seconds)))


def inventory_of(reference: Evaluation | None) -> Inventory | None:
    """Return the cases of the reference's evaluation; None where they are not known."""
    if reference is None or reference.has_infrastructure_failure():
        return None
    controlled = frozenset(case.id for case in reference.cases if case.passed and case.note != UNCONTROLLED)
    return Inventory(tuple(case.id for case in reference.cases), controlled)


def _details(run: SuiteRun) -> str:
    return "\n".join(f"=== {case.id}: {case.outcome}\n{case.details}\n" for case in run.cases if case.details)


def _case(case: SuiteCase, infrastructure: Failure | None) -> Case:
    group = group_of(case.id)
    if infrastructure is not None:
        return Case(case.id, group, Outcome.INFRASTRUCTURE, infrastructure, case.seconds)
    outcome = OUTCOMES[case.outcome]
    note = UNCONTROLLED if outcome is Outcome.PASSED and not case.controlled else ""
    return Case(case.id, group, outcome, case.failure, case.seconds, note=note)


def group_of(case_id: str) -> tuple[str, ...]:
    """Return the file and the classes of a test."""
    return tuple(case_id.partition("[")[0].split("::")[:-1]) or (case_id,)


def _measures(run: SuiteRun) -> list[Measure]:
    measures = [Measure("seconds", run.seconds if run.is_complete else None, "s", higher_is_better=False)]
    if run.coverage is not None:
        measures.append(Measure("statement_coverage", run.coverage.statement_rate))
        measures.append(Measure("branch_coverage", run.coverage.branch_rate))
    return measures


MAX_NAMED = 5
"""Cases of a suite that are named; more are counted."""


def suite_problems(catalog: Catalog, mission_id: str, sandbox: str) -> Iterator[str]:
    """Yield what the execution of a library's suites shows; nothing for missions without suites or reference."""
    mission, reference = catalog.mission(mission_id), catalog.reference(mission_id)
    if not mission.suites or reference is None:
        return
    environments.build(mission.environment)
    provider = sandbox_named(sandbox)
    for suite in mission.suites:
        for problem in _of_suite(mission, suite, reference.files, provider):
            yield f"{mission.source or mission.id}: suite {suite.name}: {problem}"


def _of_suite(mission: Mission, suite: Suite, files: Files, sandbox: Sandbox) -> Iterator[str]:
    opened = opener(mission, limits_of(suite), sandbox)
    run = run_suite(suite, files, opened, SuiteOptions(trusted=True))
    if run.infrastructure is not None:
        yield f"could not be executed: {run.infrastructure.message}"
        return
    if not run.cases:
        yield "it has no case"
    yield from _named([case for case in run.cases if not case.passed], "the reference does not pass")
    yield from _named([case for case in run.cases if case.passed and not case.controlled], "there is no control of")
    empty = run_suite(suite, {}, opened, SuiteOptions(Inventory.of(run)))
    passed = [case for case in empty.cases if case.outcome in (CaseOutcome.PASSED, CaseOutcome.XPASSED)]
    yield from _named(passed, "an empty project passes")


def opener(mission: Mission, limits: BoxLimits, sandbox: Sandbox) -> OpenBox:
    """Return what opens a sandbox with the mission's environment, which is built."""

    @contextmanager
    def opened(content: Files) -> Iterator[Box]:
        with tempfile.TemporaryDirectory(prefix="projecteval-suite-", ignore_cleanup_errors=True) as temporary:
            workspace = Path(temporary) / "project"
            workspace.mkdir()
            write_files(content, workspace)
            with sandbox.box(workspace, environments.find(mission.environment), limits) as box:
                yield box

    return opened


def _named(cases: list[SuiteCase], problem: str) -> Iterator[str]:
    for case in cases[:MAX_NAMED]:
        yield f"{problem} {case.id}" + (f": {case.failure.message}" if case.failure else "")
    if len(cases) > MAX_NAMED:
        yield f"{problem} {len(cases) - MAX_NAMED} more cases"
