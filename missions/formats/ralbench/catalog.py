"""Catalog ``ralbench:FOLDER``: tasks and suites of a local copy of RAL-Bench's repository."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from missions.errors import MissionError
from missions.formats.ralbench.references import REFERENCES, WITHOUT, reference_files
from missions.formats.ralbench.task_file import (
    SUITES,
    TaskFile,
    find_task_files,
    folder_of_solution,
    read_task_file,
)
from missions.mission import Checklist, Document, Mission, Stack
from missions.reference import Reference
from missions.sdists import SourceDistribution
from missions.suites import Suite

BENCHMARK = "ralbench"
DOCUMENT = "ralbench"
"""Document with a task's `RalTask` as JSON; no input set gives it to an agent."""
ENVIRONMENT = Path(__file__).with_name("environment.lock")
"""Packages that suites and solutions may import, besides pytest."""


@dataclass(frozen=True)
class RalTask:
    """What the rules of RAL-Bench need of a task.

    `folder` is where the suites expect the solution, `baselines` are published figures of the reference by name,
    `unreadable_suites` those that the original scores 0 because it cannot read their path.
    """

    folder: str
    baselines: Mapping[str, float]
    unreadable_suites: tuple[str, ...] = ()


_TASK = TypeAdapter(RalTask)


def ral_task(mission: Mission) -> RalTask | None:
    """Return what the mission's task file says; None for missions of another format. Raises `MissionError`."""
    document = mission.documents.get(DOCUMENT)
    try:
        return None if document is None else _TASK.validate_json(document.text)
    except ValidationError as error:
        raise MissionError(f"mission {mission.id}: document {DOCUMENT} is not a task of RAL-Bench: {error}") from error


@dataclass(frozen=True)
class RalBenchCatalog:
    """All tasks below a folder, by the names of their projects."""

    folder: Path

    name: str = BENCHMARK
    benchmark: str = BENCHMARK

    def ids(self) -> tuple[str, ...]:
        return tuple(self._paths)

    def mission(self, mission_id: str) -> Mission:
        path = self._path_of(mission_id)
        task = read_task_file(path)
        suites = tuple(self._suites(mission_id, task, path))
        return Mission(
            mission_id,
            mission_id,
            Stack.LIBRARY,
            task.prompt(),
            Checklist(()),
            (),
            environment=str(ENVIRONMENT),
            technologies=("Python",),
            source=path.parent,
            fingerprint=_digest(path, suites),
            benchmark=BENCHMARK,
            further_documents=(_document(task),),
            suites=suites,
            package=task.package.name,
            difficulty=task.difficulty,
            category=task.domain,
        )

    def reference(self, mission_id: str) -> Reference | None:
        self._path_of(mission_id)
        files = reference_files(mission_id)
        return None if files is None else Reference(files)

    def release(self, mission_id: str) -> SourceDistribution:
        """Return the release that is the mission's reference. Raises `MissionError` where there is none."""
        self._path_of(mission_id)
        if mission_id in REFERENCES:
            return REFERENCES[mission_id]
        raise MissionError(WITHOUT.get(mission_id, "no release is pinned for this project"))

    @cached_property
    def _paths(self) -> dict[str, Path]:
        return find_task_files(self.folder)

    def _path_of(self, mission_id: str) -> Path:
        if mission_id not in self._paths:
            raise MissionError(f"no task {mission_id!r} in {self.folder}; there are {', '.join(self._paths)}")
        return self._paths[mission_id]

    def _suites(self, project: str, task: TaskFile, path: Path) -> Iterator[Suite]:
        solution = folder_of_solution(task)
        variables = {
            "RACB_REPO_ROOT": solution,
            "RACB_PACKAGE_NAME": task.package.name,
            f"{project.upper()}_TARGET": "generated",
        }
        packages = (task.package.name.partition(".")[0],)
        for name in SUITES:
            file = self._suite_file(project, name, task, path)
            place = f"tests/{project}/{file.name}"
            yield Suite(name, {place: file}, (), task.seconds(name), variables, folder=solution, packages=packages)

    def _suite_file(self, project: str, name: str, task: TaskFile, path: Path) -> Path:
        written = task.suite_path(name)
        if not written:
            raise MissionError(f"{path}: test_suite has no {name} suite")
        found = [self.folder / written, self.folder / "tests" / project / Path(written).name]
        root = self.folder.resolve()
        for candidate in found:
            if candidate.is_file() and candidate.resolve().is_relative_to(root):
                return candidate
        raise MissionError(f"{path}: the {name} suite {written} is missing in {self.folder}")


def _document(task: TaskFile) -> Document:
    said = RalTask(folder_of_solution(task), task.baselines(), task.unreadable_suites())
    return Document(DOCUMENT, _TASK.dump_json(said).decode())


def _digest(path: Path, suites: tuple[Suite, ...]) -> str:
    """Return a digest of the task file, of all suites and of the environment."""
    files = [path, ENVIRONMENT, *(file for suite in suites for file in suite.files.values())]
    return hashlib.sha256(json.dumps([hashlib.sha256(f.read_bytes()).hexdigest() for f in files]).encode()).hexdigest()
