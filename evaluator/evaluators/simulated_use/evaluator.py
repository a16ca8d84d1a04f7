"""Evaluator of simulated use: runs every testcode of a mission on the started solution."""

from __future__ import annotations

import copy
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

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
from evaluator.evaluators.simulated_use.sessions import seconds_to_play, seconds_to_start
from evaluator.model.evaluation import RUNNABLE, Case, Evaluation, MissingProtection, Outcome
from evaluator.model.generation import Solution
from missions.errors import SolutionError
from missions.mission import Mission
from missions.project_files import Files, read_files, write_files
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


@dataclass(frozen=True)
class UpgradeGroup:
    """Testcodes that find the same data: `mission` has them alone, `before` the testcodes of the version before."""

    mission: Mission
    before: Mission


def without_upgrades(mission: Mission) -> Mission:
    """Return `mission` without testcodes that begin with data of the version before."""
    return replace(mission, testcodes=tuple(each for each in mission.testcodes if not each.before))


def upgrade_groups(mission: Mission) -> Iterator[UpgradeGroup]:
    """Yield the testcodes that begin with data of the version before, those with the same data together."""
    for names in dict.fromkeys(each.before for each in mission.testcodes if each.before):
        own = tuple(each for each in mission.testcodes if each.before == names)
        version = mission.before or mission
        wanted = set(names)
        for testcode in reversed(version.testcodes):  # a testcode requires earlier ones only
            if testcode.id in wanted:
                wanted.update(testcode.requires)
        played = tuple(each for each in version.testcodes if each.id in wanted)
        yield UpgradeGroup(replace(mission, testcodes=own), replace(version, testcodes=played))


def seconds_to_evaluate(mission: Mission) -> float:
    """Return the maximum seconds for all testcodes of a mission."""
    groups = list(upgrade_groups(mission))
    played = len(mission.testcodes) + sum(len(group.before.testcodes) for group in groups)
    return (1 + 2 * len(groups)) * seconds_to_start(mission) + played * seconds_to_play(mission)


@dataclass
class Upgrade:
    """One upgrade: the old version in use, and the testcodes of `group` on the new one with the data of the old."""

    group: UpgradeGroup
    spec: RuntimeSpec
    solution: Solution
    workbench: Workbench
    rules: Rules
    stored: dict[str, bytes] = field(default_factory=dict)

    def cases(self) -> tuple[Case, ...]:
        """Return the cases of the group's testcodes."""
        mission = self.group.mission
        self.workbench.begins(mission.testcodes[0].id, seconds_to_evaluate(mission))
        old = self.workbench.version_before()
        if old is None:
            return self._all(Failure(FailureKind.BLOCKED, "there is no version before, whose data it needs"))
        try:
            if failed := self._used(old):
                reason = f"on the version before, {failed.id} did not pass: {failed.reason}"
                return self._all(Failure(FailureKind.BLOCKED, reason, failed.id))
            with tempfile.TemporaryDirectory(prefix="projecteval-upgrade-", ignore_cleanup_errors=True) as folder:
                project = Path(folder) / "project"
                write_files(upgraded(old.files, self.stored, self.solution.files), project)
                return tuple(self._played(mission, project, self.solution))
        except StartError as error:
            return self._all(Failure(error.kind, f"with the data of the version before: {error.reason}"))
        except SolutionError as error:
            return self._all(Failure(FailureKind.RESOURCE_LIMIT, f"the data of the version before: {error}"))
        except (InfrastructureError, OSError) as error:
            kind = error.kind if isinstance(error, InfrastructureError) else FailureKind.INTERNAL
            return self._all(Failure(kind, f"{type(error).__name__}: {error}"))

    def _all(self, failure: Failure) -> tuple[Case, ...]:
        return tuple(failed_case(testcode, failure) for testcode in self.group.mission.testcodes)

    def _used(self, old: Solution) -> Case | None:
        """Use the old version, and keep what it stored; return the case that did not pass, if any."""
        with tempfile.TemporaryDirectory(prefix="projecteval-before-", ignore_cleanup_errors=True) as folder:
            project = Path(folder) / "project"
            write_files(old.files, project)
            cases = tuple(self._played(self.group.before, project, old, self._keep(old.files)))
        return next((case for case in cases if not case.passed), None)

    def _keep(self, delivered: Files) -> Callable[[Path], None]:
        """Return what keeps the files that a project stored; those of the last session replace others."""

        def keep(folder: Path) -> None:
            found = read_files(folder)
            self.stored = {name: content for name, content in found.items() if delivered.get(name) != content}

        return keep

    def _played(
        self, mission: Mission, project: Path, solution: Solution, ended: Callable[[Path], None] | None = None
    ) -> Iterator[Case]:
        """Yield the cases of a mission's testcodes on a project, all of them in one session where it is a program."""
        rules = copy.copy(self.rules)
        rules.shared_session = rules.shared_session or not mission.stack.is_website
        spec = replace(self.spec, project=project, start=solution.start, clock=None, ended=ended)
        with (
            tempfile.TemporaryDirectory(prefix="projecteval-attachments-") as unused,
            open_player(mission, with_requirements(spec), solution.parameters, rules) as player,
        ):
            attachments = self.workbench.attachments if ended is None else Path(unused)
            screenshots = self.workbench.options.screenshots
            yield from Play(mission, player, solution.parameters, attachments, rules, self._begins, screenshots).cases()

    def _begins(self, case_id: str, seconds: float) -> None:
        """Leave the limit of the whole upgrade as it is: the cases of both versions are part of it."""


def upgraded(old: Files, stored: Files, new: Files) -> dict[str, bytes]:
    """Return the files of the new version in place of the old one, with what that stored."""
    changed = {name: content for name, content in new.items() if name not in stored or old.get(name) != content}
    return {**{name: content for name, content in stored.items() if not name.endswith("/")}, **changed}


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
