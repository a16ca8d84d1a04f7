"""Mistakes of mission authors as data: a change to the testcodes of the mission hello-site, and its detection."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.support.commands import MISSIONS


@dataclass(frozen=True)
class AuthorBug:
    """`old` becomes `new` in ``testcodes.py``; `message` is what `missions validate` reports.

    `testcode` is the one that raises in a run; empty where the mission is refused, or passes all the same.
    """

    name: str
    old: str
    new: str
    message: str
    testcode: str = ""

    def planted(self, folder: Path) -> Path:
        """Write a catalog with the mission and this mistake; return its folder."""
        shutil.copytree(MISSIONS / "hello-site", folder / "hello-site")
        path = folder / "hello-site" / "testcodes.py"
        text = path.read_text()
        assert self.old in text
        path.write_text(text.replace(self.old, self.new, 1))
        return folder


SEES = 'user.sees(greeting, containing="Hello")'
BUGS = (
    AuthorBug("unknown verb", SEES, 'user.see(greeting, containing="Hello")', "did you mean sees?", "greets"),
    AuthorBug("unknown argument", SEES, 'user.sees(greeting, contains="Hello")', "'contains'", "greets"),
    AuthorBug("missing argument", SEES, 'user.types("Hello")', "missing a required argument: 'into'", "greets"),
    AuthorBug("argument of another type", SEES, 'user.sees_count("1", greeting)', "it must be int", "greets"),
    AuthorBug("misspelt name", SEES, "user.sees(greting)", "name 'greting' is not defined", "greets"),
    AuthorBug("misspelt method", SEES, "assert user.text(greeting).stripp()", "no attribute 'stripp'", "greets"),
    AuthorBug("wrong call of a helper", SEES, "helper(user)", "missing a required argument: 'text'", "greets"),
    AuthorBug("nothing expected", SEES, "user.text(greeting)", "testcode greets expects nothing"),
    AuthorBug("unused parameter", SEES, 'user.sees_text("Hello")', "does not use its parameter greeting"),
    AuthorBug("clock moved backward", SEES, f"user.moves_clock(days=-1); {SEES}", "moves forward only", "greets"),
    AuthorBug("one name twice", "def names_the_maker", "def asks_back", "asks_back is defined 2 times"),
    AuthorBug("unknown page", '@testcode("About"', '@testcode("Abuot"', "Abuot / Name the maker is not"),
    AuthorBug("unknown requirement", "requires=[greets]", 'requires=["greet"]', "requires 'greet', which is not"),
    AuthorBug("failing import", "from typing import", "from typings import", "No module named 'typings'"),
    AuthorBug("syntax error", "user.opens(home)", "user.opens(home", "cannot be loaded: SyntaxError"),
)  # fmt: skip

HELPER = "\n\ndef helper(user: BrowserUser, text: str) -> None:\n    user.sees_text(text)\n"
