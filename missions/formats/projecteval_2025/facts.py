"""Facts that the public files do not contain: title, setting, limits, how the canonical solution is started.

They are in a fourth file. Public data has no such file and gets the default facts of the public benchmark; an exported
mission without its fourth file is read like a ``mission.toml`` with title and stack only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from missions.errors import MissionError
from missions.formats.projecteval_2025.shapes import STACKS, TYPES, PublicProject
from missions.formats.projecteval_2025.source import PUBLIC_USER
from missions.formats.tables import MissionTable, SettingTable, Strict, SuperuserTable
from missions.mission import Checklist, Function, Page
from missions.testcodes.testcode import Testcode

PUBLIC_BENCHMARK = "projecteval-2025"
"""Name of the benchmark of public data."""

FACTS = "project_eval_mission.json"
"""Name of the fourth file: project id → `Facts`."""

SUPERUSER = SuperuserTable(name="Admin", password="abc#12345")
"""Account that the original creates before every website starts; the testcodes log in with it."""


SEED = 1
"""Seed with which the canonical solution passes that draws passwords at random: a testcode requires that they contain
every kind of character, which fails with a third of all seeds."""


BEGINS = datetime(2025, 3, 14, 9, 7, tzinfo=UTC)
"""Start time of every mission. Some testcodes search for a number anywhere on a page that also shows the time: a
canonical solution fails the one that searches for "30" in one minute of every half hour."""

AS_IN_THE_ORIGINAL = {
    "PROJECTEVAL_WINDOWS_PATHS": "1",
    "PROJECTEVAL_STEPS_MAY_FAIL": "1",
    "PROJECTEVAL_FIXED_ENTROPY": "1",
    "PROJECTEVAL_CLOCK": f"@{BEGINS.timestamp():.0f}",
}
"""Variables of every evaluated project. As on the original's host, paths may have backslashes, and a server is started
even if its migrations fail. Random bytes and the time are the same in every run: testcodes search for numbers anywhere
in pages that print tokens, times and addresses."""


class StartTable(Strict):
    """Start commands of the canonical solution, as in ``[start]`` of its ``parameters.toml``."""

    root: str = "."
    prepare: tuple[tuple[str, ...], ...] = ()
    program: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()


class Facts(MissionTable):
    """``mission.toml``, reasons for untested functions (page → function → reason), and the canonical start."""

    untested: Mapping[str, Mapping[str, str]] = {}
    start: StartTable | None = None

    @classmethod
    def of_parts(cls, mission: MissionTable, checklist: Checklist, start: StartTable | None) -> Facts:
        untested: dict[str, dict[str, str]] = {}
        for page, function in checklist.functions():
            if function.untested:
                untested.setdefault(page.name, {})[function.name] = function.untested
        return cls.model_validate({**dict(mission), "untested": untested, "start": start})

    def with_untested(self, checklist: Checklist) -> Checklist:
        """Return `checklist` with the reasons for untested functions."""
        return Checklist(tuple(self._page(page) for page in checklist.pages))

    def _page(self, page: Page) -> Page:
        why = self.untested.get(page.name, {})
        functions: tuple[Function, ...] = tuple(replace(f, untested=why.get(f.name, "")) for f in page.functions)
        return replace(page, functions=functions)


def facts_of(project: PublicProject, testcodes: Sequence[Testcode], told: Facts | None, where: str) -> Facts:
    """Return the facts `told` of a project, otherwise the defaults. Raises `MissionError` when the files contradict."""
    if told is None:
        return usual_facts(project, testcodes)
    if TYPES.get(told.stack) != project.project_type:
        raise MissionError(f"{where}: its project_type is {project.project_type}, but {FACTS} says {told.stack}")
    return told


def usual_facts(project: PublicProject, testcodes: Sequence[Testcode]) -> Facts:
    """Return the default facts of a project, by the form of its testcodes: exported or public."""
    title = project.nl_prompt.strip()[:60] or project.project_id
    usual = Facts(title=title, stack=STACKS[project.project_type], technologies=project.technologies)
    if testcodes and all(testcode.simulator != PUBLIC_USER for testcode in testcodes):
        return usual
    return usual.model_copy(
        update={
            "environment": "public",
            "benchmark": PUBLIC_BENCHMARK,
            "extra_packages": False,
            "setting": SettingTable(time=BEGINS, seed=SEED),
            "superuser": SUPERUSER,
            "variables": AS_IN_THE_ORIGINAL,
        }
    )
