"""Comparison of a table with the expected one."""

from __future__ import annotations

from collections.abc import Sequence

Rows = Sequence[Sequence[str]]


def first_difference(wanted: Rows, shown: Rows) -> str | None:
    """Describe the first difference, row by row; None when the tables are equal."""
    for number, (expected, row) in enumerate(zip(wanted, shown, strict=False), start=1):
        for column, (cell, other) in enumerate(zip(expected, row, strict=False), start=1):
            if cell != other:
                return f"row {number}, column {column}: expected {cell!r}, the table shows {other!r}"
        if len(expected) != len(row):
            return f"row {number} has {len(row)} cells ({list(row)}), expected {len(expected)}"
    if len(wanted) != len(shown):
        return f"the table has {len(shown)} rows, expected {len(wanted)}: {_first_beyond(wanted, shown)}"
    return None


def _first_beyond(wanted: Rows, shown: Rows) -> str:
    shorter = min(len(wanted), len(shown))
    if len(wanted) > shorter:
        return f"missing is {list(wanted[shorter])}"
    return f"the first too many is {list(shown[shorter])}"
