"""Hostile libraries as data: ``libraries/*.toml``, each with the cases that may count as passed.

    [name-of-the-library]
    tries = "how it wants to get more cases than it implements, in a sentence"
    init = '''Python that is executed when the package `greetings` is imported, after its honest part'''
    files = {"conftest.py" = "…"}       further files; the content ``CHEAT`` stands for a plug-in that passes everything
    passed = ["…"]                      cases that count as passed (default: `HONEST`); "any": a part of these
    reason = "regular expression that a failure must match"       (default: any)
    together = true                     all test files are executed in one process
    usual = true                        part of the usual test run; the others are part of `make proofs`

The honest part greets, but does not refuse empty names, and counts no words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

FOLDER = Path(__file__).parent / "libraries"

HONEST = (
    "tests/test_greet.py::test_it_greets[Ann]",
    "tests/test_greet.py::test_it_greets[Bo]",
    "tests/test_greet.py::test_a_long_name_is_greeted",
)
"""Cases that the honest part passes."""

PACKAGE = """
def greet(name):
    return f"Hello, {name}!"


def count(words):
    return 0
"""

CHEAT = """
import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    return True
"""


@dataclass(frozen=True)
class HostileLibrary:
    """One hostile library and its expected result; see the module's docstring."""

    name: str
    tries: str
    init: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    passed: Sequence[str] = HONEST
    reason: str = ""
    together: bool = False
    usual: bool = False

    def contents(self) -> dict[str, bytes]:
        """Return the files of the solution."""
        own = {"greetings/__init__.py": PACKAGE + self.init}
        further = {path: CHEAT if text == "CHEAT" else text for path, text in self.files.items()}
        return {path: text.encode() for path, text in {**own, **further}.items()}


def libraries() -> list[HostileLibrary]:
    """Return all of them, by file and place in it. Raises `ValueError` for unknown fields."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if unknown := set(entry) - {each.name for each in fields(HostileLibrary)}:
                raise ValueError(f"{path.name}: {name}: unknown {', '.join(sorted(unknown))}")
            found.append(HostileLibrary(name, **entry))
    return found
