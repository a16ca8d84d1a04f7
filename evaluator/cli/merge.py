"""``projecteval merge``: combine the shards of a run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand
from evaluator.cli.options import AsJson


def add_to(app: typer.Typer) -> None:
    app.command("merge", cls=VerbCommand, help="Combine the shards of a run (run --shard I/N).")(merge)


def merge(
    runs: Annotated[list[Path], typer.Argument(help="Folders of all shards.", metavar="RUN RUN…")],
    out: Annotated[Path, typer.Option(help="New folder of the combined run.", metavar="FOLDER")],
    as_json: AsJson = False,
) -> None:
    from evaluator.cli.run_and_show import show
    from evaluator.runs.folder.run import run_folder_named
    from evaluator.runs.results.merge import merge as put_together
    from evaluator.runs.results.results import results_of

    merged = put_together([run_folder_named(run) for run in runs], out.resolve())
    sys.exit(show(results_of(merged), as_json))
