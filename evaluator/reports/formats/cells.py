"""Cells of tables as text, safe for people and programs."""

from __future__ import annotations

from evaluator.io.terminal import printable
from evaluator.reports.tables import Cell
from simulators.trace import shortened

MAX_CELL_CHARS = 32_000
"""Characters of one cell: a spreadsheet holds no more; longer texts are cut in their middle, which the text says."""


def safe(text: str) -> str:
    """Return `text` with escapes for control characters and changes of direction, cut to a cell's size."""
    return printable(shortened(text, MAX_CELL_CHARS - 100))


def in_words(cell: Cell) -> str:
    """Return a cell for people: one line, numbers with at most 4 digits behind the point."""
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:.4f}".rstrip("0").rstrip(".")
    return " ".join(safe(str(cell)).split())
