"""Write charts as files, each with the CSV behind it."""

from __future__ import annotations

from pathlib import Path

from evaluator.reports.charts.data import Chart, charts_of
from evaluator.reports.charts.drawing import drawn, require_matplotlib
from evaluator.reports.formats.csv_format import as_csv
from evaluator.reports.tables import ReportDocument
from evaluator.runs.results.results import Results

SUFFIXES = ("svg", "pdf", "png")


def write_charts(results: Results, folder: Path) -> list[Path]:
    """Write every chart as SVG, PDF and PNG with its CSV; return the paths. Raises `UsageError` without matplotlib."""
    require_matplotlib()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for chart in charts_of(results):
        contents = {suffix: drawn(chart, suffix) for suffix in SUFFIXES}
        contents["csv"] = numbers_of(chart)
        for suffix, content in contents.items():
            path = folder / f"{chart.name}.{suffix}"
            path.write_bytes(content)
            written.append(path)
    return written


def numbers_of(chart: Chart) -> bytes:
    """Return the CSV behind a chart."""
    return as_csv(ReportDocument(chart.title, (), (), chart.table)).encode()
