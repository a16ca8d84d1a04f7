"""Hostile solutions as data: ``solutions/*.toml``, each with the outcomes that it must get.

    [name-of-the-solution]
    tries = "how it tries to get a better result than it deserves, in a sentence"
    home = '''the page at / of a site (default: it does not greet, and asks nothing back)'''
    serves = '''Python that runs in the server before it serves; `Handler` and `PAGES` may be changed'''
    program = '''a console program, evaluated by the console mission instead of the site's'''
    answers = {greeting = "h1"}         answers that differ from the honest ones
    verdicts = {greets = "failed"}      by testcode, and `runnable`; those not named must not have passed
    reason = 'regular expression that a reason must match'       (default: any)
    browser_mib = 400                   memory of its browsers together (default: the usual)
    tries_at_most = 1                   how often it may be evaluated, unless the machine stood still
    slow = true                         it takes seconds, and another entry of its kind is tried in the usual run

A solution here implements nothing of its mission, except what the entry lists in `verdicts` as passed. Any other
pass is a success of the attack.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

FOLDER = Path(__file__).parent / "solutions"


@dataclass(frozen=True)
class HostileSolution:
    """One hostile solution and its required outcomes; see the module's docstring."""

    name: str
    tries: str
    home: str = "<h1>Nothing here</h1><button id=ask>?</button>"
    serves: str = ""
    program: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    verdicts: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    tries_at_most: int = 1
    browser_mib: int = 0
    slow: bool = False

    @property
    def mission(self) -> str:
        return "hello-console" if self.program else "hello-site"


def solutions() -> list[HostileSolution]:
    """Return all solutions in the order of files. Raises `ValueError` for unknown fields."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if unknown := set(entry) - {each.name for each in fields(HostileSolution)}:
                raise ValueError(f"{path.name}: {name}: unknown {', '.join(sorted(unknown))}")
            found.append(HostileSolution(name, **entry))
    return found
