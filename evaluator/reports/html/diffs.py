"""Matched files of one attempt side by side, as the similarity evaluator stored them."""

from __future__ import annotations

from typing import Any

from evaluator.evaluators.similarity.diffs import DiffRow, FileDiff
from evaluator.evaluators.similarity.evaluator import DIFFS
from evaluator.io.atomic import read_json
from evaluator.io.errors import UnreadableFile
from evaluator.runs.folder.paths import AttemptPaths


def diffs_of_attempt(paths: AttemptPaths) -> list[dict[str, Any]]:
    """Return each pair of files with its rows: number and text of the reference, then of the solution."""
    try:
        found = read_json(paths.attachments / DIFFS, tuple[FileDiff, ...])
    except UnreadableFile as error:
        return [{"artifact": "", "reference": DIFFS, "solution": "", "rows": [], "note": str(error)}]
    return [
        {
            "artifact": diff.product,
            "reference": diff.reference,
            "solution": diff.solution,
            "rows": [_row(row) for row in diff.rows],
            "note": diff.note,
        }
        for diff in found
    ]


def _row(row: DiffRow) -> list[object]:
    return [row.skipped] if row.skipped else [row.left, row.reference, row.right, row.solution]
