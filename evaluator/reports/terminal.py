"""Results on a terminal: what was built and what passed, in a table of attempts and a line."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evaluator.io.terminal import console_on, counted, printable
from evaluator.model.evaluation import Outcome
from evaluator.model.generation import Usage, total_usage
from evaluator.model.result import AttemptResult, GenerationRecord
from evaluator.reports.reasons import Cause, causes_of, shown_causes
from evaluator.runs.results.results import Results, by_recording, one_attempt_per_mission
from evaluator.runs.results.samples import figures_in_words, warnings_of

SYMBOLS = {
    Outcome.PASSED: "✓",
    Outcome.SKIPPED: "-",
    Outcome.BLOCKED: "-",
    Outcome.INFRASTRUCTURE: "!",
    Outcome.MISSION_DEFECT: "!",
}
COLOURS = {
    Outcome.PASSED: "green",
    Outcome.SKIPPED: "dim",
    Outcome.BLOCKED: "yellow",
    Outcome.INFRASTRUCTURE: "magenta",
    Outcome.MISSION_DEFECT: "magenta",
}
OTHERS = ("✗", "red")


def symbol(outcome: Outcome) -> str:
    return SYMBOLS.get(outcome, OTHERS[0])


def colour(outcome: Outcome) -> str:
    return COLOURS.get(outcome, OTHERS[1])


def styled(words: str, outcome: Outcome) -> Text:
    """Return safe text in the colour of an outcome; consoles without colours show it plain."""
    return Text(printable(words), style=colour(outcome))


def usage_of(records: Iterable[GenerationRecord]) -> Usage:
    """Return the total usage of all steps of `records`."""
    return total_usage(step.usage for record in records for step in record.steps)


def usage_in_words(usage: Usage) -> str:
    """Format a usage: ``3 calls, 1,234 tokens, 0.0123 dollars, 12 s``; unknown figures and zeros are omitted."""
    parts = [f"{usage.calls} {'call' if usage.calls == 1 else 'calls'}"]
    if tokens := usage.input_tokens + usage.output_tokens:
        parts.append(f"{tokens:,} tokens")
    if usage.cost is not None:
        parts.append(f"{usage.cost:.4f} dollars")
    parts.append(f"{usage.seconds:.1f} s")
    counted = {"repair": usage.repairs, "turn": usage.turns, "tool call": usage.tools}
    parts += [f"{number} {name}{'' if number == 1 else 's'}" for name, number in counted.items() if number]
    return ", ".join(parts)


def building_in_words(record: GenerationRecord) -> str:
    """Format usage and failure of building one attempt."""
    words = usage_in_words(usage_of([record]))
    return f"{words}; {record.failure}" if record.failure else words


MAX_BUILT_ROWS = 500
"""Attempts in the table; results.json has all of them."""


def building_table(results: Results) -> Table:
    """Return a table with a row per attempt: built or why not, number of files, tokens, seconds."""
    table = built_table(_building_row(results, result) for result in results.attempts[:MAX_BUILT_ROWS])
    if len(results.attempts) > MAX_BUILT_ROWS:
        table.caption = f"… and {len(results.attempts) - MAX_BUILT_ROWS} more; see results.json"
    return table


def built_table(rows: Iterable[tuple[str, ...]]) -> Table:
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


def _building_row(results: Results, result: AttemptResult) -> tuple[str, ...]:
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


FRAME = 3
"""Characters around a cell: blanks and a line."""

NARROWEST_NAME = 16
"""Columns that names of attempts need at least, with their frame."""

MAX_ROWS = 500
"""Number of attempts in the table; the report has all of them."""


def print_results(results: Results, seconds: float, with_report: bool = False) -> None:
    """Print the results of a run on standard output."""
    console = console_on(sys.stdout, width=200)
    console.print(f"{results.run.request.agent} on {results.run.request.missions}", soft_wrap=True)
    console.print(_table(results, console.width) if results.evaluates else building_table(results))
    if len(recorded := by_recording(results)) > 1:
        console.print("recorded runs")
        console.print(_recorded_table(recorded))
    _print_causes(console, causes_of(results))
    for remark in results.benchmark.remarks(results.attempts):
        console.print(remark, soft_wrap=True)
    line = summary_line(results, seconds) if results.evaluates else building_line(results, seconds)
    console.print(line, soft_wrap=True)
    if classes := failure_classes_line(results):
        console.print(classes, soft_wrap=True)
    for line in [*figures_in_words(results), *_building(results), *warnings_of(results)]:
        console.print(line, soft_wrap=True)
    console.print(f"run: {results.run.folder}", soft_wrap=True)
    if with_report:
        console.print(f"report: {results.run.paths.report}", soft_wrap=True)


def _print_causes(console: Console, causes: Sequence[Cause]) -> None:
    shown, left_out = shown_causes(causes)
    for cause, lines in shown:
        console.print(styled(f"{symbol(cause.outcome)} {cause.heading}", cause.outcome), soft_wrap=True)
        for line in lines:
            console.print(f"    {line}", no_wrap=True, overflow="ellipsis")
    if left_out:
        console.print(f"… and {left_out} more {'cause' if left_out == 1 else 'causes'}; see the report")


def summary_line(results: Results, seconds: float) -> str:
    """Return one line: ``52 of 56 passed (92.9 %), 4 of 4 runnable, 31 s``."""
    summary = results.summary()
    rate = f" ({100 * summary.pass_rate:.1f} %)" if summary.pass_rate is not None else ""
    return f"{summary.passed} of {summary.total} passed{rate}, {further_figures(results, seconds)}"


def further_figures(results: Results, seconds: float) -> str:
    """Return what the line of a summary says beside the cases that passed: ``4 of 4 runnable, 31 s``."""
    summary = results.summary()
    parts = [f"{summary.runnable} of {len(results.evaluated)} runnable"]
    parts += [f"{name} {value:.2f}" for name, value in summary.similarity.items() if value is not None]
    parts += [f"{name} {value:.4g}" for name, value in summary.metrics.items() if value is not None]
    if results.infrastructure:
        parts.append(f"{results.infrastructure} could not be evaluated (infrastructure)")
    if results.mission_defects:
        parts.append(f"{results.mission_defects} not counted (defects of missions)")
    if results.unfinished:
        parts.append(f"{counted(len(results.unfinished), 'attempt')} not done")
    return ", ".join([*parts, f"{seconds:.1f} s"])


def failure_classes_line(results: Results) -> str:
    """Return the failed cases by class in a line, with shares; empty when no case failed."""
    counts = results.failure_classes
    whole = sum(counts.values())
    parts = [
        f"{name.replace('_', ' ')} {count} ({100 * count / whole:.0f} %)" for name, count in counts.items() if count
    ]
    return f"failures: {', '.join(parts)}" if parts else ""


def _building(results: Results) -> Iterator[str]:
    usage = results.building_usage()
    if usage is not None and usage.calls:
        yield f"building: {usage_in_words(usage)}"


def _table(results: Results, columns: int) -> Table:
    """Return a table with a row for every attempt and a column for every outcome that occurs."""
    evaluated = results.evaluated
    found = {outcome for result in evaluated for outcome, number in result.counts().items() if number}
    shown = [outcome for outcome in Outcome if outcome in found and outcome is not Outcome.PASSED]
    once = one_attempt_per_mission(results)
    rows = [
        (result.attempt.mission if once else result.attempt.label, result.passed, result.total, result.counts())
        for result in evaluated[:MAX_ROWS]
    ]
    table = outcome_table(rows, shown, columns)
    if len(evaluated) > MAX_ROWS:
        table.caption = f"… and {len(evaluated) - MAX_ROWS} more attempts; see the report"
    return table


def outcome_table(
    rows: Iterable[tuple[str, int, int, Mapping[Outcome, int]]], shown: Sequence[Outcome], columns: int
) -> Table:
    """Return a table of names, passes, totals and counts by outcome that fits into `columns`.

    Where the columns of the outcomes do not fit, one column has them in words.
    """
    names = [outcome.value.replace("_", " ") for outcome in shown]
    widths = [max(map(len, name.split())) + FRAME for name in ("passed", "of", *names)]
    fits = NARROWEST_NAME + sum(widths) <= columns
    table = Table()
    table.add_column("attempt", overflow="fold")
    add_figures(table, ("passed", "of"))
    if not fits:
        table.add_column("not passed", min_width=len("passed"))
    for outcome, name in zip(shown, names, strict=True) if fits else ():
        add_figures(table, (name,), colour(outcome))
    for attempt, passed, total, counts in rows:
        others = [str(counts.get(outcome) or "") for outcome in shown]
        words = [", ".join(f"{number} {name}" for number, name in zip(others, names, strict=True) if number)]
        table.add_row(attempt, str(passed), str(total), *(others if fits else words))
    return table


def _recorded_table(recorded: Mapping[str, Results]) -> Table:
    first = next(iter(recorded.values()))
    table = Table()
    table.add_column("recorded run", overflow="fold")
    labels = list(first.benchmark.labels(first.attempts[0].attempt))
    similarities = list(first.summary().similarity)
    add_figures(table, (*labels, "passed", "of", "runnable", *similarities))
    for name, results in recorded.items():
        summary, values = results.summary(), results.benchmark.labels(results.attempts[0].attempt)
        similar = ("–" if each is None else f"{each:.2f}" for each in summary.similarity.values())
        figures = (summary.passed, summary.total, summary.runnable)
        table.add_row(name, *map(str, values.values()), *map(str, figures), *similar)
    return table


def add_figures(table: Table, headings: Iterable[str], style: str = "") -> None:
    """Add columns of numbers, wide enough for the longest word of their headings."""
    for heading in headings:
        table.add_column(heading, justify="right", style=style, min_width=max(map(len, heading.split()), default=1))
