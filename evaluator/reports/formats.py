"""Formats of a report: one document of tables, written for people or for programs."""

from __future__ import annotations

import html
import importlib.util
import io
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from evaluator.io.terminal import printable
from evaluator.model.errors import UsageError
from evaluator.model.statistics import CONFIDENCE, UNKNOWN, Mean
from evaluator.reports.comparison import Comparison, Row
from evaluator.reports.comparison import as_json as comparison_as_json
from evaluator.reports.comparison_views import comparison_page
from evaluator.reports.junit import comparison_as_junit, run_as_junit
from evaluator.reports.tables import (
    Cell,
    DataTable,
    ReportDocument,
    as_csv,
    comparison_document,
    in_words,
    run_document,
    safe,
)
from evaluator.reports.templates import asset
from evaluator.reports.terminal import summary_line
from evaluator.runs.results.results import AttemptGroup, Results, as_json, groups_of
from evaluator.runs.results.samples import ks_for, pass_at_means

MARKDOWN_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~$&@]|:(?=//))")
"""Characters that could make markup, HTML or links of a quoted text."""

MAX_MARKDOWN_CHARS = 300
"""Characters of one cell; the CSV has more."""


def as_markdown(document: ReportDocument) -> str:
    return "\n".join(_markdown_lines(document)) + "\n"


def _markdown_lines(document: ReportDocument) -> Iterator[str]:
    yield f"# {_escaped(document.title)}"
    for sentence in document.sentences:
        yield from ("", _escaped(sentence))
    for table in document.tables:
        yield from ("", f"## {table.title}", "")
        yield from _markdown_table(table) if table.rows else ("None.",)


def _markdown_table(table: DataTable) -> Iterator[str]:
    yield _markdown_row(map(_escaped, table.columns))
    yield _markdown_row("---" for _ in table.columns)
    for row in table.rows:
        yield _markdown_row(_escaped(in_words(cell)) for cell in row)


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    line = in_words(text)
    return MARKDOWN_SPECIAL.sub(r"\\\1", line if len(line) <= MAX_MARKDOWN_CHARS else f"{line[:MAX_MARKDOWN_CHARS]} …")


def as_html(document: ReportDocument) -> str:
    return "\n".join(_html_lines(document)) + "\n"


def _html_lines(document: ReportDocument) -> Iterator[str]:
    title = _text(document.title)
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title} · ProjectEval</title>\n<style>{asset('report.css')}</style>\n</head>"
    yield f"<body>\n<main>\n<h1>{title}</h1>"
    yield from (f"<p>{_text(sentence)}</p>" for sentence in document.sentences)
    for number, table in enumerate(document.tables):
        yield f'<h2 id="table-{number}">{_text(table.title)}</h2>'
        yield f'<div class="scrolls" role="region" aria-labelledby="table-{number}" tabindex="0">'
        yield from _html_table(table)
        yield "</div>"
    yield "</main>\n</body>\n</html>"


def _html_table(table: DataTable) -> Iterator[str]:
    yield "<table>\n<thead><tr>"
    yield from (f'<th scope="col">{_text(name.replace("_", " "))}</th>' for name in table.columns)
    yield "</tr></thead>\n<tbody>"
    for row in table.rows:
        yield f"<tr>{''.join(map(_html_cell, row))}</tr>"
    yield "</tbody>\n</table>"


def _html_cell(cell: Cell) -> str:
    return f'<td class="n">{in_words(cell)}</td>' if not isinstance(cell, str) else f"<td>{_text(cell)}</td>"


def _text(text: str) -> str:
    return html.escape(in_words(text))


def as_parquet(document: ReportDocument) -> bytes:
    """Return a Parquet file. Raises `UsageError` without pyarrow."""
    if importlib.util.find_spec("pyarrow") is None:
        raise UsageError("--format parquet needs pyarrow: pip install 'projecteval[parquet]'")
    import pyarrow
    from pyarrow import parquet

    rows = document.data.rows
    columns = {
        name: pyarrow.array([_value(row[number]) for row in rows], type=_type([row[number] for row in rows]))
        for number, name in enumerate(document.data.columns)
    }
    file = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), file)
    return file.getvalue()


def _value(cell: Cell) -> Cell:
    return safe(cell) if isinstance(cell, str) else cell


def _type(cells: list[Cell]) -> str:
    """Return the Arrow type of a column: the same for every run, so that files can be read together."""
    kinds = {type(cell) for cell in cells if cell is not None}
    return "string" if str in kinds else "double" if float in kinds else "int64" if kinds else "string"


class ReportFormat(StrEnum):
    """Values of ``--format``."""

    HTML = "html"
    MARKDOWN = "markdown"
    CSV = "csv"
    PARQUET = "parquet"
    JUNIT = "junit"
    LATEX = "latex"
    JSON = "json"


DOCUMENTS: Mapping[ReportFormat, Callable[[ReportDocument], str]] = {
    ReportFormat.HTML: as_html,
    ReportFormat.MARKDOWN: as_markdown,
    ReportFormat.CSV: as_csv,
}
"""Formats that are a text made of a document."""


def render_run(results: Results, seconds: float, report_format: ReportFormat) -> bytes:
    """Return the report of a run. ``html`` is a page of tables here; the full report is a page with a folder."""
    if report_format is ReportFormat.JSON:
        return _json(as_json(results, seconds))
    if report_format is ReportFormat.JUNIT:
        return run_as_junit(results)
    if report_format is ReportFormat.LATEX:
        return run_as_latex(results, f"{results.run.request.agent} on {results.run.request.missions}").encode()
    return _document(run_document(results, summary_line(results, seconds)), report_format)


