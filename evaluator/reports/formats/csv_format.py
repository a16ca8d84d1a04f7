"""CSV: the data table of a document."""

from __future__ import annotations

import csv
import io

from evaluator.reports.formats.cells import safe
from evaluator.reports.tables import Cell, ReportDocument

STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of formulas. Reasons quote output of a project, which is not trusted."""


def as_csv(document: ReportDocument) -> str:
    """Return the data table; texts that a spreadsheet would calculate are quoted."""
    sheet = io.StringIO(newline="")
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(document.data.columns)
    writer.writerows(map(_cell, row) for row in document.data.rows)
    return sheet.getvalue()


def _cell(value: Cell) -> Cell:
    if not isinstance(value, str):
        return value
    return safe(f"'{value}" if value.startswith(STARTS_A_FORMULA) else value)
