"""Test suites of library missions: hidden pytest files that measure a solution."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from missions.project_files import Files

TEST_FILES = ("test_*.py", "*_test.py")
"""Names by which pytest finds test files."""

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

    def test_files(self) -> tuple[str, ...]:
        """Return the paths of the test files, sorted."""
        return tuple(sorted(path for path in self.files if is_test_file(path)))


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
