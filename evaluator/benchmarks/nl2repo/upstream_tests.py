"""Evaluator of the upstream tests of a mission."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from evaluator.benchmarks.nl2repo.commands import SITE, Plan, plan_of, sandboxed_command
from evaluator.benchmarks.nl2repo.scores import success_rate
from evaluator.benchmarks.nl2repo.task import SUITE, UpstreamTask, evaluated_files, submitted
from evaluator.evaluators.interface import EvaluationOptions, Workbench, is_reference
from evaluator.evaluators.pytest_suite import PytestSuite, SuiteOptions, run_suite
from evaluator.evaluators.pytest_suite.evaluator import EXECUTIONS, inventory_of
from evaluator.evaluators.pytest_suite.without_reference import by_test, declared_tests
from evaluator.io.files import write_json
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import Solution
from evaluator.model.options import Rule
from missions.errors import SolutionError
from missions.mission import Mission
from missions.project_files import Files, read_files, write_files
from missions.reference import Suite
from simulators.failures import Failure, FailureKind
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox import BoxLimits, Sandbox

COMMANDS = "commands.json"
"""Attachment with the exit status and output of every command before the tests."""

CASE_COUNT, SUCCESS_RATE = "case_count", "success_rate"


@dataclass(frozen=True)
class UpstreamTests(PytestSuite):
    """Runs a mission's published commands and its upstream tests against a solution.

    Rule ``strict`` counts the cases that the upstream project itself passes on this machine, rule ``paper`` the
    published number; `missions.upstream` has their other differences.
    """

    suite: str = SUITE
    name: str = "upstream_tests"
    limits: BoxLimits = field(default_factory=lambda: BoxLimits(memory=4 << 30, cpu=1800))

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"rule": options.rule}

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        """Return the evaluation of an empty workspace: every case of the reference, none of which ran."""
        evaluation = super().not_built(mission, failure, workbench)
        measures = self._measures(mission, evaluation, workbench, is_reference=False)
        return replace(evaluation, measures=measures, labels=labels_of(mission))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        task, suite = mission.facts(UpstreamTask), mission.suite(self.suite)
        if task is None or suite is None:
            failure = Failure(FailureKind.INTERNAL, mission.unusable or f"mission {mission.id} has no upstream tests")
            return Evaluation(self.name, (Case(self.suite, (self.suite,), Outcome.INFRASTRUCTURE, failure),))
        rule = workbench.options.rule
        reference = self._reference(solution, workbench) if rule is Rule.STRICT else None
        if reference is not None and reference.has_infrastructure_failure():
            return self._without_reference(suite, reference)
        plan = plan_of(task.commands, rule)
        plan = replace(plan, variables=(*task.variables, *plan.variables))
        files = evaluated_files(solution.files, task.upstream(), task.test_paths, targets_of(plan, task, rule), rule)
        workbench.takes(seconds_of(plan, suite))
        prepared = prepare(files, plan, workbench.sandbox, mission.environment)
        executed = executed_suite(suite, plan, task, solution.files, rule)
        # by rule ``paper`` there is no inventory: it counts whatever passes
        options = SuiteOptions(inventory_of(reference), trusted=is_reference(solution.files, workbench))
        run = run_suite(executed, prepared.files, lambda found: workbench.box(found, limits=self.limits), options)
        if rule is Rule.STRICT and workbench.reference() is None:
            run = by_test(run, declared_tests(executed))
        return self._complete(self.evaluation(run, executed, workbench), prepared, solution, mission, workbench)

    def _complete(
        self, evaluation: Evaluation, prepared: Prepared, solution: Solution, mission: Mission, workbench: Workbench
    ) -> Evaluation:
        """Add measures, the results of the commands, and announce the cases."""
        for number, case in enumerate(evaluation.cases, 1):
            workbench.announce(case, number, len(evaluation.cases))
        write_json(workbench.attachments / COMMANDS, {"commands": prepared.results, "problem": prepared.problem})
        own = is_reference(solution.files, workbench)
        if own:
            evaluation = of_reference(evaluation)
        commands = [*map(in_words, prepared.results), *([prepared.problem] if prepared.problem else [])]
        return replace(
            evaluation,
            measures=(*evaluation.measures, *self._measures(mission, evaluation, workbench, is_reference=own)),
            log="\n".join([*commands, evaluation.log]),
            warnings=tuple(failed_preparation(prepared)),
            attachments=(*evaluation.attachments, COMMANDS),
            labels=labels_of(mission),
        )

    def _measures(
        self, mission: Mission, evaluation: Evaluation, workbench: Workbench, *, is_reference: bool
    ) -> tuple[Measure, ...]:
        count = self._count(mission, evaluation, workbench, is_reference=is_reference)
        passed = evaluation.passed
        rate = None if evaluation.has_infrastructure_failure() else success_rate(passed, count)
        return Measure(CASE_COUNT, count, "cases"), Measure(SUCCESS_RATE, rate)

    def _count(
        self, mission: Mission, evaluation: Evaluation, workbench: Workbench, *, is_reference: bool
    ) -> float | None:
        """Return the number of cases that the score is a share of."""
        if workbench.options.rule is Rule.PAPER:
            task = mission.facts(UpstreamTask)
            return None if task is None or task.case_count is None else float(task.case_count)
        if is_reference:
            return float(evaluation.passed)
        baseline = workbench.baseline(self)
        return float(baseline.passed) if baseline and not baseline.has_infrastructure_failure() else None


def of_reference(evaluation: Evaluation) -> Evaluation:
    """Return the evaluation of the upstream project itself: if its tests report no case, the environment is wrong."""
    if evaluation.cases:
        return evaluation
    last = evaluation.log.strip()[-1500:] or "pytest printed nothing"
    failure = Failure(FailureKind.INTERNAL, f"the upstream project's own tests reported no case: {last}")
    case = Case(evaluation.evaluator, (evaluation.evaluator,), Outcome.INFRASTRUCTURE, failure)
    return replace(evaluation, cases=(case,))


def seconds_of(plan: Plan, suite: Suite) -> float:
    """Return the seconds that commands and tests may take."""
    return SECONDS * len(plan.setup) + EXECUTIONS * suite.seconds


def labels_of(mission: Mission) -> dict[str, str]:
    """Return difficulty and category, where they are known."""
    return {
        name: value for name, value in (("difficulty", mission.difficulty), ("category", mission.category)) if value
    }


def targets_of(plan: Plan, task: UpstreamTask, rule: Rule) -> tuple[str, ...]:
    """Return the paths whose tests are executed; empty: all below the workspace (rule ``paper`` only)."""
    named = tuple(target for call in plan.calls for target in call.targets)
    return named or (task.test_paths if rule is Rule.STRICT else ())


def executed_suite(suite: Suite, plan: Plan, task: UpstreamTask, agent: Files, rule: Rule) -> Suite:
    """Return the suite with the paths, variables and files that the rule gives it.

    By rule ``paper`` the agent's own file takes the place of a test that only the pytest call names.
    """
    options = suite.arguments[:2] if suite.arguments[:1] == ("-c",) else ()
    variables = dict(pair for pairs in (plan.variables, *(call.variables for call in plan.calls)) for pair in pairs)
    kept = set(submitted(agent, task.test_paths)) - set(options) if rule is Rule.PAPER else set()
    return replace(
        suite,
        files={path: place for path, place in suite.files.items() if path not in kept},
        arguments=(*options, *targets_of(plan, task, rule)),
        variables={**variables, "PYTHONPATH": os.pathsep.join((".", SITE))},
        programs=f"{SITE}/bin",
    )


def in_words(result: CommandResult) -> str:
    """Return one line per command: its words and exit status, and the end of its output when it failed."""
    text = f": {result.text.strip()[-500:]}" if result.status and result.text.strip() else ""
    return f"$ {' '.join(result.words)} → {result.status}{text}"


def failed_preparation(prepared: Prepared) -> Iterator[str]:
    """Yield a warning for each command before the tests that failed, and for a workspace that could not be read."""
    for result in prepared.results:
        if result.status:
            said = result.text.strip().rpartition("\n")[2][-200:]
            words = " ".join(result.words)
            yield f"the command before the tests `{words}` ended with status {result.status}" + (
                f": {said}" if said else ""
            )
    if prepared.problem:
        yield prepared.problem


PROGRAM = (Path(__file__).with_name("guest_program.py")).read_text(encoding="utf-8")
SECONDS = 600.0
"""Seconds that one command may take."""

LIMITS = BoxLimits(memory=4 << 30, cpu=1200)


@dataclass(frozen=True)
class CommandResult:
    """Exit status of one command and the end of what it printed. The solution's code may have written both."""

    words: tuple[str, ...]
    status: int
    text: str = ""


