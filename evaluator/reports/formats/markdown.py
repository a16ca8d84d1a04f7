"""Markdown: title, sentences and tables, for pull requests and notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from evaluator.reports.formats.cells import in_words
from evaluator.reports.tables import DataTable, ReportDocument

SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~$&@]|:(?=//))")
"""Characters that could make markup, HTML or links of a quoted text."""

MAX_CELL_CHARS = 300
"""Characters of one cell; the CSV has more."""


def as_markdown(document: ReportDocument) -> str:
    return "\n".join(_lines(document)) + "\n"


def _lines(document: ReportDocument) -> Iterator[str]:
    yield f"# {_escaped(document.title)}"
    for sentence in document.sentences:
        yield from ("", _escaped(sentence))
    for table in document.tables:
        yield from ("", f"## {table.title}", "")
        yield from _table(table) if table.rows else ("None.",)


def _table(table: DataTable) -> Iterator[str]:
    yield _row(map(_escaped, table.columns))
    yield _row("---" for _ in table.columns)
    for row in table.rows:
        yield _row(_escaped(in_words(cell)) for cell in row)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    line = in_words(text)
    return SPECIAL.sub(r"\\\1", line if len(line) <= MAX_CELL_CHARS else f"{line[:MAX_CELL_CHARS]} …")
