"""Writer of missions in the public layout, for missions of any format."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from missions.errors import MissionError
from missions.formats.projecteval_2025.excerpt import Excerpts
from missions.formats.projecteval_2025.facts import FACTS, PUBLIC_BENCHMARK, Facts, StartTable, usual_facts
from missions.formats.projecteval_2025.labels import Label, labelled
from missions.formats.projecteval_2025.parameters import answers_by_page
from missions.formats.projecteval_2025.shapes import (
    ANSWERS,
    MATERIAL,
    PARAMETERS,
    PROJECTS,
    TYPES,
    PublicFile,
    PublicParameter,
    PublicProject,
    PublicStack,
    PublicTestcode,
    PublicTestPage,
    as_public_pages,
)
from missions.formats.tables import MissionTable
from missions.mission import Mission
from missions.testcodes.testcode import Testcode


@dataclass(frozen=True)
class Canonical:
    """Canonical solution for the public files. `files` and `skeleton`: path → content."""

    files: Mapping[str, bytes]
    skeleton: Mapping[str, bytes]
    answers: Mapping[str, str]
    start: StartTable | None = None


def write_public(folder: Path, found: Sequence[tuple[Mission, Canonical]]) -> None:
    """Write the three files and the material into an empty `folder`; the fourth file only if it has content.

    Raises `MissionError` for content that the public layout cannot represent.
    """
    projects = [public_project(mission, canonical.skeleton) for mission, canonical in found]
    facts = {
        project.project_id: told
        for project, (mission, canonical) in zip(projects, found, strict=True)
        if (told := _untold(project, mission, canonical.start))
    }
    _write(folder / PROJECTS, [project.model_dump() for project in projects])
    _write(folder / ANSWERS, {mission.id: public_files(mission, canonical.files) for mission, canonical in found})
    _write(folder / PARAMETERS, {m.id: answers_by_page(m, canonical.answers) for m, canonical in found})
    if facts:
        _write(folder / FACTS, facts)
    for mission, _ in found:
        _write_material(folder / MATERIAL, mission)


def public_project(mission: Mission, skeleton: Mapping[str, bytes]) -> PublicProject:
    """Return a mission as a project of the public data."""
    return PublicProject(
        project_id=mission.id,
        project_type=TYPES[mission.stack],
        nl_prompt=mission.prompt,
        framework_technical_stack=_frameworks(mission.technologies),
        nl_checklist=as_public_pages(mission.checklist),
        testcode=list(_test_pages(mission)),
        skeleton=[PublicFile.model_validate(file) for file in public_files(mission, skeleton)],
    )


def public_files(mission: Mission, files: Mapping[str, bytes]) -> list[dict[str, str | None]]:
    """The files of an answer: ``[{file, path, code}, …]``. Raises `MissionError` naming what is not text."""
    try:
        return [PublicFile.of(name, content).model_dump() for name, content in files.items()]
    except MissionError as error:
        raise MissionError(f"mission {mission.id}: {error}") from error


def _frameworks(technologies: Sequence[str]) -> list[PublicStack]:
    if not technologies:
        return []
    language, *others = technologies
    return [PublicStack(language=language, technical_stack=other) for other in others or ["None"]]


def _test_pages(mission: Mission) -> Iterator[PublicTestPage]:
    texts = _Texts(mission)
    for page, labels in groupby(labelled(mission), lambda label: label.page):
        yield PublicTestPage(page=page, function=[_public_testcode(label, texts) for label in labels])


def _public_testcode(label: Label, texts: _Texts) -> PublicTestcode:
    parameters = [PublicParameter(name=p.name, description=p.description) for p in label.testcode.parameters]
    return PublicTestcode(function=label.function, test=texts.of(label.testcode), parameter=parameters)


class _Texts:
    """Source text of testcodes: their own, or extracted from the mission's file."""

    def __init__(self, mission: Mission) -> None:
        self._mission = mission
        self._excerpts: Excerpts | None = None

    def of(self, testcode: Testcode) -> str:
        if testcode.published is not None:
            return testcode.published.text
        if self._excerpts is None:
            if self._mission.source is None:
                raise MissionError(f"mission {self._mission.id}: testcode {testcode.id} has no source text")
            self._excerpts = Excerpts(self._mission.source / "testcodes.py")
        return self._excerpts.text(testcode)


def _untold(project: PublicProject, mission: Mission, start: StartTable | None) -> dict[str, Any] | None:
    """Return the facts that the three files do not contain; None when they are complete."""
    facts = Facts.of_parts(MissionTable.of(mission), mission.checklist, start)
    if facts == usual_facts(project, mission.testcodes):
        return None
    return facts.model_dump(mode="json", exclude_defaults=True)


def _write_material(folder: Path, mission: Mission) -> None:
    for name, path in mission.material_files().items():
        target = folder / public_material(mission, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def public_material(mission: Mission, name: str) -> str:
    """Return the name of a material file among those of all projects.

    Testcodes of the public benchmark contain the full name, so the file must already have it.
    """
    prefix = f"{mission.id}-"
    if mission.benchmark == PUBLIC_BENCHMARK and not mission.material_prefix:
        if not name.startswith(prefix):
            raise MissionError(f"mission {mission.id}: material {name} has to be called {prefix}{name} to be exported")
        return name
    return prefix + name


def _write(path: Path, value: object) -> None:
    """Write JSON as ASCII, like the public files, which tools read in the encoding of their machine."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=4) + "\n", encoding="ascii")
