"""The public ProjectEval benchmark: three JSON files and a folder of material, read as a catalog.

The data is not changed: a testcode is source text, its parameters are names with descriptions, and their values are
checked by the benchmark's own rule (an empty expected message is a value there).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from evaluator.benchmarks.projecteval_2025.shapes import (
    ANSWERS,
    MATERIAL,
    PARAMETERS,
    PROJECTS,
    STACKS,
    PublicFile,
    PublicProject,
    PublicTestcode,
    read_public,
)
from evaluator.benchmarks.projecteval_2025.source import public_testcode
from missions.errors import MissionError
from missions.formats import Catalog
from missions.formats.tables import MissionTable, SettingTable, SuperuserTable
from missions.mission import Mission, checklist_of
from missions.parameter_values import answers_by_key
from missions.project_files import single_top
from missions.reference import Reference
from missions.testcodes.testcode import Testcode
from missions.trust import CodeFolder, require_trust
from simulators.setting import Start


@dataclass(frozen=True)
class ProjectEvalCatalog(Catalog):
    """The public data set in `folder`. Raises `MissionError` naming file, project, page and function."""

    folder: Path
    _cache: dict[str, Mission] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        return f"projecteval:{self.folder}"

    def ids(self) -> tuple[str, ...]:
        return tuple(self.projects)

    def mission(self, mission_id: str) -> Mission:
        if mission_id not in self._cache:
            mission = self.described(mission_id)
            require_trust(self._code)
            self._cache[mission_id] = mission
        return self._cache[mission_id]

    def described(self, mission_id: str) -> Mission:
        """Return a mission to be read: its texts are compiled, and executed only when its testcodes run."""
        if mission_id not in self.projects:
            raise MissionError(f"{self.folder}: there is no project {mission_id!r}; there are {', '.join(self.ids())}")
        return self._mission(self.projects[mission_id])

    def code(self, ids: Sequence[str]) -> tuple[CodeFolder, ...]:
        """Return the folder, which holds the testcodes of all missions."""
        return (self._code,) if ids else ()

    @property
    def _code(self) -> CodeFolder:
        return CodeFolder(self.folder, (PROJECTS, MATERIAL))

    @cached_property
    def projects(self) -> dict[str, PublicProject]:
        """Return the projects by id, in the file's order."""
        found = read_public(self.folder / PROJECTS, list[PublicProject])
        return {project.project_id: project for project in found}

    @property
    def benchmark(self) -> str:
        return PUBLIC_BENCHMARK

    def reference(self, mission_id: str) -> Reference | None:
        files = self._canonical_files.get(mission_id)
        if files is None:
            return None
        contents = {file.name: (file.code or "").encode() for file in files}
        skeleton = {file.name: (file.code or "").encode() for file in self.projects[mission_id].skeleton}
        start = Start(root=single_top(contents))
        parameters = answers_by_key(self._canonical_parameters.get(mission_id, {}))
        return Reference(contents, parameters, start, skeleton)

    @cached_property
    def _canonical_files(self) -> dict[str, list[PublicFile]]:
        path = self.folder / ANSWERS
        return read_public(path, dict[str, list[PublicFile]]) if path.exists() else {}

    @cached_property
    def _canonical_parameters(self) -> dict[str, Any]:
        path = self.folder / PARAMETERS
        return read_public(path, dict[str, Any]) if path.exists() else {}

    def _mission(self, project: PublicProject) -> Mission:
        testcodes = tuple(self._testcodes(project))
        facts, checklist = facts_of(project), checklist_of(project.nl_checklist)
        material = self.folder / MATERIAL
        return replace(
            facts.mission(project.project_id, project.nl_prompt, checklist),
            testcodes=testcodes,
            material=material if material.is_dir() else None,
            material_prefix=f"{project.project_id}-",
            fingerprint=self._fingerprint(project, facts),
        )

    def _testcodes(self, project: PublicProject) -> list[Testcode]:
        where = f"{self.folder / PROJECTS}: project {project.project_id}"
        return [
            _testcode(f"{where}, page {page.page}, function {public.function}", page.page, public)
            for page in project.testcode
            for public in page.function
        ]

    def _fingerprint(self, project: PublicProject, facts: MissionTable) -> str:
        digest = hashlib.sha256(project.model_dump_json().encode() + facts.model_dump_json().encode())
        for path in sorted((self.folder / MATERIAL).glob(f"{project.project_id}-*")):
            digest.update(path.name.encode() + (path.read_bytes() if path.is_file() else b""))
        return digest.hexdigest()


def _testcode(where: str, page: str, public: PublicTestcode) -> Testcode:
    parameters = {parameter.name: parameter.description for parameter in public.parameter}
    return public_testcode(page, public.function, parameters, public.test, where)


PUBLIC_BENCHMARK = "projecteval-2025"
"""Name of the benchmark of public data."""

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


def facts_of(project: PublicProject) -> MissionTable:
    """Return what the public files do not contain: title, setting, environment, account, variables."""
    return MissionTable(
        title=project.nl_prompt.strip()[:60] or project.project_id,
        stack=STACKS[project.project_type],
        technologies=project.technologies,
        environment="public",
        benchmark=PUBLIC_BENCHMARK,
        extra_packages=False,
        setting=SettingTable(time=BEGINS, seed=SEED),
        superuser=SUPERUSER,
        variables=AS_IN_THE_ORIGINAL,
    )
