"""Mission folders of the project's own format, read and checked."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from missions.errors import MissionError, SolutionError
from missions.formats import Catalog
from missions.formats.library import load_library, reference_artifacts
from missions.formats.tables import REQUESTS, ChecklistTable, MissionTable, is_of_stage, testcodes_of, with_stages
from missions.mission import OWN_BENCHMARK, STAGE_MARK, Checklist, Mission, Stack
from missions.names import hint
from missions.project_files import Files, files_digest, natural, original, read_files
from missions.reference import Reference, read_reference
from missions.testcodes.assertions import AssertingLoader
from missions.testcodes.described import described_testcodes
from missions.testcodes.testcode import Testcode
from missions.trust import MAX_CODE_BYTES, CodeFolder, require_trust
from simulators.data_files import read_text, read_toml, reading

BUILT_IN = Path(__file__).parents[1] / "builtin"
"""The catalog that comes with the project."""

LIBRARIES = Path(__file__).parents[1] / "libraries"
"""The library missions that come with the project."""

BUILT_IN_REFERENCES = Path(__file__).parents[2] / "canonical"
"""Reference solutions of the built-in catalogs; those of other folders are in each mission's ``canonical`` folder."""

REVIEWED_MUTANTS = "reviewed_mutants.toml"
VIOLATIONS = "violations.toml"
"""Requirements and violations of the reference (see `missions.violations`)."""

UNDECISIVE = frozenset({REVIEWED_MUTANTS, VIOLATIONS})
"""Files that decide nothing in a run, so that they are no part of a mission's digest."""

EXISTING = "existing"
"""Folder of a mission with the project that is to be changed."""

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class FolderCatalog(Catalog):
    """A folder with one folder per mission (see the package's docstring for the files)."""

    folder: Path

    def __post_init__(self) -> None:
        if not self.folder.is_dir():
            raise MissionError(f"{self.folder}: there is no such folder of missions")
        if not self.ids():
            raise MissionError(
                f"{self.folder}: no mission here; a mission is a folder with a mission.toml (data of another "
                f"format needs its prefix, for example --missions projecteval:{self.folder})"
            )

    @property
    def name(self) -> str:
        return {BUILT_IN: "catalog", LIBRARIES: "libraries"}.get(self.folder, str(self.folder))

    def ids(self) -> tuple[str, ...]:
        return tuple(sorted((path.parent.name for path in self.folder.glob("*/mission.toml")), key=natural))

    @property
    def benchmark(self) -> str:
        """The benchmark of its readable missions. Raises `MissionError` when they belong to several."""
        found = {table.benchmark for mission_id in self.ids() if (table := _readable(self.folder / mission_id))}
        if len(found) > 1:
            raise MissionError(
                f"{self.folder}: its missions belong to several benchmarks ({', '.join(sorted(found))}); "
                "name one with --benchmark, or keep them in folders of their own"
            )
        return found.pop() if found else OWN_BENCHMARK

    def reference(self, mission_id: str) -> Reference | None:
        name, _, stage = mission_id.partition(STAGE_MARK)
        own = self.folder / name / "canonical"
        folder = BUILT_IN_REFERENCES / name if self.is_built_in else own
        if not folder.is_dir():
            return None
        table = read_table(self.folder / name)
        if table.stack is Stack.LIBRARY:
            artifacts = reference_artifacts(table, self.folder / name, folder)
            return Reference(read_files(folder / "project"), artifacts=artifacts)
        reference = read_reference(folder, _existing_files(self.folder / name))
        return reference.stages.get(stage) if stage else reference

    def mission(self, mission_id: str) -> Mission:
        folder = self._folder_of(mission_id)
        if not self.is_built_in:
            require_trust(CodeFolder(folder))
        return load_mission(folder).at(_stage_of(mission_id))

    def described(self, mission_id: str) -> Mission:
        """Return a mission without executing anything of it."""
        return load_mission(self._folder_of(mission_id), _described_testcodes).at(_stage_of(mission_id))

    def code(self, ids: Sequence[str]) -> tuple[CodeFolder, ...]:
        """Return the folders of missions that do not come with the project."""
        return () if self.is_built_in else tuple(CodeFolder(self._folder_of(mission_id)) for mission_id in ids)

    @property
    def is_built_in(self) -> bool:
        return self.folder in (BUILT_IN, LIBRARIES)

    def _folder_of(self, mission_id: str) -> Path:
        name = mission_id.partition(STAGE_MARK)[0]
        folder = self.folder / name
        if Path(mission_id).name != mission_id or not (folder / "mission.toml").is_file():
            raise MissionError(f"{self.folder}: there is no mission {mission_id!r}; {hint(mission_id, self.ids())}")
        return folder


