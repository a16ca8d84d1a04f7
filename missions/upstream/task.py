"""What a task publishes about its tests, and the upstream project that they come from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from configparser import ConfigParser
from configparser import Error as ConfigError
from dataclasses import dataclass
from pathlib import Path

from missions.project_files import Files, read_files

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
    number of tests that its authors counted (None: unknown). `project` is the folder of the upstream project.
    """

    commands: tuple[str, ...]
    test_paths: tuple[str, ...]
    case_count: int | None
    project: Path

    def upstream(self) -> Files:
        """Return the files of the upstream project. Raises `SolutionError` when they cannot be read."""
        return read_files(self.project)


def pytest_configuration(upstream: Files) -> str:
    """Return the file at the top of the project that pytest takes its configuration from; empty without one."""
    for name in ("pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"):
        if name in upstream and _configures(name, upstream[name].decode("utf-8", errors="replace")):
            return name
    return ""


def _configures(name: str, text: str) -> bool:
    if name == "pyproject.toml":
        try:
            tool = tomllib.loads(text).get("tool", {})
        except tomllib.TOMLDecodeError:
            return False
        return isinstance(tool, dict) and "pytest" in tool
    section = CONFIGURATIONS[name]
    parser = ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except ConfigError:
        return not section
    return not section or parser.has_section(section)