def render_comparison(comparison: Comparison, report_format: ReportFormat) -> bytes:
    """Return a comparison; as JUnit, a testcase that passes less often in the later run is a failure."""
    if report_format is ReportFormat.JSON:
        return _json(comparison_as_json(comparison))
    if report_format is ReportFormat.JUNIT:
        return comparison_as_junit(comparison)
    if report_format is ReportFormat.LATEX:
        return comparison_as_latex(comparison).encode()
    if report_format is ReportFormat.HTML:
        return comparison_page(comparison).encode("utf-8", "replace")
    return _document(comparison_document(comparison), report_format)


def _document(document: ReportDocument, report_format: ReportFormat) -> bytes:
    if report_format is ReportFormat.PARQUET:
        return as_parquet(document)
    return DOCUMENTS[report_format](document).encode("utf-8", "replace")


def _json(value: Any) -> bytes:
    """Return JSON in ASCII: control characters and changes of direction are escapes."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, indent=1).encode() + b"\n"


SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "–": "--", "…": r"\ldots{}", "−": "$-$",
}  # fmt: skip

MAX_NAME_CHARS = 120

COLUMNS = ("Agent", "Input", "Strategy", "Missions", "Passed", "Micro average", "Macro average")


@dataclass(frozen=True)
class PaperRow:
    """Row of the table. `behind` marks a macro average that is significantly lower than the best one."""

    names: tuple[str, str, str]
    missions: int
    passed: str
    micro: Mean
    macro: Mean
    pass_at: Mapping[str, Mean]
    behind: bool = False


def run_as_latex(results: Results, title: str) -> str:
    """Return the averages of a run: a row for each agent, input set and strategy."""
    rows = [_row_of_group(group) for group in groups_of(results) if group.total]
    return _table(title, rows)


def comparison_as_latex(comparison: Comparison) -> str:
    """Return the rows of a comparison; a dagger marks those that are significantly behind the best of their input."""
    best = {row.input_set: row for row in sorted(comparison.rows, key=lambda row: row.macro.value)}
    rows = [_row(row, _is_behind(comparison, row, best[row.input_set])) for row in comparison.rows]
    return _table("Comparison", rows)


def _row_of_group(group: AttemptGroup) -> PaperRow:
    known = pass_at_means(group.attempts, ks_for(group.samples))
    names = (group.agent, group.input_set, group.strategy)
    passed = f"{group.passed}/{group.total}"
    return PaperRow(names, len(group.by_mission()), passed, group.micro(), group.macro(), known)


def _row(row: Row, behind: bool) -> PaperRow:
    names, passed = (row.agent, row.input_set, row.strategy), f"{row.passed}/{row.total}"
    return PaperRow(names, row.missions, passed, row.rate, row.macro, row.pass_at, behind)


def _is_behind(comparison: Comparison, row: Row, best: Row) -> bool:
    """Return True when the paired test finds a difference between a row and the best one."""
    found = [pair for pair in comparison.pairs if {pair.one, pair.other} == {row.name, best.name}]
    return any(pair.difference.p < 1 - CONFIDENCE for pair in found)


def _table(title: str, rows: Sequence[PaperRow]) -> str:
    return "\n".join(_lines(title, rows)) + "\n"


def _lines(title: str, rows: Sequence[PaperRow]) -> Iterator[str]:
    yield f"% {printable(title)[:MAX_NAME_CHARS]}; needs \\usepackage{{booktabs}}"
    best = _best_pass_at(rows)
    yield rf"\begin{{tabular}}{{lllrrll{'l' * len(best)}}}"
    yield r"\toprule"
    yield " & ".join((*COLUMNS, *(f"pass@{k}" for k in best))) + r" \\"
    yield r"\midrule"
    micro = max((row.micro.value for row in rows), default=math.nan)
    macro = max((row.macro.value for row in rows), default=math.nan)
    yield from (_line(row, micro, macro, best) for row in rows)
    yield r"\bottomrule"
    yield r"\end{tabular}"
    if any(row.behind for row in rows):
        yield r"% $^\dagger$: p < 0.05 against the best row of the same input, paired permutation test over missions"


def _best_pass_at(rows: Sequence[PaperRow]) -> dict[str, float]:
    """Return the highest pass@k for each k for which it is known of some row."""
    best: dict[str, float] = {}
    for k, value in ((k, mean.value) for row in rows for k, mean in row.pass_at.items()):
        if not math.isnan(value):
            best[k] = max(value, best.get(k, value))
    return dict(sorted(best.items(), key=lambda each: int(each[0])))


def _line(row: PaperRow, micro: float, macro: float, best: Mapping[str, float]) -> str:
    """Return a row; `micro`, `macro` and `best` (by k) are the best values of the table."""
    cells = [
        *map(_latex_text, row.names),
        str(row.missions),
        row.passed,
        _mean(row.micro, micro),
        _mean(row.macro, macro),
    ]
    if row.behind:
        cells[-1] += r"$^\dagger$"
    return " & ".join([*cells, *(_mean(row.pass_at.get(k, UNKNOWN), best[k]) for k in best)]) + r" \\"


def _mean(mean: Mean, best: float) -> str:
    """Return ``42.9 [38.1, 47.6]``, in bold where it is the best value as it is shown."""
    if math.isnan(mean.value):
        return "--"
    value = f"{100 * mean.value:.1f}"
    shown = rf"\textbf{{{value}}}" if value == f"{100 * best:.1f}" else value
    return f"{shown} [{100 * mean.low:.1f}, {100 * mean.high:.1f}]" if mean.has_limits else shown


def _latex_text(text: str) -> str:
    line = " ".join(printable(text).split())
    return "".join(SPECIAL.get(each, each) for each in line[:MAX_NAME_CHARS])
