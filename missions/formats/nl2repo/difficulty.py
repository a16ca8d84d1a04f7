"""Difficulty of a task by the lines of code of its upstream project (NL2Repo-Bench, section 3)."""

from __future__ import annotations

from pathlib import PurePosixPath

from missions.project_files import Files
from missions.upstream.workspace import is_below

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
    return sum(_lines(content) for name, content in upstream.items() if _counts(name, test_paths))


def _counts(name: str, test_paths: tuple[str, ...]) -> bool:
    path = PurePosixPath(name)
    inside = not NOT_THE_PROJECT.intersection(path.parts[:-1]) and not path.name.startswith("test_")
    return path.suffix == ".py" and path.name != "setup.py" and inside and not is_below(name, test_paths)


def _lines(content: bytes) -> int:
    lines = (line.strip() for line in content.decode("utf-8", errors="ignore").splitlines())
    return sum(bool(line) and not line.startswith("#") for line in lines)
