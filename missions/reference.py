"""Reference solution of a mission, in the folder layout ``project/``, ``parameters.toml`` and ``skeleton/``.

Where a mission has an existing project, ``changes/`` and ``removed.txt`` against that may stand for ``project/``.
Folders named after other kinds of artifacts (``design/``, ``unit-tests/`` …) hold those. ``alternatives/NAME/``
holds further solutions in the same layout, on other stacks or in another style; ``stages/NAME/`` the solution after
a stage, where it is another one: whole, or what differs from the stage before (``changes/``). Suites of a library
mission are hidden pytest files that measure a solution.
"""

from __future__ import annotations

import fnmatch
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path, PurePosixPath

import tomli_w

from missions.errors import SolutionError
from missions.project_files import (
    ArtifactKind,
    Artifacts,
    Files,
    files_digest,
    natural,
    original,
    read_files,
    safe_path,
    stored,
    write_files,
)
from simulators.data_files import read_toml, reading
from simulators.setting import Start

TEST_FILES = ("test_*.py", "*_test.py")
"""Names by which pytest finds test files."""

CONFTEST = "conftest.py"
"""File that pytest loads before the tests of its folder and of those below it."""

TEST_RUNNER = frozenset({"pytest", "_pytest"})
"""Packages that execute the tests and therefore cannot be the tested ones."""


@dataclass(frozen=True)
class Suite:
    """One hidden pytest suite.

    `files` maps paths in the workspace to files on this machine: tests, their ``conftest.py`` and data. They replace
    the solution's files of the same path. `arguments` are further words for pytest: paths, node ids, options; without
    a path among them, all test files of `files` are executed. `seconds` limits one execution of the suite, `memory`
    (bytes) and `processes` all of its processes together. `variables` are set in its environment. `components` maps a
    test file to the source files that it tests. With `separate` each test file is executed in a separate process, so
    that one that ends its process does not affect the others; upstream suites are executed in one process, like their
    authors do. `folder` is where the solution's files are put in the workspace. `packages` are the top-level names that
    the suite tests: where pytest uses a package of that name (pluggy, packaging …), the tests import the solution's.
    `excluded` are test files, tests (all of their cases) and cases that are not executed.
    `writable` are those of `files` that the tests themselves change; all others are read-only. `programs` is the folder
    of the workspace with the programs of the installed project, which tests may start by name.
    """

    name: str
    files: Mapping[str, Path]
    arguments: tuple[str, ...] = ()
    seconds: float = 600.0
    variables: Mapping[str, str] = field(default_factory=dict)
    components: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    separate: bool = True
    folder: str = "."
    memory: int = 2 << 30
    processes: int = 256
    packages: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    writable: tuple[str, ...] = ()
    programs: str = ""

    def test_files(self) -> tuple[str, ...]:
        """Return the paths of the test files that are executed, sorted."""
        return tuple(sorted(path for path in self.files if is_test_file(path) and path not in self.excluded))


def is_test_file(path: str) -> bool:
    """Return True for a path that pytest collects as a test file."""
    return any(fnmatch.fnmatchcase(PurePosixPath(path).name, pattern) for pattern in TEST_FILES)


def top_level_packages(files: Files) -> tuple[str, ...]:
    """Return the names of the packages at the top of a project or below its ``src`` folder, sorted."""
    folders = [PurePosixPath(path.removeprefix("src/")).parent for path in files if path.endswith("/__init__.py")]
    return tuple(sorted({folder.name for folder in folders if len(folder.parts) == 1}))


def test_runner_problem(packages: Iterable[str]) -> str:
    """Return why a project with these packages cannot be evaluated by a pytest suite; empty when it can."""
    found = sorted(TEST_RUNNER.intersection(packages))
    if not found:
        return ""
    return (
        f"its package {found[0]} has the name of the program that executes its tests: they would test the installed "
        "pytest; it cannot be evaluated"
    )


FURTHER = (
    ArtifactKind.DESIGN,
    ArtifactKind.ENVIRONMENT,
    ArtifactKind.ACCEPTANCE_TESTS,
    ArtifactKind.UNIT_TESTS,
)
"""Kinds of artifacts in folders of a reference that have their names."""


@dataclass(frozen=True)
class Reference:
    """Canonical solution of a mission: files, parameter values, how it is started.

    `skeleton` is the published one; None where it is derived from the files. `alternatives` are further solutions of
    the same mission, by name: prompts and similarity scores use the first one only. `artifacts` are those of other
    kinds, `stages` the solutions of stages after which it is another one, by the name of the stage; `before` is the
    solution of the stage before such a one, or the existing project that the solution changes.
    """

    files: Files
    parameters: Mapping[str, str] = field(default_factory=dict)
    start: Start | None = None
    skeleton: Files | None = None
    alternatives: Mapping[str, Reference] = field(default_factory=dict)
    artifacts: Artifacts = field(default_factory=dict)
    stages: Mapping[str, Reference] = field(default_factory=dict)
    before: Reference | None = field(default=None, compare=False, repr=False)

    def at(self, stage: str) -> Reference:
        """Return the solution after `stage`; this one where the stage has none of its own."""
        return self.stages.get(stage, self)

    def digest(self) -> str:
        """Return a digest of the files, the parameter values and the start commands."""
        start = asdict(self.start) if self.start is not None else None
        digest = hashlib.sha256(json.dumps([dict(self.parameters), start], sort_keys=True).encode())
        digest.update(files_digest(self.files).encode())
        for kind, files in sorted(self.artifacts.items()):
            digest.update(f"{kind}\0{files_digest(files)}".encode())
        return digest.hexdigest()


