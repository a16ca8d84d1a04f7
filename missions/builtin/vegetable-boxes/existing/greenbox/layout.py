"""Printed lists: columns with two blanks between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

NOTHING = "-"
GAP = "  "


def lines_of(rows: Iterable[Sequence[object]]) -> list[str]:
    """Return rows as lines whose columns are aligned; an empty cell is shown as ``-``."""
    cells = [[_text(cell) for cell in row] for row in rows]
    width: dict[int, int] = {}
    for row in cells:
        for column, text in enumerate(row):
            width[column] = max(width.get(column, 0), len(text))
    return [GAP.join(text.ljust(width[column]) for column, text in enumerate(row)).rstrip() for row in cells]


def _text(cell: object) -> str:
    text = " ".join(str(cell).split())
    return text or NOTHING


def print_rows(rows: Iterable[Sequence[object]]) -> None:
    """Print rows as aligned lines."""
    for line in lines_of(rows):
        print(line)


def print_section(title: str, rows: Iterable[Sequence[object]]) -> None:
    """Print a title and rows below it, which are indented; nothing without rows."""
    lines = lines_of(rows)
    if lines:
        print(title)
    for line in lines:
        print(f"{GAP}{line}")
