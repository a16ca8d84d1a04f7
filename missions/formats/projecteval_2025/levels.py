"""Levels and modes of the ProjectEval paper, as the published layout names them."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Level(IntEnum):
    """Input of a published run."""

    PROMPT = 1
    CHECKLIST = 2
    SKELETON = 3


class Mode(StrEnum):
    """From the level's input to code at once, or level by level."""

    DIRECT = "direct"
    CASCADE = "cascade"


def input_set_of(level: Level) -> str:
    """Return the name of the input set that `level` stands for."""
    return f"level-{int(level)}"


def level_of(input_set: str) -> Level:
    """Return the level of an input set. Raises `ValueError` for one of another benchmark."""
    return Level(int(input_set.removeprefix("level-")))
