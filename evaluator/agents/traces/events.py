"""Entries of a trace: one JSON object per line, or one JSON list."""

from __future__ import annotations

import json
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

MOST_ENTRIES = 50_000
"""Entries that are read; further ones are counted as unread."""


class Entry(BaseModel):
    """One entry; keys that are not declared are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


E = TypeVar("E", bound=Entry)


def entries_in_lines(text: str, kind: type[E]) -> tuple[list[E], int]:
    """Return the entries of a JSON-lines text, and the number of lines that are none."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = [entry for line in lines[:MOST_ENTRIES] if (entry := _from_line(line, kind)) is not None]
    return found, len(lines) - len(found)


def entries_in_list(text: str, kind: type[E]) -> tuple[list[E], int]:
    """Return the entries of a JSON list, or of JSON lines if the text is not a list, and the number of others."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return entries_in_lines(text, kind)
    if not isinstance(values, list):
        return entries_in_lines(text, kind)
    found = [entry for value in values[:MOST_ENTRIES] if (entry := _from_value(value, kind)) is not None]
    return found, len(values) - len(found)


def _from_line(line: str, kind: type[E]) -> E | None:
    try:
        return kind.model_validate_json(line)
    except ValidationError:
        return None


def _from_value(value: object, kind: type[E]) -> E | None:
    try:
        return kind.model_validate(value)
    except ValidationError:
        return None
