"""Upstream projects of the tasks, and the lock files of their environments: ``sources.toml`` and what the user has."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, model_validator

from evaluator.benchmarks.nl2repo.specification import pinned_packages, python_version, stated_packages
from evaluator.benchmarks.nl2repo.task import is_below
from evaluator.diagrams.reading import imported_roots, parsed_files
from evaluator.evaluators.static_analysis.model import code_lines
from evaluator.project_import.dependencies import distribution_of, requirement_of
from missions.errors import MissionError
from missions.project_files import Files, read_files
from missions.reference import top_level_packages
from missions.sources import GitCommit, Source, SourceDistribution
from simulators.data_files import home, parse_toml, read_toml
from simulators.runtime.environments.lock_files import normalized
from simulators.runtime.environments.locking import LockRequest, lock_text
from simulators.runtime.environments.pythons import OLDEST

TABLE = Path(__file__).parent / "sources.toml"
LOCKS = Path(__file__).parent / "locks"
COUNTED_UNTIL = "2025-09-01"
"""Day after which no package of a lock was released: the specifications name versions of summer 2025."""


class SourceTable(BaseModel):
    """Source of a task, and what its lock file needs besides the specification.

    Either a source distribution (`name`, `version`, `sha256`), or a commit of a repository (`repository`, `commit`;
    `version` is that of the last release), or the reason why there is neither (`missing`). `python` is that of the
    specification unless given. `packages` are further requirements, `without` those of the specification that are not
    taken, `built` those that have no wheel, `extras` and `groups` optional requirements of the project, `until` the day
    after which no package was released. `moved` are folders of the project that the task has in another place,
    `writable` are data of the tests that they change.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = ""
    version: str = ""
    sha256: str = ""
    repository: str = ""
    commit: str = ""
    missing: str = ""
    category: str = ""
    level: Literal["", "easy", "medium", "hard"] = ""
    python: str = ""
    packages: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    built: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    until: str = COUNTED_UNTIL
    moved: dict[str, str] = {}
    writable: tuple[str, ...] = ()
    note: str = ""

    @model_validator(mode="after")
    def check_source(self) -> SourceTable:
        """Require one source, pinned, or the reason why there is none."""
        given = [bool(self.sha256 and self.name and self.version), bool(self.commit and self.repository), self.missing]
        if sum(map(bool, given)) != 1:
            raise ValueError("needs name, version and sha256, or repository and commit, or missing")
        return self

    @property
    def source(self) -> Source | None:
        """Project that the tests come from; None where there is none."""
        if self.repository:
            return GitCommit(self.repository, self.commit)
        return SourceDistribution(self.name, self.version, self.sha256) if self.name else None


def source_tables() -> Mapping[str, SourceTable]:
    """Return the table by task."""
    return TypeAdapter(dict[str, SourceTable]).validate_python(read_toml(TABLE))


NOTHING = SourceTable(missing="no source is known")


@dataclass(frozen=True)
class TaskSource:
    """Upstream project and lock file of a task.

    A project in ``$PROJECTEVAL_HOME/nl2repo/TASK/upstream`` and a lock file beside it, ``requirements.lock``, take
    precedence over the table and the lock file of this package.
    """

    task: str

    @cached_property
    def table(self) -> SourceTable:
        return source_tables().get(self.task, NOTHING)

    @property
    def own(self) -> Path:
        return home() / "nl2repo" / self.task / "upstream"

    @property
    def own_lock(self) -> Path:
        return home() / "nl2repo" / self.task / "requirements.lock"

    @property
    def upstream(self) -> Path | None:
        """Folder of the upstream project; None when it is not on this machine."""
        source = self.table.source
        places = (self.own, *((source.folder,) if source else ()))
        return next((place for place in places if place.is_dir()), None)

    def places(self) -> dict[str, Path]:
        """Return where each file of the upstream project is stored, by its path in the task; empty without one."""
        upstream = self.upstream
        if upstream is None:
            return {}
        return {self._moved(path): upstream / path for path in read_files(upstream)}

    def files(self) -> dict[str, bytes]:
        """Return the files of the upstream project as the task has them; empty without one."""
        upstream = self.upstream
        return {self._moved(path): content for path, content in read_files(upstream).items()} if upstream else {}

    def _moved(self, path: str) -> str:
        for old, new in self.table.moved.items() if self.upstream != self.own else ():
            if path == old or path.startswith(f"{old}/"):
                return new + path.removeprefix(old)
        return path

    @property
    def lock(self) -> Path | None:
        """Lock file of the task's environment; None when there is none."""
        return next((path for path in (self.own_lock, LOCKS / f"{self.task}.lock") if path.is_file()), None)

    def release(self) -> Source:
        """Return the project that the tests come from. Raises `MissionError` where there is none."""
        if (source := self.table.source) is not None:
            return source
        if self.own.is_dir():
            raise MissionError(f"{self.task}: its upstream project is already in {self.own}")
        raise MissionError(f"{self.task}: {self.table.missing}; put the upstream project into {self.own}")

    def problem(self, catalog: str) -> str:
        """Return why the task cannot be evaluated yet and what to do; empty when it can."""
        if self.upstream is None and self.table.source is not None:
            return f"fetchable: run: projecteval missions fetch-tests {catalog} --select {self.task}"
        if self.upstream is None:
            return f"missing: {self.table.missing}; put the upstream project into {self.own}"
        if self.lock is None:
            return f"no lock file; run: projecteval missions lock {catalog} --select {self.task}"
        return ""

    def write_lock(self, specification: str, test_paths: tuple[str, ...], folder: Path | None = None) -> Path:
        """Make the task's lock file, in `folder` or among the user's own, and return its path.

        Raises `MissionError` without the upstream project, `EnvironmentNotReady` with the message of uv.
        """
        if self.upstream is None:
            raise MissionError(f"{self.task}: its upstream project is not here; run missions fetch-tests first")
        text = lock_text(self._lock_request(specification, test_paths, self.upstream))
        path = folder / f"{self.task}.lock" if folder else self.own_lock
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def _lock_request(self, specification: str, test_paths: tuple[str, ...], upstream: Path) -> LockRequest:
        files, table = self.files(), self.table
        own = (Path(table.repository).name, _project_name(files), *top_level_packages(files))
        left_out = {normalized(name) for name in (*table.without, self.task, table.name, *own)}
        pins = pinned_packages(specification)
        pins = {name: pin for name, pin in pins.items() if normalized(name) not in left_out}
        stated = {normalized(name): name for name in stated_packages(specification)} | {normalized(n): n for n in pins}
        used = {name for key, name in stated.items() if key in _imported(files, test_paths) or key.startswith("pytest")}
        used = {name for name in used if normalized(name) not in left_out}
        known = {normalized(name) for name in (*pins, *used)}
        project = next((upstream / name for name in ("pyproject.toml", "setup.py") if _declares(name, files)), None)
        return LockRequest(
            table.python or _supported(python_version(specification)),
            ("pip", "pytest", *_build_requirements(files), *sorted(used), *table.packages),
            sorted({*pins, *_required_by_tests(files, left_out | known)} - used),
            project,
            (*table.extras, *_named_for_tests(_pyproject(files).get("project", {}), "optional-dependencies")),
            (*table.groups, *_named_for_tests(_pyproject(files), "dependency-groups")),
            {name: pin for name, pin in pins.items() if normalized(name) not in ("pip", "setuptools")},
            table.built,
            table.without,
            table.until,
            version_variables(table.version),
        )


