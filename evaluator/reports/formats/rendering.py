"""Render a run or a comparison in one of the formats."""

from __future__ import annotations

import json
from typing import Any

from evaluator.reports.comparison import Comparison
from evaluator.reports.comparison import as_json as comparison_as_json
from evaluator.reports.formats import DOCUMENTS, ReportFormat
from evaluator.reports.formats.parquet import as_parquet
from evaluator.reports.junit import comparison_as_junit, run_as_junit
from evaluator.reports.tables import ReportDocument, comparison_document, run_document
from evaluator.reports.terminal import summary_line
from evaluator.runs.results.results import Results, as_json


def render_run(results: Results, seconds: float, wanted: ReportFormat) -> bytes:
    """Return the report of a run. ``html`` is a page of tables here; the full report is a page with a folder."""
    if wanted is ReportFormat.JSON:
        return _json(as_json(results, seconds))
    if wanted is ReportFormat.JUNIT:
        return run_as_junit(results)
    return _document(run_document(results, summary_line(results, seconds)), wanted)


def render_comparison(comparison: Comparison, wanted: ReportFormat) -> bytes:
    """Return a comparison; as JUnit, a testcase that passes less often in the later run is a failure."""
    if wanted is ReportFormat.JSON:
        return _json(comparison_as_json(comparison))
    if wanted is ReportFormat.JUNIT:
        return comparison_as_junit(comparison)
    return _document(comparison_document(comparison), wanted)


def _document(document: ReportDocument, wanted: ReportFormat) -> bytes:
    if wanted is ReportFormat.PARQUET:
        return as_parquet(document)
    return DOCUMENTS[wanted](document).encode("utf-8", "replace")


def _json(value: Any) -> bytes:
    """Return JSON in ASCII: control characters and changes of direction are escapes."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, indent=1).encode() + b"\n"
