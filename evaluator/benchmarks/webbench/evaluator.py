"""Evaluator ``playwright``: the tests of all tasks until now, as the project's authors wrote them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from evaluator.benchmarks.webbench import boxes
from evaluator.benchmarks.webbench import playwright_report as reported
from evaluator.benchmarks.webbench.boxes import TestedProject, TestRunError
from evaluator.benchmarks.webbench.repository import INIT, Project
from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import Solution
from evaluator.model.options import Rule
from missions.mission import Mission
from simulators.browser.chromium.launch import NoBrowser, find_browser
from simulators.failures import Failure, FailureKind
from simulators.runtime.environments import host as environments
from simulators.runtime.environments import node_packages
from simulators.setting import NODE, StartError

PLAYWRIGHT = "playwright"
TASKS = "tasks"
"""Measure with the number of tasks of the project, without `INIT`."""

REPEATED_RUNS = 3
"""How often the original runs the tests whose page was not loaded; rule ``strict`` runs them once."""

ABORTED = "net::ERR_ABORTED"


@dataclass(frozen=True)
class PlaywrightTests(Evaluator):
    """Executes the tests of `until` and of all tasks before it; of all tasks by default.

    Rule ``paper`` repeats tests whose page was not loaded and shows lines of the tests in failures, as the original.
    """

    name: str = PLAYWRIGHT
    until: str = ""

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"rule": options.rule.value}

    def unavailable(self) -> str:
        try:
            find_browser()
        except NoBrowser as error:
            return str(error)
        return node_packages.problem(NODE)

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return self._evaluation(mission, {}, workbench, Failure(FailureKind.NOT_BUILT, failure))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        return self._evaluation(mission, dict(solution.files), workbench)

    def _evaluation(
        self, mission: Mission, files: Mapping[str, bytes], workbench: Workbench, not_built: Failure | None = None
    ) -> Evaluation:
        project = mission.facts(Project)
        if project is None:
            return Evaluation(self.name)
        began = time.monotonic()
        workbench.takes(2 * boxes.BUILD_SECONDS + 2 * boxes.LIST_SECONDS + REPEATED_RUNS * boxes.TEST_SECONDS)
        environment = environments.find(mission.environment)
        tested = TestedProject(project, files, environment, workbench.sandbox, self.until)
        cases = self._cases(tested, workbench, not_built)
        for number, each in enumerate(cases, 1):
            workbench.announce(each, number, len(cases))
        tasks = sum(task.id != INIT for task in project.tasks)
        return Evaluation(
            self.name,
            cases,
            (Measure(TASKS, tasks),),
            seconds=round(time.monotonic() - began, 3),
            settings=self.settings(workbench.options),
        )

    def _cases(self, tested: TestedProject, workbench: Workbench, not_built: Failure | None) -> tuple[Case, ...]:
        """Return one case per test, the same ones for every solution."""
        tests = tested.project.tests_until(self.until)
        with ExitStack() as opened:
            tests_box, place = opened.enter_context(boxes.open_box(tested, with_tests=True))
            try:
                listed = boxes.list_tests(tests_box, place, tests)
            except TestRunError as error:
                failure = Failure(FailureKind.INTERNAL, f"the tests cannot be listed: {error}")
                return (Case(PLAYWRIGHT, (PLAYWRIGHT,), Outcome.INFRASTRUCTURE, failure),)
            names = [name for name, _ in reported.titled_tests(listed)]
            if not_built is not None:
                return _all(names, not_built)
            project_box, _ = opened.enter_context(boxes.open_box(tested, with_tests=False))
            if failed := boxes.build(tested, project_box, place):
                return _all(names, Failure(FailureKind.NOT_STARTED, failed))
            server = listed.config.webServer
            if server is None:
                return _all(names, Failure(FailureKind.INTERNAL, "playwright.config.js names no server"))
            try:
                opened.enter_context(boxes.serving(server, project_box, place))
                opened.enter_context(boxes.forward(project_box, tests_box))
                rule = workbench.options.rule
                return _tested(names, rule, lambda: boxes.run_tests(tests_box, place, tests))
            except StartError as error:
                said = reported.plain(f"{error.reason}\n{error.output}")[-boxes.MAX_LOG_CHARACTERS :]
                return _all(names, Failure(FailureKind.NOT_STARTED, said))


def _tested(
    names: Sequence[reported.TestTitles], rule: Rule, run: Callable[[], reported.PlaywrightReport]
) -> tuple[Case, ...]:
    """Execute the tests, once more where `rule` says so, and return their cases."""
    missing = Failure(FailureKind.TEST_ERROR, "the test is missing in the report")
    cases: tuple[Case, ...] = ()
    for _ in range(REPEATED_RUNS if rule is Rule.PAPER else 1):
        try:
            found = {
                name: reported.case_of(name, test, with_code=rule is Rule.PAPER)
                for name, test in reported.titled_tests(run())
            }
        except TestRunError as error:
            return _all(names, Failure(FailureKind.TIMEOUT, str(error)))
        cases = tuple(found.get(name) or reported.case(name, Outcome.ERROR, missing) for name in names)
        if not any(ABORTED in each.reason for each in cases):
            break
    return cases


def _all(names: Sequence[reported.TestTitles], failure: Failure) -> tuple[Case, ...]:
    return tuple(reported.case(name, Outcome.NOT_RUNNABLE, failure) for name in names)
