"""Evaluator of simulated use: runs every testcode of a mission on the started solution."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench
from evaluator.evaluators.simulated_use.outcomes import outcome_of
from evaluator.evaluators.simulated_use.play import (
    DECISIVE,
    Play,
    Pulse,
    case_of,
    cause_of_repetition,
    doubted,
    failed_case,
    was_lost,
)
from evaluator.evaluators.simulated_use.players import open_player
from evaluator.evaluators.simulated_use.rules import Rules
from evaluator.evaluators.simulated_use.sessions import seconds_to_start
from evaluator.evaluators.simulated_use.upgrade import (
    Upgrade,
    seconds_to_evaluate,
    upgrade_groups,
    without_upgrades,
)
from evaluator.model.evaluation import RUNNABLE, Case, Evaluation, MissingProtection, Outcome
from evaluator.model.generation import Solution
from missions.mission import Mission
from simulators.browser.chromium.launch import own_sandbox_works
from simulators.errors import InfrastructureError
from simulators.evidence import shortened
from simulators.failures import Failure, FailureKind
from simulators.runtime.entry_points import environment_of
from simulators.runtime.environments import host as environments
from simulators.runtime.layers import with_requirements
from simulators.runtime.running_site import address_of
from simulators.runtime.start_project import RuntimeSpec
from simulators.setting import BrowserName, Setting, StartError

MAX_TRIES = 3
"""Tries of an attempt when the infrastructure fails, before that is reported."""

MAX_LOG_CHARS = 20_000


@dataclass(frozen=True)
class SimulatedUse(Evaluator):
    """Uses the solution as a person would, in a browser, at a terminal, with files."""

    rules: Rules = field(default_factory=Rules)
    name: str = "simulated-use"

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        given = {
            "browser": options.browser,
            "stop_after": options.stop_after,
            "patience": options.patience,
            "url": options.url,
        }
        return {name: str(value) for name, value in given.items() if value}

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return self._none_tried(mission, Failure(FailureKind.NOT_BUILT, f"nothing was built: {failure}"))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        """Return the outcome of every testcode.

        An infrastructure failure (a crashed browser) repeats the whole attempt, at most `MAX_TRIES` times. So does,
        once, a killed project or a crashed page: the machine or the project itself may be the cause, which cannot be
        distinguished. If it happens again, it is the project's failure. Cases that did not pass while this process or
        its machine was suspended are infrastructure failures.
        """
        begun = time.monotonic()
        try:
            spec = spec_of(solution, mission, workbench)
        except environments.EnvironmentNotReady as error:
            return self._none_tried(mission, Failure(error.kind, str(error)))
        workbench.takes(seconds_to_evaluate(mission))
        losses = 0
        causes: list[Failure | None] = []
        while len(causes) < MAX_TRIES:
            with Pulse() as pulse:
                on_time = replace(spec, clock=None)  # the mission's clock starts again each time
                evaluation = self._once(mission, on_time, solution, workbench)
                evaluation = self._with_upgrades(mission, on_time, solution, workbench, evaluation)
            if stopped := pulse.trouble():
                evaluation = doubted(evaluation, stopped, FailureKind.SUSPENDED)
            else:
                losses += was_lost(evaluation)
            causes.append(cause_of_repetition(evaluation))
            if not evaluation.has_infrastructure_failure() and (losses > 1 or not was_lost(evaluation)):
                break
        if losses == 1 and was_lost(evaluation):
            why = "it was lost once, and no try was left to see whether it happens again"
            evaluation = doubted(evaluation, why, FailureKind.INTERNAL)
        settings = self.settings(workbench.options)
        repeated = tuple(cause for cause in causes[:-1] if cause)
        seconds = round(time.monotonic() - begun, 3)
        return replace(evaluation, seconds=seconds, tries=len(causes), repeated=repeated, settings=settings)

    def _once(self, mission: Mission, spec: RuntimeSpec, solution: Solution, workbench: Workbench) -> Evaluation:
        workbench.begins(RUNNABLE, seconds_to_start(mission))
        rules = self.rules.for_run(workbench.options)
        every, mission = len(mission.testcodes), without_upgrades(mission)
        try:
            with open_player(mission, with_requirements(spec), solution.parameters, rules) as player:
                play = Play(
                    mission,
                    player,
                    solution.parameters,
                    workbench.attachments,
                    rules,
                    workbench.begins,
                    workbench.options.screenshots,
                    workbench.options.stop_after,
                )
                cases = []
                for case in play.cases():
                    cases.append(case)
                    workbench.announce(case, len(cases), every)
                output = player.output()
        except StartError as error:
            return self._none_tried(mission, Failure(error.kind, error.reason), error.output)
        except (InfrastructureError, OSError) as error:
            kind = error.kind if isinstance(error, InfrastructureError) else FailureKind.INTERNAL
            return self._none_tried(mission, Failure(kind, f"{type(error).__name__}: {error}"))
        runnable = Case(RUNNABLE, (), Outcome.PASSED)
        return self._evaluation(mission, (runnable, *cases), output)

    def _with_upgrades(
        self, mission: Mission, spec: RuntimeSpec, solution: Solution, workbench: Workbench, first: Evaluation
    ) -> Evaluation:
        """Return the evaluation with the cases of testcodes that begin with data of the version before."""
        if len(first.cases) > len(mission.testcodes):  # none of them was tried
            return first
        found = {case.id: case for case in first.cases}
        for group in upgrade_groups(mission):
            enough = workbench.options.stop_after
            if enough is not None and sum(case.outcome in DECISIVE for case in found.values()) >= enough:
                cases = tuple(case_of(testcode, Outcome.SKIPPED) for testcode in group.mission.testcodes)
            else:
                upgrade = Upgrade(group, spec, solution, workbench, self.rules.for_run(workbench.options))
                cases = upgrade.cases()
            for case in cases:
                found[case.id] = case
                workbench.announce(case, len(found) - 1, len(mission.testcodes))
        return replace(first, cases=tuple(found[name] for name in (RUNNABLE, *(each.id for each in mission.testcodes))))

    def _none_tried(self, mission: Mission, failure: Failure, output: str = "") -> Evaluation:
        """Return the evaluation of a project on which no testcode could be tried."""
        outcome = outcome_of(failure.kind)
        outcome = outcome if outcome is Outcome.INFRASTRUCTURE else Outcome.NOT_RUNNABLE
        cases = [replace(failed_case(testcode, failure), outcome=outcome) for testcode in mission.testcodes]
        return self._evaluation(mission, (Case(RUNNABLE, (), outcome, failure), *cases), output)

    def _evaluation(self, mission: Mission, cases: tuple[Case, ...], output: str) -> Evaluation:
        missing = () if not mission.stack.is_website or own_sandbox_works() else (MissingProtection.BROWSER_SANDBOX,)
        return Evaluation(self.name, cases, log=shortened(output, MAX_LOG_CHARS), missing_protections=missing)


def _environment_of(solution: Solution, mission: Mission, workbench: Workbench) -> str:
    return environment_of(mission.stack.value, workbench.project, solution.start, mission.environment)


def spec_of(solution: Solution, mission: Mission, workbench: Workbench) -> RuntimeSpec:
    """Return the specification for starting the solution any number of times."""
    return RuntimeSpec(
        project=workbench.project,
        stack=mission.stack.value,
        environment=environments.find(_environment_of(solution, mission, workbench)),
        sandbox=workbench.sandbox,
        setting=_setting_of(mission, workbench.options),
        start=solution.start,
        start_limit=mission.limits.start,
        superuser=mission.superuser,
        settings=mission.variables,
        extra_packages=mission.extra_packages,
        worker=workbench.worker,
        running=address_of(workbench.options.url),
    )


def _setting_of(mission: Mission, options: EvaluationOptions) -> Setting:
    """Return the mission's setting with what the options of the run replace; a running project has the real time."""
    setting = replace(mission.setting, headed=options.headed)
    if options.url:
        setting = replace(setting, time=None)
    if options.patience is not None:
        setting = replace(setting, patience=options.patience)
    if not options.browser:
        return setting
    browser: BrowserName = "selenium" if options.browser == "selenium" else "playwright"
    return replace(setting, browser=browser)
