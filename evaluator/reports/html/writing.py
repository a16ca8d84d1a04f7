"""Write the report of a run: details first, the page last."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from evaluator.io.atomic import write_whole
from evaluator.reports.charts.data import Chart, charts_of
from evaluator.reports.charts.drawing import can_draw, drawn
from evaluator.reports.charts.writing import numbers_of
from evaluator.reports.html.details import details_of
from evaluator.reports.html.dialogue import dialogue_of
from evaluator.reports.html.diffs import diffs_of_attempt
from evaluator.reports.html.embedding import address, received
from evaluator.reports.html.index import index_parts
from evaluator.reports.html.page import page_of
from evaluator.runs.results.results import Results

FOLDER = "report"
"""Folder of the details, beside the page."""


def write_report(results: Results, seconds: float, folder: Path | None = None) -> Path:
    """Write ``report.html`` and ``report/`` into `folder` (default: that of the run); return the page's path.

    In another folder the pictures are copied, so that the report can be moved.
    """
    target = folder or results.run.folder
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target, prefix=".report-") as temporary:
        beside = Path(temporary) / FOLDER
        beside.mkdir()
        copied = beside if target.resolve() != results.run.folder.resolve() else None
        for number in range(len(results.attempts)):
            for name, script in attempt_files(results, number, copied).items():
                (beside / name).write_text(script, encoding="ascii")
        first, *others = index_parts(results)
        parts = [f"index-{number}.js" for number in range(2, len(others) + 2)]
        for name, part in zip(parts, others, strict=True):
            (beside / name).write_text(index_script(name, part), encoding="ascii")
        charts = charts_for(results)
        for name, content in chart_files(charts):
            (beside / name).parent.mkdir(exist_ok=True)
            (beside / name).write_bytes(content)
        page = page_of(results, seconds, first, [f"{FOLDER}/{name}" for name in parts], charts)
        shutil.rmtree(target / FOLDER, ignore_errors=True)
        beside.rename(target / FOLDER)
    write_whole(target / "report.html", page)
    return target / "report.html"


def attempt_files(results: Results, number: int, copied: Path | None = None) -> dict[str, str]:
    """Return the scripts of one attempt by file name; pictures are copied below `copied`, else linked in the run."""
    result = results.attempts[number]
    paths, name = results.run.paths.of(result.attempt), f"attempt-{number + 1}"

    def picture(attachment: str) -> str:
        source = paths.attachments / attachment
        if copied is None:
            return address(source.relative_to(results.run.folder).as_posix())
        if source.is_file():
            (copied / name).mkdir(exist_ok=True)
            shutil.copyfile(source, copied / name / attachment)
        return address(FOLDER, name, attachment)

    details = details_of(result, paths, picture)
    files = {f"{name}.js": received(name, details)}
    if details["dialogue"]:
        files[f"{name}-dialogue.js"] = received(f"{name}-dialogue", dialogue_of(paths))
    if details["diffs"]:
        files[f"{name}-diffs.js"] = received(f"{name}-diffs", diffs_of_attempt(paths))
    return files


def charts_for(results: Results) -> tuple[Chart, ...]:
    """Return the charts of the page: none of a single attempt, and none where matplotlib is missing."""
    return charts_of(results) if can_draw() and len(results.evaluated) > 1 else ()


def chart_files(charts: Iterable[Chart]) -> Iterator[tuple[str, bytes]]:
    """Yield each chart as SVG, and its numbers as CSV, by file name."""
    for chart in charts:
        yield f"charts/{chart.name}.svg", drawn(chart, "svg")
        yield f"charts/{chart.name}.csv", numbers_of(chart)


def index_script(name: str, part: str) -> str:
    """Return the script of a further part of the index, which is JSON already."""
    return f'projectevalReport.receive("{name.removesuffix(".js")}",{part});\n'
