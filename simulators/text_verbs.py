"""Verbs that read a project's text: JSON, CSV, numbers, parts of a text, rows.

All users have them. Whatever the project wrote, they raise nothing but `ExpectationFailed`, `TestcodeTimeout` (a search
takes too long) and `InvalidAnswer` (the pattern is no regular expression).
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence, Sized
from decimal import Decimal, InvalidOperation
from io import StringIO
from typing import TypeVar

from simulators.errors import ExpectationFailed
from simulators.evidence import Trace, shortened
from simulators.matching import found_in, one_number_in

MAX_JSON_CHARS = 16 << 20
"""Maximum characters of JSON that are parsed; its depth is bounded by the parser (200)."""

MAX_CSV_CHARS = 16 << 20

MAX_DIGITS = 30
"""Maximum digits of a number that is read."""

MAX_SHOWN = 300
"""Maximum characters of the text that a message repeats."""

Item = TypeVar("Item")
Other = TypeVar("Other")
Shape = TypeVar("Shape")


class TextVerbs:
    """Verbs that read texts and rows which other verbs returned; `trace` is the user's."""

    trace: Trace

    def reads_json(self, text: str, shape: type[Shape]) -> Shape:
        """Return the JSON value in `text` as a `shape`: ``object``, ``dict[str, object]``, ``list[str]``, a frozen
        dataclass with the keys that are needed. Another type or a missing key fails; further keys of a dataclass do
        not. Types are not converted: ``"7"`` is no ``int``."""
        with self.trace.step("reads_json", shown(text)):
            return _json_value(text, shape)

    def reads_csv(self, text: str, *, columns: int = 0) -> list[list[str]]:
        """Return the rows of the CSV `text`, each with at least `columns` cells."""
        with self.trace.step("reads_csv", shown(text)):
            return _rows(_csv_rows(text), None, 0, columns)

    def reads_match(self, text: object, pattern: str) -> str:
        """Return the first match of the regular expression `pattern` in `text`: its first group, if it has one."""
        with self.trace.step("reads_match", f"{pattern} in {shown(text)}"):
            return _match(text, pattern)

    def reads_number(self, text: object, pattern: str = "") -> Decimal:
        """Return the only number in `text`, or in the match of `pattern` (its first group, if it has one)."""
        with self.trace.step("reads_number", f"{pattern} in {shown(text)}" if pattern else shown(text)):
            return _number(_match(text, pattern) if pattern else text)

    def rows(
        self, seen: Iterable[Item], *, count: int | None = None, at_least: int = 0, columns: int = 0
    ) -> list[Item]:
        """Return `seen` as a list of exactly `count` (or `at_least` as many) rows, each of at least `columns` cells."""
        with self.trace.step("rows", _wanted(count, at_least, columns)):
            return _rows(list(seen), count, at_least, columns)

    def pairs(self, seen: Sequence[Item], expected: Sequence[Other]) -> list[tuple[Item, Other]]:
        """Return each item of `seen` with the one expected in its place; their numbers must be equal."""
        with self.trace.step("pairs", f"{len(expected)} expected"):
            if len(seen) != len(expected):
                raise ExpectationFailed(f"expected {len(expected)} items, seen {len(seen)}: {shown(seen)}")
            return list(zip(seen, expected, strict=True))


def shown(value: object) -> str:
    """Return a value for a message or the trace."""
    return shortened(value if isinstance(value, str) else repr(value), MAX_SHOWN)


def _json_value(text: str, shape: type[Shape]) -> Shape:
    from pydantic import TypeAdapter, ValidationError

    if len(text) > MAX_JSON_CHARS:
        raise ExpectationFailed(f"JSON of {len(text)} characters; at most {MAX_JSON_CHARS} are read")
    try:
        return TypeAdapter(shape).validate_json(text.encode("utf-8", "replace"), strict=True)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, problem["loc"]))
        place = f" at {where}" if where else ""
        raise ExpectationFailed(f"expected JSON{place}: {problem['msg']}; seen: {shown(text)}") from None


def _csv_rows(text: str) -> list[list[str]]:
    if len(text) > MAX_CSV_CHARS:
        raise ExpectationFailed(f"CSV of {len(text)} characters; at most {MAX_CSV_CHARS} are read")
    try:
        return list(csv.reader(StringIO(text, newline="")))
    except csv.Error as error:
        raise ExpectationFailed(f"expected CSV: {error}; seen: {shown(text)}") from None


def _match(text: object, pattern: str) -> str:
    found = found_in(pattern, str(text))
    if found is None:
        raise ExpectationFailed(f"expected a match of {pattern!r}; seen: {shown(text)}")
    return found


def _number(text: object) -> Decimal:
    if isinstance(text, (int, float, Decimal)) and not isinstance(text, bool):
        number = _decimal(text)
    else:
        number = one_number_in(str(text))
    if not number.is_finite() or len(number.as_tuple().digits) > MAX_DIGITS or abs(number.adjusted()) > MAX_DIGITS:
        raise ExpectationFailed(f"expected a number of at most {MAX_DIGITS} digits; seen: {shown(text)}")
    return number


def _decimal(value: float | Decimal) -> Decimal:
    try:
        return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    except (InvalidOperation, ValueError):
        return Decimal("nan")


def _rows(rows: list[Item], count: int | None, at_least: int, columns: int) -> list[Item]:
    if (count is not None and len(rows) != count) or len(rows) < at_least:
        raise ExpectationFailed(f"expected {_wanted(count, at_least, 0)}, seen {len(rows)}: {shown(rows)}")
    for number, row in enumerate(rows, 1):
        cells = len(row) if isinstance(row, Sized) else 0
        if cells < columns:
            raise ExpectationFailed(f"row {number}: expected {columns} cells, seen {cells}: {shown(row)}")
    return rows


def _wanted(count: int | None, at_least: int, columns: int) -> str:
    number = f"at least {at_least} rows" if count is None else f"{count} rows"
    return f"{number} of {columns} cells" if columns else number
