"""What a task publishes about its tests, and the upstream project that they come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from configparser import ConfigParser
from configparser import Error as ConfigError
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from evaluator.model.options import Rule
from missions.project_files import Files
from missions.reference import CONFTEST
from simulators.data_files import DataError, parse_toml

SUITE = "upstream"
"""Name of the suite with the upstream tests."""

CONFIGURATIONS: Mapping[str, str] = {
    "pytest.ini": "",
    ".pytest.ini": "",
    "tox.ini": "pytest",
    "setup.cfg": "tool:pytest",
}
"""Files that configure pytest, and the section by which they do (empty: in any case)."""


@dataclass(frozen=True)
class UpstreamTask:
    """Published facts of a task.

    `commands` are its command lines, `test_paths` the paths whose files are always the upstream ones, `case_count` the
    number of tests that its authors counted (None: unknown). `places` are the files of the upstream project,
    `variables` are set for its commands.
    """

    commands: tuple[str, ...]
    test_paths: tuple[str, ...]
    case_count: int | None
    places: Mapping[str, Path]
    variables: tuple[tuple[str, str], ...] = ()

    def upstream(self) -> Files:
        """Return the files of the upstream project."""
        return {name: b"" if name.endswith("/") else place.read_bytes() for name, place in self.places.items()}


def pytest_configuration(upstream: Files) -> str:
    """Return the file at the top of the project that pytest takes its configuration from; empty without one."""
    for name in ("pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"):
        if name in upstream and _configures(name, upstream[name].decode("utf-8", errors="replace")):
            return name
    return ""


def _configures(name: str, text: str) -> bool:
    if name == "pyproject.toml":
        try:
            tool = parse_toml(text, name).get("tool", {})
        except DataError:
            return False
        return isinstance(tool, dict) and "pytest" in tool
    section = CONFIGURATIONS[name]
    parser = ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except ConfigError:
        return not section
    return not section or parser.has_section(section)


PACKAGING = frozenset(
    {
        "setup.py",
        "pyproject.toml",
        "setup.cfg",
        "requirements.txt",
        "requirements-dev.txt",
        "requirements-test.txt",
        "tox.ini",
        "pytest.ini",
        "poetry.lock",
        "Pipfile",
        "Pipfile.lock",
        "environment.yml",
        "conda-env.yaml",
        "manifest.in",
        "MANIFEST.in",
    }
)
"""Names of files that are deleted in every folder of the agent's workspace."""

DOCUMENTS = ("README", "LICENSE", "LICENCE", "COPYING", "CHANGES", "CHANGELOG", "PKG-INFO")
"""Beginnings of names at the top of the upstream project that its packaging files refer to."""


def submitted(files: Files, test_paths: Sequence[str]) -> dict[str, bytes]:
    """Return the files of an agent's workspace that count: no packaging files, no ``conftest.py``, no `test_paths`."""
    return {
        name: content
        for name, content in files.items()
        if PurePosixPath(name).name not in PACKAGING | {CONFTEST} and not is_below(name, test_paths)
    }


def upstream_tests(upstream: Files, test_paths: Sequence[str], targets: Sequence[str]) -> dict[str, bytes]:
    """Return the upstream tests: the paths that the task deletes, those that its pytest call names, and each
    ``conftest.py`` of a folder above."""
    paths = (*test_paths, *targets)
    return {name: text for name, text in upstream.items() if is_below(name, paths) or _is_conftest_of(name, paths)}


def upstream_packaging(upstream: Files) -> dict[str, bytes]:
    """Return the upstream packaging files, and the documents at the top that they refer to."""
    return {name: content for name, content in upstream.items() if _is_packaging(name)}


def evaluated_files(
    agent: Files, upstream: Files, test_paths: Sequence[str], targets: Sequence[str], rule: Rule
) -> dict[str, bytes]:
    """Return the workspace in which the commands run.

    The agent's files replace upstream ones of the same name, as in the original; by rule ``strict`` not the tests that
    the pytest call names without being listed in ``test_files.json``.
    """
    tests = upstream_tests(upstream, test_paths, targets)
    files = {**upstream_packaging(upstream), **tests, **submitted(agent, test_paths)}
    return {**files, **tests} if rule is Rule.STRICT else files


def is_below(name: str, paths: Iterable[str]) -> bool:
    """Return True when `name` is one of `paths` or lies below one of them."""
    return any(name == path or name.startswith(f"{path}/") for path in map(_plain, paths) if path)


def _is_conftest_of(name: str, paths: Iterable[str]) -> bool:
    """Return True for a ``conftest.py`` that applies to one of `paths`."""
    path = PurePosixPath(name)
    return path.name == CONFTEST and any(PurePosixPath(_plain(each)).is_relative_to(path.parent) for each in paths)


def _is_packaging(name: str) -> bool:
    path = PurePosixPath(name)
    return path.name in PACKAGING or (len(path.parts) == 1 and path.name.upper().startswith(DOCUMENTS))


def _plain(path: str) -> str:
    return path.strip("/").removeprefix("./")
