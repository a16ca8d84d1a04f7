"""Entries of a trace: one JSON object per line, or one JSON list.

They are read one by one, each of bounded size, so that what a program wrote as its trace takes neither the memory nor,
by one call that holds the interpreter's lock, the time of other attempts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from evaluator.model.trajectory import ActionKind

MAX_ENTRIES = 50_000
"""Entries that are read; further ones are counted as unread."""

MAX_ENTRY_CHARS = 4 << 20
"""Characters of an entry; longer lines are counted as unread, and a list is read up to a longer value."""

BETWEEN = re.compile(r"[\s,]*")
"""Characters between two values of a list."""


class Entry(BaseModel):
    """One entry; keys that are not declared are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class UnreadableValue(ValueError):
    """A value of a JSON list is broken or too long, so that the rest of the list cannot be read."""


E = TypeVar("E", bound=Entry)


def kinds_of(edit: str = "", execute: str = "", read: str = "", plan: str = "", **others: str) -> dict[str, ActionKind]:
    """Return the kind of each tool; tools of one kind are separated by blanks."""
    tools = {"edit": edit, "execute": execute, "read": read, "plan": plan, **others}
    return {tool: ActionKind(kind) for kind, names in tools.items() for tool in names.split()}


def entries_in_lines(text: str, kind: type[E]) -> tuple[list[E], int]:
    """Return the entries of a JSON-lines text, and the number of lines that are none."""
    found: list[E] = []
    read = 0
    for begin, end in _spans_of_lines(text):
        if read == MAX_ENTRIES:
            return found, read - len(found) + text.count("\n", begin)
        if (line := text[begin:end]).strip():
            read += 1
            entry = _from_line(line, kind) if len(line) <= MAX_ENTRY_CHARS else None
            found += [] if entry is None else [entry]
    return found, read - len(found)


def entries_in_list(text: str, kind: type[E]) -> tuple[list[E], int]:
    """Return the entries of a JSON list, or of JSON lines if the text is not a list, and the number of others.

    What follows a value that cannot be read, or the last entry that is read, counts as one.
    """
    if not text.lstrip().startswith("["):
        return entries_in_lines(text, kind)
    found: list[E] = []
    unread = 0
    try:
        for number, value in enumerate(_values_of_list(text)):
            if number == MAX_ENTRIES:
                return found, unread + 1
            entry = _from_value(value, kind)
            found += [] if entry is None else [entry]
            unread += entry is None
    except UnreadableValue:
        unread += 1
    return found, unread


def _spans_of_lines(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        yield begin, end
        begin = end + 1


def _values_of_list(text: str) -> Iterator[object]:
    """Yield the values of the JSON list that begins in `text`. Raises `UnreadableValue`."""
    decoder = json.JSONDecoder()
    begin, at = text.index("[") + 1, 0
    window = text[begin : begin + 2 * MAX_ENTRY_CHARS]
    while True:
        if at > MAX_ENTRY_CHARS:
            begin, at = begin + at, 0
            window = text[begin : begin + 2 * MAX_ENTRY_CHARS]
        at += len(BETWEEN.match(window, at)[0])  # type: ignore[index]  # it matches everywhere
        if window[at : at + 1] in ("", "]"):
            return
        try:
            value, at = decoder.raw_decode(window, at)
        except (ValueError, RecursionError) as error:
            raise UnreadableValue from error
        yield value


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


def retried_last(text: str, pattern: re.Pattern[str]) -> str:
    """Return what the last match of `pattern`, a message of repeated requests, found; empty when an entry follows it.

    A program that was ended while it repeated a request prints no event of it.
    """
    matches = list(pattern.finditer(text))
    return "" if not matches or "\n{" in text[matches[-1].end() :] else matches[-1][1]
