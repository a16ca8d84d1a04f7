"""Limits of the comparison, so that scoring ends for any answer.

All limits are sizes, not times: the same answer is cut at the same place on every machine. They are an order of
magnitude above any observed answer of a model; every omission is noted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from evaluator.evaluators.similarity.model import SourceFile

MAX_FILES = 500
"""Maximum number of compared files of one product; further ones are unmatched."""
MAX_FILE_CHARS = 200_000
"""Maximum characters of a compared file; a longer one is similar to nothing."""
MAX_TOTAL_CHARS = 1_000_000
"""Maximum characters of all files of one product; further files are unmatched."""
MAX_SENTENCES = 500
"""Maximum number of compared functions of one checklist."""
MAX_SENTENCE_CHARS = 20_000
"""Characters of a sentence that are read; the model itself reads no more than 256 word pieces."""
MAX_VALUE_CHARS = 100_000
"""Maximum characters of a compared parameter value; a longer one is similar to nothing."""

MAX_TREE_DEPTH = 900
"""Levels of a syntax tree: the package walks it by recursion, which Python ends at 1,000 frames."""
MAX_NESTING_SUM = 3_000_000
"""Sum of the depths of a tree's inner nodes, that is, of the sizes of all its subtrees."""
MAX_DATA_FLOW_STEPS = 600_000_000
"""Estimated steps of the data-flow analysis, about 6 s; it walks each loop's body twice, and so is exponential."""

Item = TypeVar("Item")


def within_limits(files: Sequence[SourceFile]) -> tuple[list[SourceFile], list[str]]:
    """Return the compared files, and notes on the others."""
    kept: list[SourceFile] = []
    size = 0
    notes: list[str] = []
    for number, file in enumerate(files):
        if len(file.text) > MAX_FILE_CHARS:
            notes.append(f"{file.path[:200]}: {len(file.text)} characters, more than {MAX_FILE_CHARS}: not compared")
            continue
        size += len(file.text)
        if len(kept) == MAX_FILES or size > MAX_TOTAL_CHARS:
            what = f"{MAX_FILES} files or {MAX_TOTAL_CHARS} characters"
            notes.append(f"{len(files) - number} files are beyond {what}: not compared")
            break
        kept.append(file)
    return kept, notes[:20]


def at_most(items: Sequence[Item], most: int, name: str) -> tuple[Sequence[Item], list[str]]:
    """Return the first `most` items, and a note on the others."""
    if len(items) <= most:
        return items, []
    return items[:most], [f"{len(items)} {name}, more than {most}: the others are not compared"]
