"""Limits of the comparison, so that scoring ends for any answer.

All limits are sizes, not times: the same answer is cut at the same place on every machine. They are an order of
magnitude above any observed answer of a model; every omission is noted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from evaluator.evaluators.similarity.model import SourceFile

MOST_FILES = 500
"""Maximum number of compared files of one product; further ones are unmatched."""
LONGEST_FILE = 200_000
"""Maximum characters of a compared file; a longer one is similar to nothing."""
MOST_TEXT = 1_000_000
"""Maximum characters of all files of one product; further files are unmatched."""
MOST_SENTENCES = 500
"""Maximum number of compared functions of one checklist."""
LONGEST_SENTENCE = 20_000
"""Characters of a sentence that are read; the model itself reads no more than 256 word pieces."""
LONGEST_VALUE = 100_000
"""Maximum characters of a compared parameter value; a longer one is similar to nothing."""

DEEPEST_TREE = 900
"""Levels of a syntax tree: the package walks it by recursion, which Python ends at 1,000 frames."""
MOST_NESTING = 3_000_000
"""Sum of the depths of a tree's inner nodes, that is, of the sizes of all its subtrees."""
MOST_DATA_FLOW_STEPS = 600_000_000
"""Estimated steps of the data-flow analysis, about 6 s; it walks each loop's body twice, and so is exponential."""

Item = TypeVar("Item")


def within_limits(files: Sequence[SourceFile]) -> tuple[list[SourceFile], list[str]]:
    """Return the compared files, and notes on the others."""
    kept: list[SourceFile] = []
    size = 0
    notes: list[str] = []
    for number, file in enumerate(files):
        if len(file.text) > LONGEST_FILE:
            notes.append(f"{file.path[:200]}: {len(file.text)} characters, more than {LONGEST_FILE}: not compared")
            continue
        size += len(file.text)
        if len(kept) == MOST_FILES or size > MOST_TEXT:
            what = f"{MOST_FILES} files or {MOST_TEXT} characters"
            notes.append(f"{len(files) - number} files are beyond {what}: not compared")
            break
        kept.append(file)
    return kept, notes[:20]


def at_most(items: Sequence[Item], most: int, name: str) -> tuple[Sequence[Item], list[str]]:
    """Return the first `most` items, and a note on the others."""
    if len(items) <= most:
        return items, []
    return items[:most], [f"{len(items)} {name}, more than {most}: the others are not compared"]
