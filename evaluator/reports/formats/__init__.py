"""Formats of a report: one document of tables, written for people or for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from evaluator.reports.formats.csv_format import as_csv
from evaluator.reports.formats.html_format import as_html
from evaluator.reports.formats.latex import as_latex
from evaluator.reports.formats.markdown import as_markdown
from evaluator.reports.tables import ReportDocument


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
    ReportFormat.LATEX: as_latex,
}
"""Formats that are a text made of a document."""
