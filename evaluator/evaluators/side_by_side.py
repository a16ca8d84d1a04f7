"""Two texts side by side, line by line, as reports show them. Everything is bounded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

SIMILARITY_DIFFS, DESIGN_DIFFS = "similarity-diffs.json", "design-diffs.json"
"""Attachments that reports show side by side: lists of `FileDiff`."""

MAX_LINES = 1_500
"""Lines compared of each file; the time of a comparison grows with the product of both numbers."""

MAX_LINE_CHARS = 300
CONTEXT = 3
"""Equal lines that are kept before and after a difference."""


@dataclass(frozen=True)
class DiffRow:
    """A line of both files with its number, None where a file has no such line. Equal lines that are left out are one
    row: `skipped` is their number."""

    left: int | None = None
    reference: str = ""
    right: int | None = None
    solution: str = ""
    skipped: int = 0

    @property
    def size(self) -> int:
        return len(self.reference) + len(self.solution) + 20


@dataclass(frozen=True)
class FileDiff:
    """Two texts by their names. `product` is their kind, `rows` is empty for equal ones, `note` says is left out."""

    product: str
    reference: str
    solution: str
    rows: tuple[DiffRow, ...] = ()
    note: str = ""


def line_diff(product: str, reference: str, solution: str, expected: str, actual: str) -> FileDiff:
    """Return the texts `expected` and `actual` side by side, under the names `reference` and `solution`."""
    ours, theirs = expected.splitlines(), actual.splitlines()
    longest = max(len(ours), len(theirs))
    note = "equal" if ours == theirs else ""
    if longest > MAX_LINES:
        note = f"only the first {MAX_LINES} of {longest} lines are compared"
    rows = tuple(_rows(ours[:MAX_LINES], theirs[:MAX_LINES])) if ours != theirs else ()
    return FileDiff(product, reference, solution, rows, note)


def _rows(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[DiffRow]:
    groups = list(SequenceMatcher(None, ours, theirs).get_grouped_opcodes(CONTEXT))
    at = 0
    for group in groups:
        first = group[0][1]
        if first > at:
            yield DiffRow(skipped=first - at)
        for _, one, one_end, other, other_end in group:
            yield from _pairs(ours, theirs, range(one, one_end), range(other, other_end))
        at = group[-1][2]
    if len(ours) > at:
        yield DiffRow(skipped=len(ours) - at)


def _pairs(ours: Sequence[str], theirs: Sequence[str], left: range, right: range) -> Iterator[DiffRow]:
    for number in range(max(len(left), len(right))):
        one = left[number] if number < len(left) else None
        other = right[number] if number < len(right) else None
        yield DiffRow(
            None if one is None else one + 1,
            "" if one is None else _cut(ours[one]),
            None if other is None else other + 1,
            "" if other is None else _cut(theirs[other]),
        )


def _cut(line: str) -> str:
    return (
        line
        if len(line) <= MAX_LINE_CHARS
        else f"{line[:MAX_LINE_CHARS]} … {len(line) - MAX_LINE_CHARS} characters left out"
    )
