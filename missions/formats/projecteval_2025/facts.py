"""What the public files have no place for: title, setting, limits, how the canonical solution is started.

It stands in a fourth file beside them. Public data has no such file, and is read by the public benchmark's usual facts;
so is an exported mission that lost its own, as a ``mission.toml`` that says no more than title and stack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from missions.errors import MissionError
from missions.formats.projecteval_2025.shapes import STACKS, PublicProject
from missions.formats.projecteval_2025.source import PUBLIC_USER
from missions.formats.tables import MissionTable, SettingTable, Strict, SuperuserTable
from missions.mission import Checklist, Function, Page
from missions.testcodes.testcode import Testcode

PUBLIC_BENCHMARK = "projecteval-2025"
"""Name of the benchmark that public data belongs to."""

FACTS = "project_eval_mission.json"
"""The file: project id → `Facts`."""

SUPERUSER = SuperuserTable(name="Admin", password="abc#12345")
"""Whom the original makes before every website starts; the testcodes log in so."""


SEED = 1
"""A canonical answer draws passwords at random, of which a testcode asks that they hold every kind of character; with
a third of all seeds they do not. With this one they do."""


BEGINS = datetime(2025, 3, 14, 9, 7, tzinfo=UTC)
"""When every mission begins. Some testcodes look for a number anywhere on a page that tells the time as well: a
canonical answer fails the one that looks for "30" in every half hour's minute."""

AS_IN_THE_ORIGINAL = {
    "PROJECTEVAL_WINDOWS_PATHS": "1",
    "PROJECTEVAL_STEPS_MAY_FAIL": "1",
    "PROJECTEVAL_FIXED_ENTROPY": "1",
    "PROJECTEVAL_CLOCK": f"@{BEGINS.timestamp():.0f}",
}
"""Variables of every judged project. As on the original's host, paths may have backslashes, and a server is started
whatever its migrations do. Random bytes and the time are the same in every run: testcodes look for numbers anywhere in
pages that print tokens, times and addresses."""


class StartTable(Strict):
    """How the canonical solution is started, as in the ``[start]`` of its ``parameters.toml``."""

    root: str = "."
    prepare: tuple[tuple[str, ...], ...] = ()
    program: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()


class Facts(MissionTable):
    """A ``mission.toml``, why functions are not tested (page → function → why), and the canonical start."""

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
        """`checklist`, with the reasons why some of its functions are untested."""
        return Checklist(tuple(self._page(page) for page in checklist.pages))

    def _page(self, page: Page) -> Page:
        why = self.untested.get(page.name, {})
        functions: tuple[Function, ...] = tuple(replace(f, untested=why.get(f.name, "")) for f in page.functions)
        return replace(page, functions=functions)


def facts_of(project: PublicProject, testcodes: Sequence[Testcode], told: Facts | None, where: str) -> Facts:
    """What is `told` of a project, else what is usual. Raises `MissionError` when the two files contradict."""
    if told is None:
        return usual_facts(project, testcodes)
    if told.stack is not STACKS[project.project_type]:
        raise MissionError(f"{where}: its project_type is {project.project_type}, but {FACTS} says {told.stack}")
    return told


def usual_facts(project: PublicProject, testcodes: Sequence[Testcode]) -> Facts:
    """Facts of a project without further ones: by the form of its testcodes, exported or public."""
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
