"""Columns of a table, and the distribution of the available width among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablealign.align import ALIGNMENTS
from tablealign.errors import OptionError, WidthError

OVERFLOWS = ("wrap", "cut")


@dataclass(frozen=True)
class Column:
    """Column with its title, alignment, what happens to content that is too wide, and limits of its width.

    `align` is one of `ALIGNMENTS`; `overflow` is "wrap" (more lines) or "cut" (one line per line, ending in ``…``);
    `smallest` and `largest` limit the width in cells (`largest` None: no limit). Raises `OptionError` for values that
    do not exist, `smallest` below 1 and `largest` below `smallest`.
    """

    title: str
    align: str = "left"
    overflow: str = "wrap"
    smallest: int = 1
    largest: int | None = None

    def __post_init__(self) -> None:
        if self.align not in ALIGNMENTS:
            raise OptionError(f"unknown alignment: {self.align!r}")
        if self.overflow not in OVERFLOWS:
            raise OptionError(f"unknown overflow: {self.overflow!r}")
        if self.smallest < 1:
            raise OptionError("smallest must be at least 1")
        if self.largest is not None and self.largest < self.smallest:
            raise OptionError("largest must not be below smallest")

    def limited(self, natural: int) -> int:
        """Return the width that a content of `natural` cells gets where there is room for everything."""
        wanted = max(natural, self.smallest)
        return wanted if self.largest is None else min(wanted, self.largest)


def fit_widths(columns: Sequence[Column], natural: Sequence[int], available: int | None = None) -> list[int]:
    """Return the widths of the columns, together at most `available` cells (None: unlimited).

    Every column first gets `Column.limited` of its natural width. Where that is too much, the widest column gives up
    one cell at a time (of several equally wide ones the rightmost), but never below its `smallest`. Raises `WidthError`
    where even the smallest widths do not fit.
    """
    widths = [column.limited(size) for column, size in zip(columns, natural, strict=True)]
    needed = sum(column.smallest for column in columns)
    if available is not None and needed > available:
        raise WidthError(needed, available)
    while available is not None and sum(widths) > available:
        shrinkable = [index for index, column in enumerate(columns) if widths[index] > column.smallest]
        widest = max(shrinkable, key=lambda index: (widths[index], index))
        widths[widest] -= 1
    return widths
