"""CSV table of verdicts: one row per testcase and attempt."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from evaluator.io.atomic import write_whole
from evaluator.model.attempt import Attempt
from evaluator.model.verdicts import TestcodeResult
from evaluator.runs.results.results import Results

COLUMNS = (
    *("mission", "level", "mode", "sample", "recorded", "testcode", "page", "function"),
    *("verdict", "follows_from", "seconds", "reason"),
)
STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of formulas. Reasons quote output of a project, which is not trusted."""


def write_csv(results: Results, path: Path) -> None:
    """Write the table to `path`, without attempts that are not judged yet."""
    sheet = io.StringIO(newline="")
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(COLUMNS)
    for result in results.attempts:
        for testcode in result.judgement.all() if result.judgement else ():
            writer.writerow(map(_cell, _row(result.attempt, testcode)))
    write_whole(path, sheet.getvalue())


def _row(attempt: Attempt, result: TestcodeResult) -> Iterator[object]:
    yield from (attempt.mission, int(attempt.level), attempt.mode.value, attempt.sample, attempt.recorded)
    yield from (result.id, result.page, result.function, result.verdict.value)
    yield from (result.follows_from, result.seconds, result.reason)


def _cell(value: object) -> object:
    """Return `value`, quoted where a spreadsheet would calculate it."""
    if isinstance(value, str) and value.startswith(STARTS_A_FORMULA):
        return f"'{value}"
    return value
