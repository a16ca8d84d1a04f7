"""Labels of a mission, by which missions are listed and grouped; what ``mission.toml`` does not say is derived."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from missions.mission import Mission, Stack
from missions.project_files import Files
from missions.violations import requirements_of

KINDS: Mapping[Stack, str] = {
    Stack.DJANGO: "website",
    Stack.WEB: "website",
    Stack.STATIC: "client page",
    Stack.CONSOLE: "dialogue",
    Stack.DESKTOP: "desktop program",
    Stack.BATCH: "batch program",
    Stack.LIBRARY: "library",
}
"""Kinds of missions that name none (``category``)."""

FREEDOM: Mapping[Stack, str] = {
    Stack.DJANGO: "Django",
    Stack.WEB: "any web stack",
    Stack.STATIC: "any client code",
}
"""What a solution may be built with where the mission does not say (``freedom``); all other stacks prescribe Python."""

SOURCE_SUFFIXES = (".py", ".js", ".jsx", ".mjs", ".ts", ".tsx", ".vue", ".html", ".css", ".sql")

CODE = re.compile(r"^(?: {4,}|\t)[^\n]*|```.*?```|`[^`]*`", re.MULTILINE | re.DOTALL)
MARKS = re.compile(r"^ *(?:#+|[-*]|\d+\.) +", re.MULTILINE)
SENTENCE_END = re.compile(r"[.!?](?=\W|$)|\n\s*\n")
WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")
SYLLABLE = re.compile(r"[aeiouy]+")
SILENT_END = re.compile(r"(?<=[^aeiouyl])(?:e|es|ed)$")

MEDIUM_LINES, HARD_LINES = 600, 1000
"""Lines of the reference from which a mission is estimated to be medium or hard."""


LabelName = Literal["kind", "freedom", "difficulty"]
"""Label by which missions can be grouped."""


@dataclass(frozen=True)
class Labels:
    """Kind, stack freedom, lines of the reference, number of requirements, estimated difficulty; words and reading age
    of the prompt.

    The numbers are None, and the difficulty is empty, where they are not known.
    """

    kind: str
    freedom: str
    lines: int | None
    requirements: int | None
    difficulty: str
    words: int
    reading_age: int | None

    def value(self, name: LabelName) -> str:
        """Return the value of a label; ``unknown`` for an empty one."""
        return {"kind": self.kind, "freedom": self.freedom, "difficulty": self.difficulty}[name] or "unknown"


def labels_of(mission: Mission, reference: Files | None) -> Labels:
    """Return the labels of a mission with these files of its reference solution (None: it has none)."""
    lines = None if reference is None else _lines(reference)
    return Labels(
        kind=mission.category or KINDS[mission.stack],
        freedom=mission.freedom or FREEDOM.get(mission.stack, "Python"),
        lines=lines,
        requirements=len(requirements_of(mission.source).requirement) or None,
        difficulty=mission.difficulty or _estimated(lines),
        words=len(WORD.findall(prose := prose_of(mission.prompt))),
        reading_age=reading_age(prose),
    )


def _lines(files: Files) -> int:
    return sum(len(content.splitlines()) for name, content in files.items() if name.endswith(SOURCE_SUFFIXES))


def _estimated(lines: int | None) -> str:
    if lines is None:
        return ""
    return "easy" if lines < MEDIUM_LINES else "medium" if lines < HARD_LINES else "hard"


def prose_of(prompt: str) -> str:
    """Return what is to be read of a prompt: without code and marks of Markdown, each item of a list a paragraph."""
    return MARKS.sub("\n\n", CODE.sub(" ", prompt))


def reading_age(prose: str) -> int | None:
    """Return the age at which most people read a text with ease: the grade of Flesch and Kincaid plus five years."""
    words = WORD.findall(prose)
    if not words:
        return None
    sentences = sum(1 for part in SENTENCE_END.split(prose) if WORD.search(part))
    grade = 0.39 * len(words) / sentences + 11.8 * sum(map(_syllables, words)) / len(words) - 15.59
    return max(5, round(grade + 5))


def _syllables(word: str) -> int:
    return max(1, len(SYLLABLE.findall(SILENT_END.sub("", word.lower()))))
