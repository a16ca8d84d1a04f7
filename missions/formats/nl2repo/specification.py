"""Specification of a task (``start.md``): title, instruction, Python version and pinned packages."""

from __future__ import annotations

import re
from collections.abc import Iterator

HEADING = re.compile(r"^#{1,3}\s+(?P<text>.+?)\s*$", re.MULTILINE)
INSTRUCTION = re.compile(r"^##\s+.*Instruction", re.MULTILINE | re.IGNORECASE)
ENVIRONMENT = re.compile(r"^#+\s+.*Environment Configuration", re.MULTILINE | re.IGNORECASE)
NEXT_SECTION = re.compile(r"^#{1,2}\s", re.MULTILINE)
PYTHON = re.compile(r"Python version used[^\n]*?(?P<version>\d+\.\d+(\.\d+)?)", re.IGNORECASE)
PIN = re.compile(r"^(?P<name>[A-Za-z][\w.-]*)(?:\s+|\s*==\s*)(?P<version>\d[\w.+!]*)\s*(?:#.*)?$")
INSTALLER = frozenset({"pip", "setuptools", "wheel"})
"""Packages that are part of every environment list and that locks pin by themselves."""


def title_of(text: str, task: str) -> str:
    """Return the first heading; the task's name where there is none."""
    found = HEADING.search(text)
    return found["text"] if found else task


def instruction_of(text: str) -> str:
    """Return the section with the natural-language instruction; empty where there is none."""
    return _section(text, INSTRUCTION)


def python_version(text: str) -> str:
    """Return the Python version that the specification names; empty where it names none."""
    found = PYTHON.search(text)
    return found["version"] if found else ""


def pinned_packages(text: str) -> dict[str, str]:
    """Return the pinned packages of the environment section, name → version; without the installer's own."""
    return {name: version for name, version in _pins(_section(text, ENVIRONMENT)) if name.lower() not in INSTALLER}


def _pins(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        if found := PIN.match(line.strip()):
            yield found["name"], found["version"]


def _section(text: str, heading: re.Pattern[str]) -> str:
    """Return the text below the first heading that matches, up to the next one of the first two levels."""
    found = heading.search(text)
    if found is None:
        return ""
    rest = text[found.end() :].partition("\n")[2]
    end = NEXT_SECTION.search(rest)
    return rest[: end.start()].strip() if end else rest.strip()
