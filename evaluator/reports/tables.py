"""Tables of a report, of typed cells that are safe in every format."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evaluator.io.terminal import printable
from evaluator.model.evaluation import Case, Evaluation
from evaluator.model.result import Attempt, AttemptResult
from evaluator.model.statistics import UNKNOWN, Mean
from evaluator.reports.comparison import Comparison, Row
from evaluator.reports.growth import STAGE_COLUMNS, GrownAttempt, grown_attempts, stage_rows
from evaluator.runs.results.results import AttemptGroup, Results, groups_of
from evaluator.runs.results.samples import ks_for, pass_at_means, warnings_of
from simulators.evidence import shortened

Cell = str | int | float | None


@dataclass(frozen=True)
class DataTable:
    """Rows of plain values below the names of their columns; None is an undefined value."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class ReportDocument:
    """Title, sentences and tables; `data` is the table that formats for one table write."""

    title: str
    sentences: tuple[str, ...]
    tables: tuple[DataTable, ...]
    data: DataTable


CASE_COLUMNS = (
    *("run", "agent", "mission", "input", "strategy", "sample", "recorded", "evaluator", "case", "page", "function"),
    *("outcome", "failure", "caused_by", "seconds", "reason"),
)
AVERAGE_COLUMNS = (
    *("agent", "input", "strategy", "missions", "samples", "passed", "total"),
    *("micro", "micro_low", "micro_high", "macro", "macro_low", "macro_high"),
)


def run_document(results: Results, summary: str) -> ReportDocument:
    """Return averages, figures of every attempt and the cases that did not pass; the data are all cases."""
    cases = case_table(results)
    outcome = CASE_COLUMNS.index("outcome")
    not_passed = tuple(row for row in cases.rows if row[outcome] != "passed")
    tables = (
        average_table(results),
        attempt_table(results),
        *stage_tables(grown_attempts([results])),
        DataTable("Cases that did not pass", cases.columns, not_passed),
    )
    title = f"{results.run.request.agent} on {results.run.request.missions}"
    return ReportDocument(title, (summary, *warnings_of(results)), tables, cases)


def comparison_document(comparison: Comparison) -> ReportDocument:
    """Return rows, differences and the testcases apart; the data are the rows."""
    rows = DataTable("Rows", (*_row_columns(comparison),), tuple(_row(row, comparison) for row in comparison.rows))
    differences = DataTable(
        "Differences",
        ("what", "one", "other", "missions", "missions_that_differ", "mean", "low", "high", "p", "in_words"),
        tuple(
            (p.what, p.one, p.other, p.difference.pairs, p.difference.differing, _number(p.difference.mean),
             _number(p.difference.low), _number(p.difference.high), _number(p.difference.p), p.difference.in_words())
            for p in comparison.pairs
        ),
    )  # fmt: skip
    apart = DataTable(
        "Testcases that differ",
        ("one", "other", "mission", "testcase", "passed_in_one", "passed_in_other"),
        tuple((pair.one, pair.other, *each) for pair in comparison.pairs for each in pair.apart),
    )
    agents = tuple(each.in_words() for each in comparison.agents)
    sentences = (f"left out: {words}" for words in comparison.left_out)
    tables = (rows, differences, *stage_tables(comparison.grown), apart)
    return ReportDocument("Comparison", (*agents, *sentences, *comparison.warnings), tables, rows)


def stage_tables(attempts: Sequence[GrownAttempt]) -> tuple[DataTable, ...]:
    """Return the table with a row for every stage; none where no attempt has several."""
    return (DataTable("Stages", STAGE_COLUMNS, tuple(stage_rows(attempts))),) if attempts else ()


def case_table(results: Results) -> DataTable:
    """Return a row for every case of every attempt; runs can be concatenated."""
    return DataTable("Cases", CASE_COLUMNS, tuple(_case_rows(results)))


def _case_rows(results: Results) -> Iterator[tuple[Cell, ...]]:
    run, agent = results.run.folder.name, results.run.request.agent
    for result in results.attempts:
        for evaluation in result.evaluations.values():
            yield from (_case_row(run, agent, result.attempt, evaluation, case) for case in evaluation.cases)


def _case_row(run: str, agent: str, attempt: Attempt, evaluation: Evaluation, case: Case) -> tuple[Cell, ...]:
    page, function, *_ = (*case.group, "", "")
    whose = (run, agent, attempt.mission, attempt.input_set, attempt.strategy, attempt.sample, attempt.recorded)
    kind = case.failure.kind.value if case.failure else ""
    found = (case.outcome.value, kind, case.caused_by, case.seconds, case.reason)
    return (*whose, evaluation.evaluator, case.id, page, function, *found)


