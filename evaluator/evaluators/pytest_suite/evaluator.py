"""Evaluator of one hidden pytest suite of a mission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evaluator.evaluators.interface import EvaluationOptions, Workbench
from evaluator.evaluators.pytest_suite.model import CaseOutcome, Inventory, SuiteCase, SuiteRun
from evaluator.evaluators.pytest_suite.run import SuiteOptions, run_suite
from evaluator.io.files import write_whole
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.failure import Failure, FailureKind
from evaluator.model.solution import ArtifactKind, Solution
from missions.mission import Mission
from missions.suites import Suite
from simulators.runtime.sandbox import BoxLimits

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
class PytestSuite:
    """Executes the suite `suite` of a mission; a mission without it has no cases.

    The cases are those of the reference's own evaluation, so that every solution has the same ones. `name` is that of
    the evaluator (default: the suite's); `limits` replaces those of the suite; `coverage` adds measures of statement
    and branch coverage.
    """

    suite: str
    name: str = ""
    needs: frozenset[ArtifactKind] = frozenset({ArtifactKind.CODE})
    limits: BoxLimits | None = None
    coverage: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or self.suite)

    def unavailable(self) -> str:
        return ""

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"coverage": "yes" if self.coverage else "no"}

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        baseline, suite = workbench.baseline(self), mission.suite(self.suite)
        if suite is not None and baseline is not None and baseline.has_infrastructure_failure():
            return self._without_reference(suite, baseline)
        reason = Failure(FailureKind.NOT_BUILT, failure)
        known = baseline.cases if baseline else ()
        cases = tuple(Case(case.id, case.group, Outcome.NOT_RUNNABLE, reason) for case in known)
        return Evaluation(self.name, cases, log=failure, settings=self.settings(workbench.options))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        suite = mission.suite(self.suite)
        if suite is None:
            return Evaluation(self.name, settings=self.settings(workbench.options))
        limits = self.limits or limits_of(suite)
        workbench.takes(EXECUTIONS * suite.seconds)
        reference = self._reference(solution, workbench)
        if reference is not None and reference.has_infrastructure_failure():
            return self._without_reference(suite, reference)
        options = SuiteOptions(inventory_of(reference), coverage=self._covered(mission) if self.coverage else ())
        run = run_suite(suite, solution.files, lambda files: workbench.box(files, limits=limits), options)
        evaluation = self.evaluation(run, suite, workbench)
        for number, case in enumerate(evaluation.cases, 1):
            workbench.announce(case, number, len(evaluation.cases))
        return evaluation

    def _covered(self, mission: Mission) -> tuple[str, ...]:
        return (mission.package,) if mission.package else (".",)

    def _reference(self, solution: Solution, workbench: Workbench) -> Evaluation | None:
        """Return the reference's evaluation; None without one, and for the reference itself."""
        reference = workbench.reference()
        if reference is None or dict(reference.files) == dict(solution.files):
            return None
        return workbench.baseline(self)

    def _without_reference(self, suite: Suite, reference: Evaluation) -> Evaluation:
        """Return the evaluation that is repeated: the cases are not known, as the reference could not be evaluated."""
        failed = next(case for case in reference.cases if case.outcome is Outcome.INFRASTRUCTURE)
        failure = Failure(FailureKind.INTERNAL, f"the reference could not be evaluated: {failed.reason}")
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
    group = tuple(case.id.partition("[")[0].split("::")[:-1]) or (case.id,)
    if infrastructure is not None:
        return Case(case.id, group, Outcome.INFRASTRUCTURE, infrastructure, case.seconds)
    outcome = OUTCOMES[case.outcome]
    note = UNCONTROLLED if outcome is Outcome.PASSED and not case.controlled else ""
    return Case(case.id, group, outcome, case.failure, case.seconds, note=note)


def _measures(run: SuiteRun) -> list[Measure]:
    measures = [Measure("seconds", run.seconds if run.is_complete else None, "s", higher_is_better=False)]
    if run.coverage is not None:
        measures.append(Measure("statement_coverage", run.coverage.statement_rate))
        measures.append(Measure("branch_coverage", run.coverage.branch_rate))
    return measures
