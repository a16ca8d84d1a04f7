"""Matched files of a similarity side by side: what stands behind it. Everything is bounded."""

from __future__ import annotations

from collections.abc import Iterator

from evaluator.evaluators.side_by_side import FileDiff, line_diff
from evaluator.evaluators.similarity.model import Match, Product, Products, ScoreRequest, Scores, SourceFile

MAX_FILES, MAX_CHARS = 60, 1_500_000
"""Pairs of files of an attempt, and characters of all their rows."""

COMPARED = (Product.CODE, Product.SKELETON)


def diffs_of(request: ScoreRequest, scores: Scores) -> tuple[FileDiff, ...]:
    """Return the matched files of code and skeleton, as many as the limits allow."""
    found: list[FileDiff] = []
    left = MAX_CHARS
    for product, match in _matches(scores):
        sources = _text(request.canonical, product, match.canonical), _text(request.answered, product, match.answered)
        if len(found) >= MAX_FILES or left <= 0:
            found.append(FileDiff(product.value, match.canonical, match.answered, note="left out: too many files"))
            break
        diff = line_diff(product.value, match.canonical, match.answered, *sources)
        left -= sum(row.size for row in diff.rows)
        found.append(diff)
    return tuple(found)


def _matches(scores: Scores) -> Iterator[tuple[Product, Match]]:
    for product in COMPARED:
        for match in getattr(scores, product.value).matches:
            yield product, match


def _text(products: Products | None, product: Product, path: str) -> str:
    files: object = getattr(products, product.value, None)
    there = files if isinstance(files, tuple) else ()
    return next((file.text for file in there if isinstance(file, SourceFile) and file.path == path), "")
