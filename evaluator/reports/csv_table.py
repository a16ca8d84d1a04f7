"""Outcomes as CSV: one row for every case of every attempt."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from evaluator.io.atomic import write_whole
from evaluator.model.attempt import Attempt
from evaluator.model.evaluation import Case
from evaluator.runs.results.results import Results

COLUMNS = (
    *("agent", "mission", "input", "strategy", "sample", "recorded", "case", "page", "function"),
    *("outcome", "failure", "caused_by", "seconds", "reason"),
)
STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of formulas. Reasons contain output of a project, which is not trusted."""


def write_csv(results: Results, path: Path) -> None:
    """Write the table to `path`. Attempts that are not evaluated yet have no row."""
    sheet = io.StringIO(newline="")
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(COLUMNS)
    for result in results.attempts:
        for case in result.cases:
            writer.writerow(map(_cell, _row(results.run.request.agent, result.attempt, case)))
    write_whole(path, sheet.getvalue())


def _row(agent: str, attempt: Attempt, case: Case) -> Iterator[object]:
    yield from (agent, attempt.mission, attempt.input_set, attempt.strategy, attempt.sample, attempt.recorded)
    page, function, *_ = (*case.group, "", "")
    yield from (case.id, page, function, case.outcome.value, case.failure.kind.value if case.failure else "")
    yield from (case.caused_by, case.seconds, case.reason)


def _cell(value: object) -> object:
    """Return `value`, quoted if a spreadsheet would evaluate it."""
    if isinstance(value, str) and value.startswith(STARTS_A_FORMULA):
        return f"'{value}"
    return value
