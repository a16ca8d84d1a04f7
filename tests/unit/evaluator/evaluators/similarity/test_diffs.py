"""Matched files side by side: numbered, shortened, bounded."""

from __future__ import annotations

import time

from evaluator.evaluators.side_by_side import MAX_LINE_CHARS, MAX_LINES, DiffRow, line_diff
from evaluator.evaluators.similarity.evaluator import MAX_CHARS, MAX_FILES, diffs_of
from evaluator.evaluators.similarity.model import Match, Products, Score, ScoreRequest, Scores, SourceFile

MATCH = Match("a.py", "b.py", 0.5)
LINES = [f"line {number}" for number in range(1, 41)]


def _diff(ours: str, theirs: str) -> tuple[DiffRow, ...]:
    return line_diff("code", "a.py", "b.py", ours, theirs).rows


def test_changed_missing_and_additional_lines_are_side_by_side() -> None:
    theirs = [*LINES[:10], "changed", *LINES[11:20], *LINES[21:], "more"]
    rows = _diff("\n".join(LINES), "\n".join(theirs))
    assert rows[0] == DiffRow(skipped=7)
    assert DiffRow(11, "line 11", 11, "changed") in rows
    assert DiffRow(21, "line 21", None, "") in rows
    assert rows[-1] == DiffRow(None, "", 40, "more")
    assert DiffRow(22, "line 22", 21, "line 22") in rows
    assert sum(row.skipped for row in rows) + sum(row.left is not None for row in rows) == 40


def test_equal_files_have_no_rows() -> None:
    assert line_diff("code", "a.py", "b.py", "x\n", "x").rows == ()
    assert line_diff("code", "a.py", "b.py", "x\n", "x").note == "equal"


def test_files_of_any_size_are_compared_within_seconds() -> None:
    begun = time.monotonic()
    diff = line_diff("code", "a.py", "b.py", "a\nb\n" * 200_000, "b\na\n\n" * 200_000)
    assert time.monotonic() - begun < 20
    assert "only the first 1500 of 600000 lines" in diff.note
    assert len(diff.rows) <= 2 * MAX_LINES
    (row,) = _diff("x" * 10_000, "y")
    assert len(row.reference) < MAX_LINE_CHARS + 50


def test_an_attempt_has_a_bounded_number_of_files() -> None:
    names = [f"{number}.py" for number in range(100)]
    lines = "\n".join("x" * 299 + str(number) for number in range(400))
    ours, theirs = (
        Products(code=tuple(SourceFile(name, text) for name in names)) for text in (lines, lines.replace("x", "y"))
    )
    score = Score(0.5, tuple(Match(name, name, 0.5) for name in names))
    empty = Score(None)
    diffs = diffs_of(ScoreRequest("m", ours, theirs), Scores(empty, empty, score, empty))
    assert len(diffs) <= MAX_FILES + 1
    assert diffs[-1].note == "left out: too many files"
    assert sum(row.size for diff in diffs for row in diff.rows) < MAX_CHARS + 400_000
    assert (diffs[0].reference, diffs[0].rows[0].reference[:3], diffs[0].rows[0].solution[:3]) == ("0.py", "xxx", "yyy")
