"""``projecteval leaderboard``: a static site of many runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand


def add_to(app: typer.Typer) -> None:
    described = "Write a static site that ranks the agents of many runs, with their reports."
    app.command("leaderboard", cls=VerbCommand, help=described)(leaderboard)


def leaderboard(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs.", metavar="RUN…")],
    out: Annotated[Path, typer.Option(help="New folder of the site.", metavar="FOLDER")] = Path("leaderboard"),
) -> None:
    from evaluator.io.terminal import say
    from evaluator.reports.leaderboard import write_leaderboard
    from evaluator.runs.folder.found import resolved_run
    from evaluator.runs.folder.run import open_run
    from evaluator.runs.results.results import results_of

    folders = list(dict.fromkeys(map(resolved_run, runs)))
    say(f"leaderboard: {write_leaderboard([results_of(open_run(folder)) for folder in folders], out)}")
