"""HTML without a script: title, sentences and tables, for comparisons."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path

from evaluator.reports.formats.cells import in_words
from evaluator.reports.tables import Cell, DataTable, ReportDocument

STYLE = Path(__file__).parents[1] / "html" / "assets" / "report.css"


def as_html(document: ReportDocument) -> str:
    return "\n".join(_lines(document)) + "\n"


def _lines(document: ReportDocument) -> Iterator[str]:
    title = _text(document.title)
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title} · ProjectEval</title>\n<style>{STYLE.read_text(encoding='utf-8')}</style>\n</head>"
    yield f"<body>\n<main>\n<h1>{title}</h1>"
    yield from (f"<p>{_text(sentence)}</p>" for sentence in document.sentences)
    for number, table in enumerate(document.tables):
        yield f'<h2 id="table-{number}">{_text(table.title)}</h2>'
        yield f'<div class="scrolls" role="region" aria-labelledby="table-{number}" tabindex="0">'
        yield from _table(table)
        yield "</div>"
    yield "</main>\n</body>\n</html>"


def _table(table: DataTable) -> Iterator[str]:
    yield "<table>\n<thead><tr>"
    yield from (f'<th scope="col">{_text(name.replace("_", " "))}</th>' for name in table.columns)
    yield "</tr></thead>\n<tbody>"
    for row in table.rows:
        yield f"<tr>{''.join(map(_cell, row))}</tr>"
    yield "</tbody>\n</table>"


def _cell(cell: Cell) -> str:
    return f'<td class="n">{in_words(cell)}</td>' if not isinstance(cell, str) else f"<td>{_text(cell)}</td>"


def _text(text: str) -> str:
    return html.escape(in_words(text))
