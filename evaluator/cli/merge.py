"""``merge``: the shards of a run put together."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.options import AsJson


def add_to(app: typer.Typer) -> None:
    app.command("merge", help="Put the runs of all shards (run --shard I/N) together into one.")(merge)


def merge(
    runs: Annotated[list[Path], typer.Argument(help="The folders of all shards.", metavar="RUN RUN…")],
    out: Annotated[Path, typer.Option(help="The folder of the whole run.")],
    as_json: AsJson = False,
) -> None:
    from evaluator.cli.run_and_show import show
    from evaluator.runs.results.merge import merge as put_together
    from evaluator.runs.results.results import results_of

    merged = put_together([run.resolve() for run in runs], out.resolve())
    sys.exit(show(results_of(merged), 0.0, as_json))
