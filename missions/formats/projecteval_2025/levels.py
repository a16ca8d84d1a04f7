"""Levels and modes of the ProjectEval paper, with their names in the published layout."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Level(IntEnum):
    """Input of a published run."""

    PROMPT = 1
    CHECKLIST = 2
    SKELETON = 3


class Mode(StrEnum):
    """Code at once from the level's input, or level by level."""

    DIRECT = "direct"
    CASCADE = "cascade"


def input_set_of(level: Level) -> str:
    """Return the name of the input set of `level`."""
    return f"level-{int(level)}"


def level_of(input_set: str) -> Level:
    """Return the level of an input set. Raises `ValueError` for one of another benchmark."""
    return Level(int(input_set.removeprefix("level-")))
