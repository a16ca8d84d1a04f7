"""Hostile programs as data: ``programs/*.toml``, each with the required result of running it in a box.

    [name-of-the-program]
    tries = "what it is after, in a sentence"
    code = '''the Python program; it runs as hostile.py in the project folder'''
    prints = 'regular expression that its output must match'      (default: "contained")
    never = 'one that it must not match'                           (default: "GOT IN")
    ends = "by itself" | "by a limit" | "by the evaluator"         (default: "by itself")
    box_ended = 'regular expression for why the whole box was ended'    (default: it was not)
    groups = true   only control groups keep it in; skipped where none can be made
    outside = true  without a box it gets in, and does no harm there: shown by a test
    seconds = 1     how long it runs before the evaluator ends it      (default: 600, which only a runaway reaches)

By convention a program prints ``GOT IN`` when it reached its aim and ``contained`` at its end. The environment
variables name the objects of the host that it aims at: see `Surroundings`. The test also checks for every program
what must never happen. Outcomes of hostile solutions are tested elsewhere, with files of the same kind.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

FOLDER = Path(__file__).parent / "programs"
ENDS = ("by itself", "by a limit", "by the evaluator")


@dataclass(frozen=True)
class Program:
    """One hostile program and its required result; see the module's docstring."""

    name: str
    tries: str
    code: str
    prints: str = "contained"
    never: str = "GOT IN"
    ends: str = "by itself"
    box_ended: str | None = None
    groups: bool = False
    outside: bool = False
    seconds: float = 600.0

    def __post_init__(self) -> None:
        if self.ends not in ENDS:
            raise ValueError(f"{self.name}: ends {self.ends!r} is none of {', '.join(ENDS)}")


def programs() -> list[Program]:
    """Return all programs in the order of files. Raises `ValueError` for unknown or missing fields."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if unknown := set(entry) - {field.name for field in fields(Program)}:
                raise ValueError(f"{path.name}: {name}: unknown {', '.join(sorted(unknown))}")
            found.append(Program(name, **entry))
    return found
