"""Files of a Python project, and its layout: its package, its tests, and how pytest is configured."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from configparser import ConfigParser
from configparser import Error as ConfigError
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from missions.errors import MissionError
from missions.project_files import Files, read_files
from missions.reference import CONFTEST, is_test_file, test_runner_problem
from missions.sources import SourceDistribution, fetch
from missions.sources.repository import files_of, git_of
from simulators.data_files import DataError, parse_toml
from simulators.runtime.environments.lock_files import normalized

RELEASE = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)==([A-Za-z0-9][A-Za-z0-9.!+_-]*)")
COMMIT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]*")

NO_PACKAGES = frozenset(
    {"tests", "test", "testing", "docs", "doc", "examples", "example", "benchmarks", "bench", "scripts", "tools", "ci"}
)
NO_MODULES = frozenset({"setup", "conftest", "noxfile", "tasks", "fabfile", "versioneer", "runtests", "run_tests"})
TESTS = "tests"
CONFIGURED = (
    "asyncio_mode",
    "asyncio_default_fixture_loop_scope",
    "markers",
    "python_classes",
    "python_files",
    "python_functions",
    "usefixtures",
    "xfail_strict",
)
"""Options of pytest that are taken over from the project; others choose files, plug-ins and reports."""


def source_files(source: str) -> dict[str, bytes]:
    """Return the files of ``FOLDER``, ``NAME==VERSION`` or ``REPOSITORY@COMMIT``. Raises `MissionError`.

    Those of a commit are as they are stored: no filter of the repository is executed.
    """
    if release := RELEASE.fullmatch(source):
        return read_files(fetch(SourceDistribution(release[1], release[2])))
    if Path(source).is_dir():
        return read_files(Path(source))
    repository, separator, commit = source.rpartition("@")
    if not separator or not Path(repository).is_dir():
        raise MissionError(
            f"{source}: there is no such folder; write FOLDER, NAME==VERSION (a release on the package index), or "
            "REPOSITORY@COMMIT (a local git repository)"
        )
    if not COMMIT.fullmatch(commit):
        raise MissionError(f"{commit!r} names no commit: write its digest, a tag or a branch")
    return files_of(git_of(Path(repository)), commit)


@dataclass(frozen=True)
class ProjectLayout:
    """A project in its parts: `source` without ``src/``, and `tests` with the folder of their suite, `folder`.

    `configuration` is pytest's, as the text of a ``pytest.ini``; empty without options.
    """

    package: str
    source: Files
    tests: Files
    folder: str
    configuration: str = ""


def layout_of(files: Files, name: str, package: str = "") -> ProjectLayout:
    """Return the layout of a project that is called `name`. Raises `MissionError` when package or tests are unclear."""
    flat = {path.removeprefix("src/"): content for path, content in files.items() if not path.endswith("/")}
    tops = _top_level(flat)
    chosen = _chosen(tops, package, name)
    if problem := test_runner_problem((chosen,)):
        raise MissionError(problem)
    folder, tests = _tests(flat, tops)
    own = {top: paths for top, paths in tops.items() if top == chosen or f"{top}/__init__.py" in paths}
    source = {path: flat[path] for paths in own.values() for path in paths if path not in tests}
    return ProjectLayout(chosen, source, tests, folder, _configuration(files))


def _top_level(files: Files) -> dict[str, list[str]]:
    """Return packages and modules at the top, each with the paths of its files."""
    found: dict[str, list[str]] = {}
    for path in sorted(files):
        top = PurePosixPath(path).parts[0]
        if f"{top}/__init__.py" in files and top not in NO_PACKAGES:
            found.setdefault(top, []).append(path)
        elif (
            path == top and top.endswith(".py") and not is_test_file(top) and top.removesuffix(".py") not in NO_MODULES
        ):
            found[top.removesuffix(".py")] = [path]
    return found


def _chosen(tops: Mapping[str, list[str]], package: str, name: str) -> str:
    if package in tops:
        return package
    if package or not tops:
        raise MissionError(f"no package {package or 'or module'} at the top or below src/; there are {_listed(tops)}")
    by_name = [top for top in tops if normalized(top) in (normalized(name), normalized(name).removeprefix("python-"))]
    packages = by_name or [top for top, paths in tops.items() if f"{top}/__init__.py" in paths] or list(tops)
    if len(packages) > 1:
        raise MissionError(f"there are several packages: {_listed(packages)}; name one with --package")
    return packages[0]


def _listed(names: Mapping[str, list[str]] | list[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _tests(files: Files, tops: Mapping[str, list[str]]) -> tuple[str, dict[str, bytes]]:
    """Return the folder of the tests and its files; test files at the top are put into one."""
    inside = [f"{top}/{name}" for top in tops for name in ("tests", "test")]
    for folder in ("tests", "test", "testing", *inside):
        found = {path: content for path, content in files.items() if path.startswith(f"{folder}/")}
        if any(map(is_test_file, found)):
            return folder, _with_conftest(found, folder, files)
    at_the_top = {path: content for path, content in files.items() if "/" not in path and is_test_file(path)}
    if not at_the_top:
        raise MissionError("no tests: pytest looks for test_*.py and *_test.py in tests/, test/, or in the package")
    moved = {f"{TESTS}/{path}": content for path, content in at_the_top.items()}
    return TESTS, _with_conftest(moved, TESTS, files)


def _with_conftest(tests: dict[str, bytes], folder: str, files: Files) -> dict[str, bytes]:
    """Add the ``conftest.py`` at the top of the project where the tests have none."""
    if CONFTEST in files:
        tests.setdefault(f"{folder}/{CONFTEST}", files[CONFTEST])
    return tests


def _configuration(files: Files) -> str:
    """Return a ``pytest.ini`` with the project's options that decide how tests are found and executed."""
    options = next((found for name in _SECTIONS if (found := dict(_options(name, files)))), {})
    lines = [f"{name} = {value}" for name, value in options.items() if name in CONFIGURED]
    return "\n".join(["[pytest]", *lines, ""]) if lines else ""


_SECTIONS = {
    "pytest.ini": "pytest",
    ".pytest.ini": "pytest",
    "pyproject.toml": "",
    "tox.ini": "pytest",
    "setup.cfg": "tool:pytest",
}


def _options(name: str, files: Files) -> Iterator[tuple[str, str]]:
    if name not in files:
        return
    text = files[name].decode("utf-8", "replace")
    if name == "pyproject.toml":
        tables: object = toml_of(text)
        for key in ("tool", "pytest", "ini_options"):
            tables = tables.get(key, {}) if isinstance(tables, dict) else {}
        for option, value in tables.items() if isinstance(tables, dict) else ():
            yield option, _as_ini(value)
        return
    parser = ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
        yield from parser.items(_SECTIONS[name]) if parser.has_section(_SECTIONS[name]) else ()
    except ConfigError:
        return


def _as_ini(value: object) -> str:
    return "".join(f"\n    {each}" for each in value) if isinstance(value, list) else str(value)


def toml_of(text: str) -> dict[str, object]:
    """Return the table of a TOML text; empty for what is none."""
    try:
        return parse_toml(text, "pyproject.toml")
    except DataError:
        return {}
