"""``projecteval data``: public data sets at pinned commits."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand, group_of_verbs
from evaluator.io.terminal import say

app = group_of_verbs("Public data sets at pinned commits.")


def add_to(verbs: typer.Typer) -> None:
    verbs.add_typer(app, name="data")


@app.command("list", cls=VerbCommand, help="List the known data sets, with their commits and folders.")
def list_data_sets() -> None:
    from missions.sources.data_sets import data_sets, folder_of

    for name, each in data_sets().items():
        folder = folder_of(name)
        say(f"{name:<10} {each.commit[:12]}  {folder if folder.is_dir() else f'not here: {each.repository}'}")


@app.command("add", cls=VerbCommand, help="Fetch a data set, and check its commit and digest.")
def add(
    name: Annotated[str, typer.Argument(help="Name of the data set.", metavar="NAME")],
    origin: Annotated[
        Path | None,
        typer.Option(
            "--from", help="Clone or git directory that has the commit.  [default: public repository]", metavar="FOLDER"
        ),
    ] = None,
) -> None:
    from evaluator.model.errors import EvaluatorError, UsageError
    from evaluator.reports.leaderboard import published_boards
    from missions.errors import MissionError
    from missions.names import hint
    from missions.sources.data_sets import add_data_set, data_sets

    if name not in data_sets():
        raise UsageError(f"there is no data set {name!r}; {hint(name, list(data_sets()))}")
    if origin is not None and not origin.is_dir():
        raise UsageError(f"--from {origin}: there is no such folder")
    try:
        folder = add_data_set(name, origin)
    except MissionError as error:
        raise EvaluatorError(str(error)) from error
    pinned, board = data_sets()[name], published_boards().get(name)
    say(f"{name}: {folder}")
    say(f"commit {pinned.commit}, sha256 {pinned.sha256}")
    if board is not None and board.data == pinned.commit:
        say(f"published scores for this commit: projecteval leaderboard RUN… --published {name} ({board.source})")
    say(f"missions: --missions {name}:{folder}")
