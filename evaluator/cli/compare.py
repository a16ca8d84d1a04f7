"""``projecteval compare``: compare runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand
from evaluator.cli.options import AsJson


def add_to(app: typer.Typer) -> None:
    app.command("compare", cls=VerbCommand, help="Compare runs, levels and modes.")(compare)


def compare(
    runs: Annotated[
        list[Path],
        typer.Argument(help="Folders of runs; one run suffices when it has several levels or modes.", metavar="RUN…"),
    ],
    as_json: AsJson = False,
) -> None:
    from evaluator.reports.comparison import as_json as plain
    from evaluator.reports.comparison import comparison_of
    from evaluator.reports.comparison_table import print_comparison
    from evaluator.runs.folder.found import resolved_run
    from evaluator.runs.folder.run import open_run
    from evaluator.runs.results.results import results_of

    folders = list(dict.fromkeys(map(resolved_run, runs)))
    comparison = comparison_of([results_of(open_run(folder)) for folder in folders])
    if as_json:
        print(json.dumps(plain(comparison)))
    else:
        print_comparison(comparison)
