"""The public ProjectEval benchmark: three JSON files and a folder of material, read as a catalog.

The data is not changed: a testcode is source text, its parameters are names with descriptions, and their values are
checked by the benchmark's own rule (an empty expected message is a value there). Missions of the folder format that
were exported in the same layout are recognized by their testcodes; other content of their ``mission.toml`` is in a
fourth file.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from missions.errors import MissionError
from missions.formats.projecteval_2025.facts import FACTS, PUBLIC_BENCHMARK, Facts, facts_of
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
from missions.project_files import safe_path, single_top
from missions.reference import Reference
from missions.testcodes.testcode import Testcode
from simulators.runtime.start import Start


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
        """Return the projects by id, in the file's order."""
        found = read_public(self.folder / PROJECTS, list[PublicProject])
        return {project.project_id: project for project in found}

    @cached_property
    def facts(self) -> dict[str, Facts]:
        """Return the content of the fourth file, by mission id: facts of missions exported from the folder format."""
        path = self.folder / FACTS
        return read_public(path, dict[str, Facts]) if path.exists() else {}

    @property
    def benchmark(self) -> str:
        """Return the public benchmark, unless the data was exported from missions of another one."""
        found = {self.mission(mission_id).benchmark for mission_id in self.ids()}
        if len(found) > 1:
            raise MissionError(f"{self.folder}: its missions belong to several benchmarks: {', '.join(sorted(found))}")
        return found.pop() if found else PUBLIC_BENCHMARK

    def reference(self, mission_id: str) -> Reference | None:
        files = self._canonical_files.get(mission_id)
        if files is None:
            return None
        contents = {file.name: (file.code or "").encode() for file in files}
        skeleton = {file.name: (file.code or "").encode() for file in self.projects[mission_id].skeleton}
        start = self._exported_start(mission_id) or Start(root=single_top(contents))
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

    def _exported_start(self, mission_id: str) -> Start | None:
        facts = self.facts.get(mission_id)
        if facts is None or facts.start is None:
            return None
        if facts.start.root != ".":
            safe_path(facts.start.root)
        return Start(**facts.start.model_dump(exclude_defaults=True))

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