def average_table(results: Results) -> DataTable:
    """Return micro and macro averages of every agent, input set and strategy, with intervals."""
    groups = [group for group in groups_of(results) if group.total]
    ks = tuple(map(str, ks_for(max((group.samples for group in groups), default=1))))
    columns = (*AVERAGE_COLUMNS, *_pass_columns(ks))
    return DataTable("Averages", columns, tuple(_average_row(group, ks) for group in groups))


def _pass_columns(ks: Sequence[str]) -> Iterator[str]:
    for k in ks:
        yield from (f"pass_at_{k}", f"pass_at_{k}_low", f"pass_at_{k}_high")


def _average_row(group: AttemptGroup, ks: Sequence[str]) -> tuple[Cell, ...]:
    counts = (len(group.by_mission()), group.samples, group.passed, group.total)
    means = (group.micro(), group.macro(), *pass_at_means(group.attempts, tuple(map(int, ks))).values())
    return (group.agent, group.input_set, group.strategy, *counts, *(cell for mean in means for cell in _mean(mean)))


def attempt_table(results: Results) -> DataTable:
    """Return passed and all cases, and every measure, of each attempt that was evaluated."""
    evaluated = results.evaluated
    measures = tuple(dict.fromkeys(name for result in evaluated for name, _ in _measures(result)))
    columns = ("agent", "mission", "input", "strategy", "sample", "passed", "total", "seconds", *measures)
    agent = results.run.request.agent
    return DataTable("Attempts", columns, tuple(_attempt_row(agent, each, measures) for each in evaluated))


def _attempt_row(agent: str, result: AttemptResult, measures: tuple[str, ...]) -> tuple[Cell, ...]:
    attempt, values = result.attempt, dict(_measures(result))
    names = (attempt.recorded or agent, attempt.mission, attempt.input_set, attempt.strategy, attempt.sample)
    return (*names, result.passed, result.total, round(result.seconds, 3), *map(values.get, measures))


def _measures(result: AttemptResult) -> Iterator[tuple[str, float | None]]:
    for evaluation in result.evaluations.values():
        for measure in evaluation.measures:
            yield f"{evaluation.evaluator} {measure.name}", measure.value


def _row_columns(comparison: Comparison) -> Iterator[str]:
    yield from ("run", *AVERAGE_COLUMNS, *_pass_columns(comparison.ks))
    yield from (f"similarity_{name}" for name in comparison.similarities)
    yield from ("input_tokens", "output_tokens", "cost", "seconds")


def _row(row: Row, comparison: Comparison) -> tuple[Cell, ...]:
    counts = (row.missions, row.samples, row.passed, row.total)
    similar = tuple(row.similarity.get(name) for name in comparison.similarities)
    usage = (row.usage.input_tokens, row.usage.output_tokens, row.usage.cost, row.usage.seconds)
    where = (row.run, row.agent, row.input_set, row.strategy)
    means = (row.rate, row.macro, *(row.pass_at.get(k, UNKNOWN) for k in comparison.ks))
    return (*where, *counts, *(cell for mean in means for cell in _mean(mean)), *similar, *usage)


def _mean(mean: Mean) -> tuple[Cell, ...]:
    return tuple(map(_number, (mean.value, mean.low, mean.high)))


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


MAX_CELL_CHARS = 32_000
"""Characters of one cell: a spreadsheet holds no more; longer texts are cut in their middle, which the text says."""


def safe(text: str) -> str:
    """Return `text` with escapes for control characters and changes of direction, cut to a cell's size."""
    return printable(shortened(text, MAX_CELL_CHARS - 100))


def in_words(cell: Cell) -> str:
    """Return a cell for people: one line, numbers with at most 4 digits behind the point."""
    if cell is None:
        return "–"
    if isinstance(cell, float):
        return f"{cell:.4f}".rstrip("0").rstrip(".")
    return " ".join(safe(str(cell)).split())


STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of formulas. Reasons quote output of a project, which is not trusted."""


def as_csv(document: ReportDocument) -> str:
    """Return the data table; texts that a spreadsheet would calculate are quoted."""
    sheet = io.StringIO(newline="")
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(document.data.columns)
    writer.writerows(map(_csv_cell, row) for row in document.data.rows)
    return sheet.getvalue()


def _csv_cell(value: Cell) -> Cell:
    if not isinstance(value, str):
        return value
    return safe(f"'{value}" if value.startswith(STARTS_A_FORMULA) else value)
