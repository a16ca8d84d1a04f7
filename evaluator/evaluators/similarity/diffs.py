"""Matched files side by side, line by line: what stands behind a similarity. Everything is bounded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from evaluator.evaluators.similarity.model import Match, Product, Products, ScoreRequest, Scores, SourceFile

MAX_LINES = 1_500
"""Lines compared of each file; the time of a comparison grows with the product of both numbers."""

MAX_LINE_CHARS = 300
MAX_FILES, MAX_CHARS = 60, 1_500_000
"""Pairs of files of an attempt, and characters of all their rows."""

CONTEXT = 3
"""Equal lines that are kept before and after a difference."""

COMPARED = (Product.CODE, Product.SKELETON)


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
    """Two matched files. `rows` is empty for equal files; `note` says what is left out."""

    product: str
    reference: str
    solution: str
    rows: tuple[DiffRow, ...] = ()
    note: str = ""


def diffs_of(request: ScoreRequest, scores: Scores) -> tuple[FileDiff, ...]:
    """Return the matched files of code and skeleton, as many as the limits allow."""
    found: list[FileDiff] = []
    left = MAX_CHARS
    for product, match in _matches(scores):
        sources = _text(request.canonical, product, match.canonical), _text(request.answered, product, match.answered)
        if len(found) >= MAX_FILES or left <= 0:
            found.append(FileDiff(product.value, match.canonical, match.answered, note="left out: too many files"))
            break
        diff = file_diff(product, match, *sources)
        left -= sum(row.size for row in diff.rows)
        found.append(diff)
    return tuple(found)


def file_diff(product: Product, match: Match, reference: str, solution: str) -> FileDiff:
    """Return two texts side by side."""
    ours, theirs = reference.splitlines(), solution.splitlines()
    longest = max(len(ours), len(theirs))
    note = "equal" if ours == theirs else ""
    if longest > MAX_LINES:
        note = f"only the first {MAX_LINES} of {longest} lines are compared"
    rows = tuple(_rows(ours[:MAX_LINES], theirs[:MAX_LINES])) if ours != theirs else ()
    return FileDiff(product.value, match.canonical, match.answered, rows, note)


def _matches(scores: Scores) -> Iterator[tuple[Product, Match]]:
    for product in COMPARED:
        for match in getattr(scores, product.value).matches:
            yield product, match


def _text(products: Products | None, product: Product, path: str) -> str:
    files: object = getattr(products, product.value, None)
    there = files if isinstance(files, tuple) else ()
    return next((file.text for file in there if isinstance(file, SourceFile) and file.path == path), "")


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
