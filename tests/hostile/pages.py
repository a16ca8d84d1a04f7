"""Hostile pages as data: ``pages/*.toml``, one class of attack each; the first comment of a file says what must hold.

[name-of-the-page]
script = '''JavaScript that runs in the page'''
body = '''HTML of the page'''
seen = true     the page shows its text honestly (hidden_text.toml only)
slow = true     it takes seconds, and another page of its kind is tried in the usual run
each = '''HTML of one message'''    frame = '''keyframe of one'''    (flicker_by_style.toml only)
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

FOLDER = Path(__file__).parent / "pages"
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
MESSAGES = tuple(f"Message number {number}." for number in NUMBERS)

CYCLE = 600
"""Milliseconds until every message was shown once."""

NOTHING = """<h1>Nothing here</h1><p id=text class=text>none</p><input id=box value=none><input type=checkbox id=tick>
<table id=table><tr><td>none</table><button id=button>none</button>"""
"""What a page of scripts shows, whatever its script says of it."""


@dataclass(frozen=True)
class HostilePage:
    """One hostile page; see the module's text."""

    name: str
    script: str = ""
    body: str = ""
    seen: bool = False
    each: str = ""
    frame: str = ""
    slow: bool = False

    def with_messages(self) -> HostilePage:
        """Return the page with `MESSAGES` in the places of its body."""
        turn = CYCLE // len(MESSAGES)
        parts = [
            {
                "{message}": message,
                "{delay}": str(CYCLE - turn * at),
                "{y}": str(30 * (at + 1)),
                "{percent}": str(10 * at),
            }
            for at, message in enumerate(MESSAGES)
        ]
        messages = "".join(_filled(self.each, part) for part in parts)
        frames = "".join(_filled(self.frame, part) for part in parts)
        return replace(self, body=_filled(self.body, {"{messages}": messages, "{frames}": frames}))

    def html(self, before: str = "") -> str:
        script = f"<script>{self.script}</script>" if self.script else ""
        return f"<!doctype html><meta charset=utf-8><body>{before}{self.body}{script}"


def _filled(template: str, values: Mapping[str, str]) -> str:
    for place, value in values.items():
        template = template.replace(place, value)
    return template


def hostile_pages(kind: str) -> list[HostilePage]:
    """Return the pages of one file. Raises `TypeError` for an unknown field."""
    entries = tomllib.loads((FOLDER / f"{kind}.toml").read_text(encoding="utf-8"))
    return [HostilePage(name, **entry) for name, entry in entries.items()]
