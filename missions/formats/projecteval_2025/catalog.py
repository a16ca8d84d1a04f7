"""The public ProjectEval benchmark: three JSON files and a folder of material, read as a catalog.

Nothing is changed in the data: a testcode is source text, its parameters are names with descriptions, and its
answers are judged by the benchmark's own rule (an empty expected message is an answer there). Missions of ours that
were exported in the same layout are recognised by their testcodes; what else was in their ``mission.toml`` stands in
a fourth file.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from missions.errors import MissionError
from missions.formats.projecteval_2025.facts import FACTS, Facts, facts_of
from missions.formats.projecteval_2025.parameters import answers_by_key
from missions.formats.projecteval_2025.shapes import (
    ANSWERS,
    MATERIAL,
    PARAMETERS,
    PROJECTS,
    PublicFile,
    PublicProject,
    PublicTestcode,
    as_checklist,
    read_public,
)
from missions.formats.projecteval_2025.source import public_testcode
from missions.mission import Mission
from missions.testcodes.testcode import Testcode


@dataclass(frozen=True)
class ProjectEvalCatalog:
    """The public data set in `folder`. Raises `MissionError` naming file, project, page and function."""

    folder: Path
    _cache: dict[str, Mission] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        return f"projecteval:{self.folder}"

    def ids(self) -> tuple[str, ...]:
        return tuple(self.projects)

    def mission(self, mission_id: str) -> Mission:
        if mission_id not in self.projects:
            raise MissionError(f"{self.folder}: there is no project {mission_id!r}; there are {', '.join(self.ids())}")
        if mission_id not in self._cache:
            self._cache[mission_id] = self._mission(self.projects[mission_id])
        return self._cache[mission_id]

    @cached_property
    def projects(self) -> dict[str, PublicProject]:
        """The projects by id, in the file's order."""
        found = read_public(self.folder / PROJECTS, list[PublicProject])
        return {project.project_id: project for project in found}

    @cached_property
    def facts(self) -> dict[str, Facts]:
        """What the fourth file says of missions of ours, by id."""
        path = self.folder / FACTS
        return read_public(path, dict[str, Facts]) if path.exists() else {}

    def canonical_files(self, mission_id: str) -> dict[str, str] | None:
        """The canonical files of a project: path → text; None when the data has none."""
        path = self.folder / ANSWERS
        answers = read_public(path, dict[str, list[PublicFile]]) if path.exists() else {}
        return {file.name: file.code or "" for file in answers[mission_id]} if mission_id in answers else None

    def canonical_answers(self, mission_id: str) -> dict[str, str]:
        """The canonical parameter values by key."""
        path = self.folder / PARAMETERS
        found = read_public(path, dict[str, Any]) if path.exists() else {}
        return answers_by_key(found.get(mission_id, {}))

    def _mission(self, project: PublicProject) -> Mission:
        testcodes = tuple(self._testcodes(project))
        where = f"{self.folder / PROJECTS}: project {project.project_id}"
        facts = facts_of(project, testcodes, self.facts.get(project.project_id), where)
        checklist = facts.with_untested(as_checklist(project.nl_checklist))
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

    def _fingerprint(self, project: PublicProject, facts: Facts) -> str:
        digest = hashlib.sha256(project.model_dump_json().encode() + facts.model_dump_json().encode())
        for path in sorted((self.folder / MATERIAL).glob(f"{project.project_id}-*")):
            digest.update(path.name.encode() + (path.read_bytes() if path.is_file() else b""))
        return digest.hexdigest()


def _testcode(where: str, page: str, public: PublicTestcode) -> Testcode:
    parameters = {parameter.name: parameter.description for parameter in public.parameter}
    return public_testcode(page, public.function, parameters, public.test, where)
