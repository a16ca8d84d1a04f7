"""``projecteval compare``: compare runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.command import VerbCommand
from evaluator.cli.options import AsJson, FormatName, Output
from evaluator.io.terminal import say

if TYPE_CHECKING:
    from evaluator.runs.results.results import Results


def add_to(app: typer.Typer) -> None:
    app.command("compare", cls=VerbCommand, help="Compare runs, levels and modes.")(compare)


def compare(
    runs: Annotated[
        list[Path],
        typer.Argument(help="Folders of runs; one run suffices when it has several levels or modes.", metavar="RUN…"),
    ],
    published: Annotated[
        Path | None,
        typer.Option(
            help="JSON file of published figures; print them beside those measured for recorded runs.", metavar="FILE"
        ),
    ] = None,
    cases: Annotated[bool, typer.Option("--cases", help="List the cases that differ.")] = False,
    charts: Annotated[
        Path | None,
        typer.Option(
            "--charts",
            help="Write the charts of attempts with several stages as SVG, PDF, PNG and CSV into a folder.",
            metavar="FOLDER",
        ),
    ] = None,
    format: FormatName = None,  # noqa: A002 - the option's name
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.runs.folder.run import open_run, run_folder_named
    from evaluator.runs.results.results import results_of

    folders = list(dict.fromkeys(map(run_folder_named, runs)))
    results = [results_of(open_run(folder)) for folder in folders]
    if charts is not None:
        _write_growth_charts(results, charts)
    if format is not None:
        from evaluator.cli.exporting import export_comparison
        from evaluator.reports.comparison import comparison_of

        export_comparison(comparison_of(results), format, output)
    elif published is None:
        _compare_with_each_other(results, as_json, cases)
    else:
        _compare_with_published(results, published, as_json)


def _write_growth_charts(results: list[Results], folder: Path) -> None:
    from evaluator.reports.charts import growth_charts, write_charts
    from evaluator.reports.comparison import comparison_of

    written = write_charts(growth_charts(comparison_of(results).grown), folder)
    say(f"charts: {folder}" if written else "no chart: no attempt has several evaluated stages")


def _compare_with_each_other(results: list[Results], as_json: bool, with_cases: bool) -> None:
    from evaluator.reports.comparison import as_json as plain
    from evaluator.reports.comparison import comparison_of
    from evaluator.reports.comparison_views import print_comparison

    comparison = comparison_of(results)
    if as_json:
        print(json.dumps(plain(comparison)))
    else:
        print_comparison(comparison, with_cases)


def _compare_with_published(results: list[Results], published: Path, as_json: bool) -> None:
    from dataclasses import asdict

    from evaluator.benchmarks.projecteval_2025.published_figures import (
        MeasuredRun,
        compare_with_published,
        print_published_comparison,
        read_published,
    )
    from evaluator.runs.results.results import by_recording

    recorded = [(name, each) for run in results for name, each in by_recording(run).items()]
    measured = [MeasuredRun(name, each.summary(), each.evaluated) for name, each in recorded]
    comparison = compare_with_published(measured, read_published(published))
    if as_json:
        print(json.dumps(asdict(comparison)))
    else:
        print_published_comparison(comparison)
