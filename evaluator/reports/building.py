"""What was built, for a run that evaluates nothing."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from evaluator.io.text import counted
from evaluator.model.result import AttemptResult
from evaluator.reports.costs import usage_of
from evaluator.runs.results.results import Results, one_attempt_per_mission

MAX_ROWS = 500
"""Attempts in the table; results.json has all of them."""


def building_table(results: Results) -> Table:
    """Return a table with a row per attempt: built or why not, number of files, tokens, seconds."""
    table = table_of(_row(results, result) for result in results.attempts[:MAX_ROWS])
    if len(results.attempts) > MAX_ROWS:
        table.caption = f"… and {len(results.attempts) - MAX_ROWS} more; see results.json"
    return table


def table_of(rows: Iterable[tuple[str, ...]]) -> Table:
    """Return the table of `rows`: attempt, built, files, tokens, seconds, reason."""
    table = Table()
    table.add_column("attempt", overflow="fold")
    table.add_column("built", min_width=5)
    for heading in ("files", "tokens", "seconds"):
        table.add_column(heading, justify="right", min_width=len(heading))
    table.add_column("reason", overflow="fold", min_width=len("reason"))
    for row in rows:
        table.add_row(*row)
    return table


def _row(results: Results, result: AttemptResult) -> tuple[str, ...]:
    name = result.attempt.mission if one_attempt_per_mission(results) else result.attempt.label
    if (record := result.generation) is None:
        return name, "–", "", "", "", "not done yet"
    usage = usage_of([record])
    tokens = usage.input_tokens + usage.output_tokens
    files = str(results.files_built(result.attempt)) if record.built else ""
    built = "yes" if record.built else "no"
    return name, built, files, f"{tokens:,}" if tokens else "", f"{usage.seconds:.1f}", record.failure


def building_line(results: Results, seconds: float) -> str:
    """Return one line: ``3 of 4 attempts built, 1 not done, 12.0 s``."""
    built = sum(result.generation is not None and result.generation.built for result in results.attempts)
    parts = [f"{built} of {counted(len(results.attempts), 'attempt')} built"]
    if results.unfinished:
        parts.append(f"{len(results.unfinished)} not done")
    return ", ".join([*parts, f"{seconds:.1f} s"])
