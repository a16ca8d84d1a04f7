"""A local copy of the public repository: its projects, their tasks, files and packages."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from pathspec import GitIgnoreSpec
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from missions.errors import MissionError
from missions.project_files import Files, files_digest, read_files, write_files
from simulators.data_files import DataError, parse_json, read_json_value, read_text
from simulators.runtime.environments.npm_locks import AskedPackages, NpmPackages
from simulators.yaml_files import parse_yaml

INIT = "init"
"""Id of the task before the first one, which is not counted."""

SOLUTION, START, TESTS, ASSETS = "src", "src-init", "test", "assets"
"""Folders of a project: the last state, the first one, its tests, files that every state begins with."""

LIBRARIES = ("test-util", "shop-test-util")
"""Packages of the repository that tests require as ``@web-bench/NAME``."""

IGNORED_BY = (".gitignore", ".npmignore", ".evalignore")
"""Files of a project that say which files an agent is not shown."""


class WebTask(BaseModel):
    """One request."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(pattern=r"^(init|task-[0-9]+)$")
    description: str = Field(min_length=1)
    level: str = ""


class Evaluated(BaseModel):
    """Key ``eval`` of a project's ``package.json``."""

    stable: bool = False


class Manifest(AskedPackages):
    """A project's ``package.json``."""

    scripts: dict[str, str] = Field(default_factory=dict)
    eval: Evaluated = Evaluated()


@dataclass(frozen=True)
class Project:
    """One project of the repository."""

    repository: Path
    id: str

    @property
    def folder(self) -> Path:
        return self.repository / "projects" / self.id

    @cached_property
    def manifest(self) -> Manifest:
        path = self.folder / "package.json"
        try:
            return Manifest.model_validate(read_json_value(path))
        except (OSError, DataError, ValidationError) as error:
            raise MissionError(f"{path}: cannot be read: {error}") from error

    @cached_property
    def tasks(self) -> tuple[WebTask, ...]:
        """All tasks in order. Raises `MissionError` naming the file and what is wrong."""
        path = next((each for name in ("tasks.yml", "tasks.jsonl") if (each := self.folder / name).is_file()), None)
        if path is None:
            raise MissionError(f"{self.folder}: there is neither tasks.yml nor tasks.jsonl")
        try:
            found = TypeAdapter(tuple[WebTask, ...]).validate_python(_tasks_in(path))
        except (OSError, DataError, ValidationError) as error:
            raise MissionError(f"{path}: cannot be read: {error}") from error
        if not found:
            raise MissionError(f"{path}: there is no task")
        return found

    @property
    def packages(self) -> NpmPackages:
        return NpmPackages.of(self.id, self.manifest.devDependencies, self.manifest.dependencies)

    def tests_until(self, task: str) -> tuple[str, ...]:
        """Return the test files that have to pass after `task`: its own and all before; all for another name."""
        ids = [INIT, *(each.id for each in self.tasks if each.id != INIT)]
        names = (f"{each}.spec.js" for each in (ids[: ids.index(task) + 1] if task in ids else ids))
        return tuple(name for name in names if (self.folder / TESTS / name).is_file())

    def files(self, folder: str) -> dict[str, bytes]:
        """Return the files of a folder of the project; none where it is missing."""
        return read_files(self.folder / folder) if (self.folder / folder).is_dir() else {}

    def shown(self, files: Files) -> dict[str, bytes]:
        """Return the files that an agent is shown."""
        return {path: content for path, content in files.items() if not self._ignored.match_file(path)}

    @cached_property
    def _ignored(self) -> GitIgnoreSpec:
        places = [self.folder / IGNORED_BY[0], self.folder / IGNORED_BY[1], self.repository / IGNORED_BY[0]]
        places.append(self.folder / IGNORED_BY[2])
        lines = (line for path in places if path.is_file() for line in read_text(path).splitlines())
        return GitIgnoreSpec.from_lines(lines)

    def digest(self) -> str:
        """Return a digest of all files of the project and of the libraries that its tests use."""
        parts = [files_digest(read_files(self.folder))]
        parts += [files_digest(read_files(path)) for path in self.libraries().values()]
        return hashlib.sha256("".join(parts).encode()).hexdigest()

    def libraries(self) -> Mapping[str, Path]:
        folders = {name: self.repository / "libraries" / name for name in LIBRARIES}
        return {name: path for name, path in folders.items() if path.is_dir()}


def find_projects(repository: Path) -> dict[str, Project]:
    """Return the projects that the original evaluates (``eval.stable``), sorted. Raises `MissionError` without any."""
    names = sorted(path.parent.name for path in repository.glob("projects/*/package.json"))
    found = {name: project for name in names if (project := Project(repository, name)).manifest.eval.stable}
    if not found:
        raise MissionError(f"{repository}: no projects/*/package.json; name the folder of a copy of web-bench")
    return found


def _tasks_in(path: Path) -> object:
    text = read_text(path)
    if path.suffix == ".yml":
        return parse_yaml(text, str(path))
    return [parse_json(line, str(path)) for line in text.splitlines() if line.strip()]


def lay_out(project: Project, solution: Files, modules: Path, target: Path, *, with_tests: bool) -> Path:
    """Write the repository with `project` alone and `solution` below ``src/``, and return the project's folder there.

    Packages in `modules` are linked one by one, so that tools can write their caches beside them. Tests, and the
    libraries that only they use, are left out unless `with_tests`.
    """
    folder = target / "projects" / project.id
    left_out = {SOLUTION, START, "eval"} | (set() if with_tests else {TESTS})
    own = {path: content for path, content in project.files(".").items() if path.partition("/")[0] not in left_out}
    _write(own, folder)
    _write({f"{ASSETS}/{path}": content for path, content in project.files(ASSETS).items()}, folder / SOLUTION)
    _write(solution, folder / SOLUTION)
    _link_packages(modules, folder / "node_modules")
    if with_tests:
        _add_libraries(project, folder / "node_modules", target)
    return folder


def _write(files: Files, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_files(files, folder)


def _link_packages(modules: Path, target: Path) -> None:
    """Link every package, ``@scope/name`` too, and the folder of their programs."""
    for path in (*modules.glob("[!@.]*"), *modules.glob("@*/*"), modules / ".bin"):
        link = target / path.relative_to(modules)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(path)


def _add_libraries(project: Project, packages: Path, target: Path) -> None:
    (target / "node_modules").symlink_to(PurePosixPath("projects", project.id, "node_modules"))
    (packages / "@web-bench").mkdir(exist_ok=True)
    for name, path in project.libraries().items():
        _write(read_files(path), target / "libraries" / name)
        (packages / "@web-bench" / name).symlink_to(PurePosixPath("../../../../libraries", name))
