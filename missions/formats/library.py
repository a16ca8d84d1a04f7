"""Library missions in folders: documents, suites and the lock file of their environment.

``specification.md``, ``prd.md``, ``architecture.md``, ``uml/*`` and ``file_dag.json`` are documents where they exist.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from missions.errors import MissionError
from missions.formats.tables import MissionTable
from missions.mission import Document, Mission
from missions.project_files import ArtifactKind, Artifacts, Files, read_files
from missions.reference import Suite, is_test_file, test_runner_problem
from simulators.data_files import DataError, read_json_value

DOCUMENTS: Mapping[str, str] = {
    "specification": "specification.md",
    "prd": "prd.md",
    "architecture": "architecture.md",
    "uml_class": "uml/class.mmd",
    "uml_class_json": "uml/class.json",
    "uml_sequence": "uml/sequence.mmd",
    "uml_package": "uml/package.mmd",
    "uml_package_json": "uml/package.json",
    "file_dag": "file_dag.json",
}
"""Names of documents, and their files in a mission's folder."""

CONFIGURATION = "pytest.ini"
"""File in the folder of a suite that pytest is configured by."""

LOCK = "requirements.lock"
"""File with the packages that the library and its suites need in addition to pytest, in ``pip-compile``'s format."""


def load_library(mission: Mission, table: MissionTable, folder: Path) -> Mission:
    """Complete a library mission by the files of its `folder`. Raises `MissionError` naming file and place."""
    if not table.suites:
        raise MissionError(f"{folder / 'mission.toml'}: a library needs [suites]; name the folder of each suite")
    if not mission.package:
        raise MissionError(f"{folder / 'mission.toml'}: a library needs package, the name that is imported")
    if problem := test_runner_problem((mission.package.partition(".")[0],)):
        raise MissionError(f"{folder / 'mission.toml'}: {problem}")
    return replace(
        mission,
        suites=tuple(_suite(name, where, mission, table, folder) for name, where in table.suites.items()),
        further_documents=tuple(_documents(folder)),
        extra_packages=False,
        facts_by_type={ComponentTests: read_component_tests(folder, table.excluded)},
        environment=table.environment or _environment(folder) or mission.environment,
    )


DESIGN = ("architecture", "uml_class", "uml_sequence")
"""Documents that are the design of the reference."""


def reference_artifacts(table: MissionTable, folder: Path, canonical: Path) -> Artifacts:
    """Return the artifacts of a library's reference besides its code: its design, the packages that it needs, and its
    suites of acceptance and unit tests with further tests of `canonical`, so that they reach every statement."""
    found: dict[ArtifactKind, Files] = {
        ArtifactKind.DESIGN: {
            Path(DOCUMENTS[name]).name: (folder / DOCUMENTS[name]).read_bytes()
            for name in DESIGN
            if (folder / DOCUMENTS[name]).is_file()
        }
    }
    if (folder / LOCK).is_file():
        found[ArtifactKind.ENVIRONMENT] = {"requirements.txt": (folder / LOCK).read_bytes()}
    for kind, suite in ((ArtifactKind.ACCEPTANCE_TESTS, "acceptance"), (ArtifactKind.UNIT_TESTS, "unit")):
        place = folder / table.suites.get(suite, "")
        if suite in table.suites and place.is_dir():
            own = {path.relative_to(folder).as_posix(): path.read_bytes() for path in _files_below(place)}
            further = canonical / kind
            found[kind] = {**own, **(read_files(further) if further.is_dir() else {})}
    return {kind: files for kind, files in found.items() if files}


def _documents(folder: Path) -> Iterator[Document]:
    for name, file in DOCUMENTS.items():
        if (folder / file).is_file():
            yield Document(name, (folder / file).read_text(encoding="utf-8"))


def _suite(name: str, where: str, mission: Mission, table: MissionTable, folder: Path) -> Suite:
    place = (folder / where).resolve()
    if not place.is_dir() or not place.is_relative_to(folder.resolve()):
        raise MissionError(f"{folder / 'mission.toml'}: suite {name}: {where!r} is not a folder of the mission")
    files = {path.relative_to(folder.resolve()).as_posix(): path for path in _files_below(place)}
    if not any(map(is_test_file, files)):
        raise MissionError(f"{place}: no test file; pytest looks for test_*.py and *_test.py")
    return Suite(
        name,
        files,
        seconds=mission.limits.suite,
        variables=mission.variables,
        memory=mission.limits.memory << 20,
        processes=mission.limits.processes,
        components={path: sources for path, sources in table.components.items() if path in files},
        packages=(mission.package.partition(".")[0],),
        arguments=("-c", configuration) if (configuration := f"{where.strip('/')}/{CONFIGURATION}") in files else (),
        excluded=tuple(table.excluded),
    )


def _files_below(folder: Path) -> Iterator[Path]:
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    yield from sorted(found)


def _environment(folder: Path) -> str:
    """Return the path of the mission's lock file; empty without one, or where it pins nothing."""
    lock = folder / LOCK
    if not lock.is_file():
        return ""
    lines = map(str.strip, lock.read_text(encoding="utf-8").splitlines())
    return str(lock.resolve()) if any(line and not line.startswith("#") for line in lines) else ""


COMPONENT_TESTS = "component_tests.json"
"""File of a mission: ``package.module:Class.method`` → tests, ``path::Class::function`` without parameters."""

TABLE = TypeAdapter(dict[str, tuple[str, ...]])


@dataclass(frozen=True)
class ComponentTests:
    """Tests by component: one passes when all of its tests do. `excluded` components are not measured."""

    tests: Mapping[str, tuple[str, ...]]
    excluded: frozenset[str] = frozenset()


def write_component_tests(folder: Path, tests: Mapping[str, tuple[str, ...]]) -> Path:
    """Write the table of a mission folder and return its path."""
    path = folder / COMPONENT_TESTS
    path.write_text(json.dumps(tests, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def read_component_tests(folder: Path, excluded: Iterable[str]) -> ComponentTests:
    """Return the table of a mission folder, without tests where it has none. Raises `MissionError`."""
    path = folder / COMPONENT_TESTS
    if not path.is_file():
        return ComponentTests({}, frozenset(excluded))
    try:
        return ComponentTests(TABLE.validate_python(read_json_value(path)), frozenset(excluded))
    except DataError as error:
        raise MissionError(str(error)) from error
    except (OSError, ValidationError) as error:
        raise MissionError(f"{path}: expected an object of lists of tests by component: {error}") from error
