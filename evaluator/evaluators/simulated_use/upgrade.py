"""Testcodes that begin with data of the version before: that version is used first, then the new one is put in place.

What the old version stored in its folder stays there. A file of the new version replaces a stored one of the same path
unless it is the old version's, unchanged: an empty database that both deliver does not replace the full one.
"""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from evaluator.evaluators.interface import Workbench
from evaluator.evaluators.simulated_use.play import Play, failed_case
from evaluator.evaluators.simulated_use.players import open_player
from evaluator.evaluators.simulated_use.rules import Rules
from evaluator.evaluators.simulated_use.sessions import seconds_to_play, seconds_to_start
from evaluator.model.evaluation import Case
from evaluator.model.generation import Solution
from missions.errors import SolutionError
from missions.mission import Mission
from missions.project_files import Files, read_files, write_files
from simulators.errors import InfrastructureError
from simulators.failures import Failure, FailureKind
from simulators.runtime.layers import with_requirements
from simulators.runtime.start_project import RuntimeSpec
from simulators.setting import StartError


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