@dataclass(frozen=True)
class Prepared:
    """Files of the workspace after the commands. With a `problem` they are those before them."""

    files: Files
    results: tuple[CommandResult, ...] = ()
    problem: str = ""


@dataclass(frozen=True)
class _Ended:
    status: int
    text: str


RESULTS = TypeAdapter(list[_Ended])


def prepare(files: Files, plan: Plan, sandbox: Sandbox, environment: str) -> Prepared:
    """Run the commands of `plan` before its tests on a copy of `files`."""
    if not plan.setup:
        return Prepared(files)
    with tempfile.TemporaryDirectory(prefix="projecteval-setup-", ignore_cleanup_errors=True) as temporary:
        workspace = Path(temporary) / "workspace"
        workspace.mkdir()
        write_files(files, workspace)
        output, ended = _run(plan, workspace, sandbox, environment)
        try:
            left = read_files(workspace)
        except (SolutionError, OSError) as error:
            return Prepared(files, problem=f"the workspace after the commands cannot be read: {error}")
    if not ended:
        return Prepared(files, problem=f"the commands did not end within {SECONDS * len(plan.setup):g} seconds")
    return Prepared(left, tuple(_results(plan, output)))


def _run(plan: Plan, workspace: Path, sandbox: Sandbox, environment: str) -> tuple[str, bool]:
    """Return what the program in the sandbox printed, and True when it ended in time."""
    commands = json.dumps([sandboxed_command(command, plan.variables) for command in plan.setup])
    argv = ("python", "-s", "-c", PROGRAM, commands, str(SECONDS))
    with sandbox.box(workspace, environments.find(environment), LIMITS) as box:
        completed = box.run(argv, SECONDS * len(plan.setup))
    return completed.output, completed.status is not None


def _results(plan: Plan, output: str) -> list[CommandResult]:
    """Return the results that the program printed on its last line; those that are missing have status -1."""
    try:
        ended = RESULTS.validate_json(output.strip().rpartition("\n")[2])
    except ValidationError:
        ended = []
    ended += [_Ended(-1, output[-500:])] * (len(plan.setup) - len(ended))
    return [CommandResult(command.words, one.status, one.text) for command, one in zip(plan.setup, ended, strict=False)]
