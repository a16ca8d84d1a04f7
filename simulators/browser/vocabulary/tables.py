"""Comparison of a table with the expected one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simulators.evidence import ValueDifference

Rows = Sequence[Sequence[str]]
MAX_NAMED = 10
"""Maximum number of different cells listed in a message."""

MAX_CELL_CHARS = 200
NOTHING = "nothing"


def differences(wanted: Rows, shown: Rows) -> list[ValueDifference]:
    """Return each different cell by row and column, counted from 1, with both texts; missing cells are "nothing"."""
    found = []
    for row in range(max(len(wanted), len(shown))):
        expected, seen = _row(wanted, row), _row(shown, row)
        for column in range(max(len(expected), len(seen))):
            cell, other = _cell(expected, column), _cell(seen, column)
            if cell != other:
                found.append(ValueDifference(f"row {row + 1}, column {column + 1}", _named(cell), _named(other)))
    return found


def described(wanted: Rows, shown: Rows) -> str:
    """Describe other numbers of rows and cells, and the first different cells; empty when the tables are equal."""
    found, sizes = differences(wanted, shown), list(_sizes(wanted, shown))
    cells = [f"{each.place}: expected {each.expected}, the table shows {each.seen}" for each in found[:MAX_NAMED]]
    if len(found) > MAX_NAMED:
        cells.append(f"… and {len(found) - MAX_NAMED} more")
    if len(found) > 1:
        return "\n".join([f"{'; '.join([*sizes, f'{len(found)} cells differ'])}:", *cells])
    return "; ".join([*sizes, *cells])


def _sizes(wanted: Rows, shown: Rows) -> Iterator[str]:
    if len(wanted) != len(shown):
        yield f"the table has {len(shown)} rows, expected {len(wanted)}"
    for number, (expected, seen) in enumerate(zip(wanted, shown, strict=False), start=1):
        if len(expected) != len(seen):
            yield f"row {number} has {len(seen)} cells, expected {len(expected)}"
            return


def _row(rows: Rows, number: int) -> Sequence[str]:
    return rows[number] if number < len(rows) else ()


def _cell(row: Sequence[str], number: int) -> str | None:
    return row[number] if number < len(row) else None


def _named(cell: str | None) -> str:
    return NOTHING if cell is None else repr(cell[:MAX_CELL_CHARS])