def read_reference(folder: Path, existing: Files | None = None) -> Reference:
    """Read a reference and all that belongs to it; ``project/`` and ``parameters.toml`` are required, or ``changes/``
    in place of ``project/`` where the mission has an `existing` project.

    Raises `SolutionError`.
    """
    parameters, start = read_parameters(folder / "parameters.toml")
    skeleton = original(read_files(folder / "skeleton")) if (folder / "skeleton").is_dir() else None
    artifacts = {kind: original(read_files(folder / kind)) for kind in FURTHER if (folder / kind).is_dir()}
    alternatives = {path.name: read_reference(path) for path in _folders_of(folder / "alternatives")}
    before = None if existing is None else Reference(existing, parameters, start)
    if before is None or (folder / "project").is_dir():
        files: Files = original(read_files(folder / "project"))
    else:
        files = _changed_files(before, folder)
    first = Reference(files, parameters, start, skeleton, alternatives, artifacts, before=before)
    return replace(first, stages=_stages_after(first, folder / "stages"))


def _stages_after(first: Reference, folder: Path) -> dict[str, Reference]:
    stages, last = {}, first
    for path in _folders_of(folder):
        whole = (path / "project").is_dir()
        last = replace(read_reference(path), before=last) if whole else _changed(last, path)
        stages[path.name] = last
    return stages


def _changed(before: Reference, folder: Path) -> Reference:
    """Read a stage that has what differs from the stage `before`: files, and parameter values (empty: no longer asked
    for). Raises `SolutionError`."""
    files = _changed_files(before, folder)
    own, start = read_parameters(folder / "parameters.toml") if (folder / "parameters.toml").is_file() else ({}, None)
    values = {key: value for key, value in {**before.parameters, **own}.items() if value}
    return Reference(files, values, start or before.start, before=before)


def _changed_files(before: Reference, folder: Path) -> dict[str, bytes]:
    """Return the files of `before` with those of ``changes/``, without those that ``removed.txt`` names. Raises
    `SolutionError`."""
    changes, gone = folder / "changes", folder / "removed.txt"
    removed = gone.read_text(encoding="utf-8").split() if gone.is_file() else []
    if unknown := [name for name in removed if name not in before.files]:
        raise SolutionError(f"{gone}: what was there before has no file {unknown[0]}")
    files = {path: content for path, content in before.files.items() if path not in removed}
    return files | (original(read_files(changes)) if changes.is_dir() else {})


def _folders_of(folder: Path) -> list[Path]:
    return sorted((path for path in folder.glob("*") if path.is_dir()), key=lambda path: natural(path.name))


def write_reference(reference: Reference, folder: Path) -> None:
    """Write what `read_reference` reads. Raises `SolutionError` naming what cannot be written.

    Files of a model's solution get names that no program of the host acts on (`missions.project_files`).
    """
    (folder / "project").mkdir(parents=True, exist_ok=True)
    write_files(stored(reference.files), folder / "project")
    if reference.skeleton is not None:
        write_files(stored(reference.skeleton), folder / "skeleton")
    table: dict[str, object] = dict(reference.parameters)
    if "start" in table:
        raise SolutionError("a parameter is named start, which parameters.toml reserves for the start commands")
    if reference.start is not None:
        defaults = asdict(Start())
        table["start"] = {key: value for key, value in asdict(reference.start).items() if value != defaults[key]}
    try:
        text = tomli_w.dumps(table).encode()
    except UnicodeEncodeError as error:
        raise SolutionError(f"a parameter's value is not text: {error.reason}") from error
    (folder / "parameters.toml").write_bytes(text)


def parameters_file_of(folder: Path) -> Path:
    """Return the ``parameters.toml`` in or next to the project `folder`. Raises `SolutionError` without one."""
    if found := found_parameters(folder):
        return found
    raise SolutionError(
        f"{folder}: no parameters.toml in it or beside it; write one that answers the mission's parameters "
        "(`projecteval missions show ID` lists them) and name it with --parameters"
    )


def found_parameters(folder: Path) -> Path | None:
    """Return the ``parameters.toml`` in or next to the project `folder`; None without one."""
    named = folder.resolve() if folder.name in ("", "..") else folder  # those have no folder before them by name
    places = (folder / "parameters.toml", named.parent / "parameters.toml")
    return next((place for place in places if place.exists()), None)


def read_parameters(path: Path) -> tuple[dict[str, str], Start | None]:
    """Return the parameter values and the ``[start]`` table, if any, of a TOML file. Raises `SolutionError`."""
    with reading(path, SolutionError, "the file is missing; it answers the mission's parameters"):
        data = read_toml(path)
    table = data.pop("start", None)
    for key, value in data.items():
        if not isinstance(value, str):
            raise SolutionError(f'{path}: {key} is {type(value).__name__}; write a text: {key} = "…"')
    return data, None if table is None else _read_start(path, table)


def _read_start(path: Path, table: object) -> Start:
    known = {"root", "prepare", "program"}
    if not isinstance(table, dict) or not set(table) <= known:
        raise SolutionError(f"{path}: [start] has {', '.join(sorted(known))}")
    root, prepare, program = table.get("root", "."), table.get("prepare", []), table.get("program", [])
    commands = [*prepare, program] if isinstance(prepare, list) else [None]
    if not isinstance(root, str) or not all(
        isinstance(command, list) and all(isinstance(word, str) for word in command) for command in commands
    ):
        raise SolutionError(f'{path}: [start] commands are lists of words: program = ["python", "main.py"]')
    if root != ".":
        safe_path(root)
    return Start(root, tuple(map(tuple, prepare)), tuple(program))
