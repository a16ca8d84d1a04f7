"""Results of a run on a terminal: table, reasons, summary."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

from rich.table import Table

from evaluator.io.terminal import console_on
from evaluator.model.verdicts import Judgement, TestcodeResult, Verdict
from evaluator.reports.costs import usage_in_words, usage_of
from evaluator.runs.results.results import (
    SIMILARITIES,
    AttemptResult,
    Results,
    by_recording,
    mean_similarity,
    names_are_missions,
    recorded_as_json,
)
from evaluator.runs.results.samples import samples_in_words

MOST_REASONS = 60
"""Number of reasons printed; the report has all of them."""

MOST_ROWS = 500
"""Number of attempts in the table; the report has all of them."""


def print_results(results: Results, seconds: float) -> None:
    """Print the results of a run on standard output."""
    console = console_on(sys.stdout, width=200)
    console.print(_table(results))
    if len(recorded := by_recording(results)) > 1:
        console.print(_recorded_table(recorded))
    reasons = [line for result in results.attempts for line in reasons_of(result)]
    for line in reasons[:MOST_REASONS]:
        console.print(line, soft_wrap=True)
    if len(reasons) > MOST_REASONS:
        console.print(f"… and {len(reasons) - MOST_REASONS} more; see the report")
    if lenient := lenient_line(results):
        console.print(lenient, soft_wrap=True)
    console.print(summary_line(results, seconds), soft_wrap=True)
    for line in [*samples_in_words(results), *_building(results)]:
        console.print(line, soft_wrap=True)
    console.print(f"run: {results.run.folder}", soft_wrap=True)


def summary_line(results: Results, seconds: float) -> str:
    """Return one line: ``52 of 56 passed (92.9 %), 4 of 4 runnable, 31 s``."""
    rate = f" ({100 * results.passed / results.total:.1f} %)" if results.total else ""
    runnable = sum(judgement.runnable.verdict is Verdict.PASSED for judgement in results.judged)
    parts = [
        f"{results.passed} of {results.total} passed{rate}",
        f"{runnable} of {len(results.judged)} runnable",
    ]
    parts += [f"{name} {value:.2f}" for name, value in mean_similarity(results).items() if value is not None]
    if results.infrastructure:
        parts.append(f"{results.infrastructure} could not be judged (infrastructure)")
    if results.unfinished:
        parts.append(f"{len(results.unfinished)} attempts not done")
    return ", ".join([*parts, f"{seconds:.1f} s"])


def _building(results: Results) -> Iterator[str]:
    usage = usage_of(result.generation for result in results.attempts if result.generation is not None)
    if usage.calls:
        yield f"building: {usage_in_words(usage)}"


def _table(results: Results) -> Table:
    """One row per attempt, one column per verdict that occurs."""
    judged = [(result.attempt, result.judgement) for result in results.attempts if result.judgement is not None]
    found = {verdict for _, judgement in judged for verdict, number in judgement.counts().items() if number}
    shown = [verdict for verdict in Verdict if verdict in found and verdict is not Verdict.PASSED]
    table = Table(title=f"{results.run.request.agent} on {results.run.request.missions}")
    table.add_column("attempt", overflow="fold")
    for name in ("passed", "of", *(verdict.value.replace("_", " ") for verdict in shown)):
        table.add_column(name, justify="right")
    once = names_are_missions(results)
    for attempt, judgement in judged[:MOST_ROWS]:
        counts = judgement.counts()
        figures = [judgement.passed, judgement.total, *(counts.get(verdict) or "" for verdict in shown)]
        table.add_row(attempt.mission if once else attempt.label, *map(str, figures))
    if len(judged) > MOST_ROWS:
        table.caption = f"… and {len(judged) - MOST_ROWS} more attempts; see the report"
    return table


def _recorded_table(recorded: Mapping[str, Results]) -> Table:
    table = Table(title="recorded runs")
    table.add_column("recorded run", overflow="fold")
    for name in ("level", "mode", "passed", "of", "runnable", *SIMILARITIES):
        table.add_column(name, justify="right")
    for name, results in recorded.items():
        found = recorded_as_json(results)
        similar = ("–" if each is None else f"{each:.2f}" for each in found["similarity"].values())
        table.add_row(name, *(str(found[key]) for key in ("level", "mode", "passed", "total", "runnable")), *similar)
    return table


def reasons_of(result: AttemptResult) -> Iterator[str]:
    """Yield a line per testcase that did not pass; a single one when the project did not start."""
    if result.judgement is None:
        return
    runnable = result.judgement.runnable
    if runnable.verdict is not Verdict.PASSED:
        yield f"{result.attempt.label}: {runnable.verdict}: {runnable.reason}"
        return
    for testcode in result.judgement.testcodes:
        if testcode.verdict is not Verdict.PASSED:
            yield f"{result.attempt.label} {testcode.id}: {testcode.verdict}: {_because(testcode)}"


def _because(testcode: TestcodeResult) -> str:
    reason = testcode.reason or "no reason was recorded"
    follows = testcode.follows_from and testcode.verdict is not Verdict.BLOCKED
    return f"{reason} (follows from {testcode.follows_from})" if follows else reason


def lenient_line(results: Results) -> str:
    """Name the passes that the strict rule would refuse; empty when there is none."""
    once = names_are_missions(results)
    names = [
        f"{result.attempt.mission if once else result.attempt.label} {testcode.id}"
        for result in results.attempts
        if result.judgement is not None
        for testcode in result.judgement.testcodes
        if testcode.lenient
    ]
    return f"{len(names)} passes that the strict rule would refuse: {'; '.join(names)}" if names else ""


def print_judgement(judgement: Judgement) -> None:
    """Print the verdicts of one folder."""
    console = console_on(sys.stdout)
    table = Table(title=judgement.mission)
    for name in ("testcase", "verdict", "why"):
        table.add_column(name, overflow="fold")
    for result in judgement.all():
        table.add_row(result.id, result.verdict.value, result.reason)
    console.print(table)
    console.print(f"{judgement.passed} of {judgement.total} passed, {judgement.seconds:.1f} s")