def version_variables(version: str) -> dict[str, str]:
    """Return the variable that tells setuptools-scm the version, which it takes from the history otherwise."""
    return {"SETUPTOOLS_SCM_PRETEND_VERSION": version} if version else {}


def _supported(version: str) -> str:
    """Return major and minor number, at least the oldest version on which the sandbox's programs run."""
    parts = tuple(map(int, version.split(".")[:2])) if version else sys.version_info[:2]
    return ".".join(map(str, max(parts, OLDEST)))


def _project_name(files: Files) -> str:
    found = _pyproject(files).get("project", {})
    return str(found.get("name", "")) if isinstance(found, dict) else ""


def _pyproject(files: Files) -> dict[str, object]:
    return parse_toml(files.get("pyproject.toml", b"").decode("utf-8", "replace"), "pyproject.toml")


FOR_TESTS = ("test", "tests", "testing")
"""Names of optional requirements that tests need, and of folders with tests."""


def _named_for_tests(table: object, key: str) -> tuple[str, ...]:
    """Return the optional requirements of a ``pyproject.toml`` that are named after tests."""
    found = table.get(key, {}) if isinstance(table, dict) else {}
    return tuple(name for name in FOR_TESTS if isinstance(found, dict) and name in found)


def _required_by_tests(files: Files, known: Set[str]) -> Iterator[str]:
    """Yield the requirements in files that are named after tests, such as ``tests/requirements.txt``, without those
    `known` ones, of normalized names."""
    for name, text in files.items():
        path = PurePosixPath(name)
        is_named = "test" in path.name or path.parent.name in FOR_TESTS
        if path.suffix == ".txt" and "requirement" in path.name and is_named and len(path.parts) <= 2:
            found = map(requirement_of, text.decode("utf-8", "replace").splitlines())
            yield from (str(each) for each in found if each and normalized(each.name) not in known)


def _declares(name: str, files: Files) -> bool:
    """Return True for a file with the project's requirements; a pyproject.toml may configure tools only."""
    if name != "pyproject.toml":
        return name in files
    return name in files and bool({"project", "build-system"} & set(_pyproject(files)))


def _build_requirements(files: Files) -> tuple[str, ...]:
    """Return what builds the project."""
    system = _pyproject(files).get("build-system", {})
    found = system.get("requires", ()) if isinstance(system, dict) else ()
    return ("setuptools", "wheel", *map(str, found))


def _imported(files: Files, test_paths: tuple[str, ...]) -> set[str]:
    """Return the packages that the tests import, normalized, without the project's own."""
    own = set(top_level_packages(files))
    tests = {name: text for name, text in files.items() if is_below(name, test_paths)}
    roots = set(imported_roots(parsed_files(tests))) - own - sys.stdlib_module_names
    return {distribution_of(root) for root in roots}


EASY, MEDIUM = 1_500, 4_000
"""Most lines of an easy and of a medium task."""

NOT_THE_PROJECT = frozenset({"tests", "test", "testing", "docs", "doc", "examples", "example", "benchmarks", "bench"})
"""Folders whose lines do not count."""


def difficulty_of(upstream: Files, test_paths: tuple[str, ...]) -> str:
    """Return ``easy``, ``medium`` or ``hard``."""
    lines = lines_of_code(upstream, test_paths)
    return "easy" if lines <= EASY else "medium" if lines <= MEDIUM else "hard"


def lines_of_code(upstream: Files, test_paths: tuple[str, ...]) -> int:
    """Return the lines of Python that are neither blank nor comments, without tests, documentation and examples."""
    return sum(code_lines(text.decode(errors="ignore")) for name, text in upstream.items() if _counts(name, test_paths))


def _counts(name: str, test_paths: tuple[str, ...]) -> bool:
    path = PurePosixPath(name)
    inside = not NOT_THE_PROJECT.intersection(path.parts[:-1]) and not path.name.startswith("test_")
    return path.suffix == ".py" and path.name != "setup.py" and inside and not is_below(name, test_paths)