def load_mission(folder: Path, testcodes: Callable[[Path], tuple[Testcode, ...]] | None = None) -> Mission:
    """Read one mission from its folder; its ``testcodes.py`` is imported unless `testcodes` reads it.

    Raises `MissionError` naming file and place. The caller has checked that the folder is trusted.
    """
    head = read_table(folder)
    checklist = read_model(folder / "checklist.toml", ChecklistTable)
    mission = head.mission(folder.name, _read_text(folder / "prompt.md"), checklist.as_checklist())
    existing = _existing_project(folder)
    if mission.stack is Stack.LIBRARY:
        if existing is not None:
            raise MissionError(
                f"{folder / EXISTING}: a library is built from nothing; only other stacks have a project"
            )
        return load_library(replace(mission, source=folder, fingerprint=digest_of(folder)), head, folder)
    if head.suites or head.components:
        raise MissionError(f'{folder / "mission.toml"}: only a library has [suites]; set stack = "library"')
    material, requests = folder / "material", folder / REQUESTS
    own_testcodes = testcodes or _load_testcodes
    first = replace(
        mission,
        testcodes=own_testcodes(folder / "testcodes.py"),
        material=material if material.is_dir() else None,
        existing=existing,
        source=folder,
        fingerprint=digest_of(folder),
    )
    return with_stages(
        first,
        head.stages,
        lambda name: _read_text(requests / f"{name}.md"),
        lambda name: own_testcodes(requests / f"{name}.py"),
        lambda name: _checklist_of_stage(requests / f"{name}.toml"),
    )


def _existing_project(folder: Path) -> Files | None:
    """Return the files of a mission's existing project; None without one. Raises `MissionError`."""
    try:
        return _existing_files(folder)
    except SolutionError as error:
        raise MissionError(str(error)) from error


def _existing_files(folder: Path) -> Files | None:
    """Return the same as `_existing_project`. Raises `SolutionError`."""
    place = folder / EXISTING
    if not place.is_dir():
        return None
    if not (files := original(read_files(place))):
        raise SolutionError(f"{place}: the folder is empty; put the project there that is to be changed")
    return files


def _checklist_of_stage(path: Path) -> Checklist:
    """Return the entries that a stage adds or changes; none where it has no file of them."""
    return read_model(path, ChecklistTable).as_checklist() if path.is_file() else Checklist(())


def _stage_of(mission_id: str) -> str:
    return mission_id.partition(STAGE_MARK)[2]


def _readable(folder: Path) -> MissionTable | None:
    """Return the ``mission.toml`` of a folder; None for a broken one, which is reported where it is used."""
    try:
        return read_table(folder)
    except MissionError:
        return None


def read_table(folder: Path) -> MissionTable:
    """Read the ``mission.toml`` of a mission folder. Raises `MissionError`."""
    return read_model(folder / "mission.toml", MissionTable)


def digest_of(folder: Path) -> str:
    """Return a digest of the names and contents of the files below `folder` except compiled ones and `UNDECISIVE`."""
    files = [path for path in folder.rglob("*") if path.is_file() and _is_decisive(path)]
    if (size := sum(path.stat().st_size for path in files)) > MAX_CODE_BYTES:
        raise MissionError(f"{folder}: has {size} bytes, more than {MAX_CODE_BYTES}; move other files out of it")
    return files_digest({path.relative_to(folder).as_posix(): path.read_bytes() for path in files})


def _is_decisive(path: Path) -> bool:
    return "__pycache__" not in path.parts and path.name not in UNDECISIVE


def _read_text(path: Path) -> str:
    with reading(path, MissionError):
        return read_text(path)


def read_model(path: Path, model: type[M]) -> M:
    """Read a TOML file of a mission. Raises `MissionError` naming file and place."""
    try:
        with reading(path, MissionError):
            return model.model_validate(read_toml(path))
    except ValidationError as error:
        raise MissionError(f"{path}: {in_words(error)}") from error


def read_optional(folder: Path | None, name: str, model: type[M]) -> M:
    """Read a file that a mission's folder may have; the model's defaults without one. Raises `MissionError`."""
    return read_model(folder / name, model) if folder and (folder / name).is_file() else model()


def in_words(error: ValidationError) -> str:
    """Return pydantic's errors on one line: ``page.0.name: Field required; …``."""
    return "; ".join(
        f"{'.'.join(str(part) for part in problem['loc']) or 'the whole'}: {problem['msg']}"
        for problem in error.errors()
    )


def _load_testcodes(path: Path) -> tuple[Testcode, ...]:
    module = import_testcodes(path)
    every = [value for value in vars(module).values() if isinstance(value, Testcode)]
    found = [each for each in every if not is_of_stage(path) or each.module == module.__name__]
    if not found:
        raise MissionError(f"{path}: no testcode; decorate functions with @testcode(page, function)")
    return tuple(dict.fromkeys(found))


def _described_testcodes(path: Path) -> tuple[Testcode, ...]:
    first = testcodes_of(path)
    imported = (_read_text(first), str(first)) if is_of_stage(path) else None
    return described_testcodes(_read_text(path), str(path), imported)


def import_testcodes(path: Path, loader: type[SourceFileLoader] = AssertingLoader) -> ModuleType:
    """Import a ``testcodes.py``, or the testcodes of a stage, which import from it: ``from ..testcodes import …``.

    Raises `MissionError` when it cannot be read or raises an exception.
    """
    _read_text(path)
    name = f"missions.builtin.{'.'.join(path.parts[-3 if is_of_stage(path) else -2 : -1])}.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path, loader=loader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and type hints look their module up there
    try:
        spec.loader.exec_module(module)
    except MissionError:
        raise
    except Exception as error:
        raise MissionError(f"{path}: cannot be loaded: {type(error).__name__}: {error}") from error
    return module
