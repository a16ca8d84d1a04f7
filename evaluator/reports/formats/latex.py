"""LaTeX: the first table of a document, for a paper (packages booktabs and, with many rows, longtable)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evaluator.reports.formats.cells import in_words
from evaluator.reports.tables import Cell, DataTable, ReportDocument

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "–": "--", "…": r"\ldots{}", "−": "$-$",
}  # fmt: skip


def as_latex(document: ReportDocument) -> str:
    """Return a tabular of the first table, with the document's title as a comment."""
    return "\n".join(_lines(document, document.tables[0])) + "\n"


def _lines(document: ReportDocument, table: DataTable) -> Iterator[str]:
    yield f"% {in_words(document.title)}"
    yield f"\\begin{{tabular}}{{{''.join(map(_alignment, range(len(table.columns)), [table] * len(table.columns)))}}}"
    yield "\\toprule"
    yield _row(name.replace("_", " ") for name in table.columns)
    yield "\\midrule"
    yield from (_row(map(_cell, row)) for row in table.rows)
    yield "\\bottomrule"
    yield "\\end{tabular}"


def _alignment(column: int, table: DataTable) -> str:
    return "r" if all(isinstance(row[column], (int, float, type(None))) for row in table.rows) else "l"


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + " \\\\"


def _cell(cell: Cell) -> str:
    return "".join(SPECIAL.get(each, each) for each in in_words(cell))
