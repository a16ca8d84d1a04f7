"""Formats of a report: one document of tables, written for people or for programs."""

from __future__ import annotations

import html
import importlib.util
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from evaluator.model.errors import UsageError
from evaluator.reports.comparison import Comparison
from evaluator.reports.comparison import as_json as comparison_as_json
from evaluator.reports.comparison_views import comparison_page
from evaluator.reports.junit import comparison_as_junit, run_as_junit
from evaluator.reports.latex import comparison_as_latex, run_as_latex
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
from evaluator.runs.results.results import Results, as_json

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


def render_run(results: Results, seconds: float, wanted: ReportFormat) -> bytes:
    """Return the report of a run. ``html`` is a page of tables here; the full report is a page with a folder."""
    if wanted is ReportFormat.JSON:
        return _json(as_json(results, seconds))
    if wanted is ReportFormat.JUNIT:
        return run_as_junit(results)
    if wanted is ReportFormat.LATEX:
        return run_as_latex(results, f"{results.run.request.agent} on {results.run.request.missions}").encode()
    return _document(run_document(results, summary_line(results, seconds)), wanted)


def render_comparison(comparison: Comparison, wanted: ReportFormat) -> bytes:
    """Return a comparison; as JUnit, a testcase that passes less often in the later run is a failure."""
    if wanted is ReportFormat.JSON:
        return _json(comparison_as_json(comparison))
    if wanted is ReportFormat.JUNIT:
        return comparison_as_junit(comparison)
    if wanted is ReportFormat.LATEX:
        return comparison_as_latex(comparison).encode()
    if wanted is ReportFormat.HTML:
        return comparison_page(comparison).encode("utf-8", "replace")
    return _document(comparison_document(comparison), wanted)


def _document(document: ReportDocument, wanted: ReportFormat) -> bytes:
    if wanted is ReportFormat.PARQUET:
        return as_parquet(document)
    return DOCUMENTS[wanted](document).encode("utf-8", "replace")


def _json(value: Any) -> bytes:
    """Return JSON in ASCII: control characters and changes of direction are escapes."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, indent=1).encode() + b"\n"
