"""Comparison of a table's cells with the expected values."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation

from simulators.errors import ExpectationFailed
from simulators.evidence import ValueDifference
from simulators.files.documents import Table, Uncomputed

MAX_NAMED = 10
"""Maximum number of different cells listed in a message."""

Tolerance = Decimal | float


def differences(expected: Sequence[Sequence[object]], seen: Table, within: Tolerance) -> list[ValueDifference]:
    """Return each different cell with both values: ``Sheet!B3``, ``12.5``, ``'12.5' (text)``."""
    height = max(len(expected), len(seen.rows))
    found = []
    for row in range(height):
        wanted = expected[row] if row < len(expected) else ()
        width = max(len(wanted), len(seen.rows[row]) if row < len(seen.rows) else 0)
        for column in range(width):
            value = wanted[column] if column < len(wanted) else None
            if not same(value, seen.at(row, column), within, seen.is_text):
                place = f"{seen.name}!{coordinate(row, column)}"
                found.append(ValueDifference(place, shown(value), shown(seen.at(row, column))))
    return found


def same(expected: object, seen: object, within: Tolerance = 0, as_text: bool = False) -> bool:
    """Return True when value and type are equal. All types of numbers are equal, and may differ by `within`; a date
    equals the midnight of that day; None equals the empty text. `as_text`: `seen` comes from a file
    without types, so a text that can be read as the expected type counts as such."""
    if as_text and isinstance(seen, str) and not isinstance(expected, str):
        seen = _read_as(expected, seen)
    if isinstance(seen, Uncomputed):
        return False
    if _is_number(expected) and _is_number(seen):
        return _close(_decimal(expected), _decimal(seen), _decimal(within))
    if isinstance(expected, date | datetime) and isinstance(seen, date | datetime):
        return _moment(expected) == _moment(seen)
    if expected in (None, "") and seen in (None, ""):
        return True
    return type(expected) is type(seen) and expected == seen


def shown(value: object) -> str:
    """Return a value with its type, for messages."""
    if value is None or value == "":
        return "nothing"
    if isinstance(value, Uncomputed):
        return f"the formula {value.formula} without a stored value"
    if isinstance(value, str):
        return f"{value[:200]!r} (text)"
    if isinstance(value, date | time | datetime):
        return f"{value.isoformat()} ({type(value).__name__})"
    return str(value)


def computed(value: object, where: str) -> object:
    """Return `value`. Raises `ExpectationFailed` for a formula without a stored value."""
    if isinstance(value, Uncomputed):
        raise ExpectationFailed(f"{where} is {shown(value)}: the file holds no value for it")
    return value


def coordinate(row: int, column: int) -> str:
    """Return ``B3`` for row 2 and column 1, both counted from 0."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _decimal(value: object) -> Decimal:
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(str(value))


def _close(expected: Decimal, seen: Decimal, within: Decimal) -> bool:
    if not (expected.is_finite() and seen.is_finite()):
        return False
    return abs(expected - seen) <= within


def _moment(value: date | datetime) -> datetime:
    return value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)


def _read_as(expected: object, text: str) -> object:
    """Return `text` converted to the type of `expected`, or unchanged when that is not possible."""
    try:
        if isinstance(expected, bool):
            return {"true": True, "false": False}.get(text.strip().lower(), text)
        if _is_number(expected):
            return Decimal(text.strip())
        if isinstance(expected, datetime | date):
            return datetime.fromisoformat(text.strip())
        if isinstance(expected, time):
            return time.fromisoformat(text.strip())
    except (ValueError, InvalidOperation):
        return text
    return text
