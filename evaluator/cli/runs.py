"""``projecteval runs``: list, remove and prune the runs of a folder."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand, VerbGroup
from evaluator.cli.options import AsJson
from evaluator.io.terminal import say

app = typer.Typer(cls=VerbGroup, no_args_is_help=True, help="Runs that were started.", rich_markup_mode=None)


def add_to(verbs: typer.Typer) -> None:
    verbs.add_typer(app, name="runs")


@app.command("list", cls=VerbCommand, help="List runs, the latest first.")
def list_runs(
    folder: Annotated[Path, typer.Argument(help="Folder of the runs.", metavar="[FOLDER]")] = Path("runs"),
    as_json: AsJson = False,
) -> None:
    from evaluator.runs.folder.run import runs_in

    found = runs_in(folder)
    if as_json:
        rows = {str(each.folder): {"agent": each.agent, "passed": each.passed, "total": each.total} for each in found}
        print(json.dumps(rows))
        return
    for each in found:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(each.began))
        score = "unfinished" if each.total is None else f"{each.passed}/{each.total}"
        say(f"{when}  {score:>10}  {each.folder}  {each.agent}")
    if not found:
        say(f"{folder}: no runs; start one with: projecteval run --agent canonical")


@app.command("remove", cls=VerbCommand, help="Remove runs with all that they hold; a run that goes on is left.")
def remove(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs, or `latest`.", metavar="RUN…")],
) -> None:
    from evaluator.runs.folder.removal import remove_run
    from evaluator.runs.folder.run import run_folder_named

    for folder in [run_folder_named(run) for run in runs]:
        remove_run(folder)
        say(f"removed {folder}")


@app.command("prune", cls=VerbCommand, help="Remove all runs of a folder but the latest ones.")
def prune(
    folder: Annotated[Path, typer.Argument(help="Folder of the runs.", metavar="[FOLDER]")] = Path("runs"),
    keep: Annotated[int, typer.Option(help="Number of runs to keep.  [default: 20]", metavar="N", min=0)] = 20,
) -> None:
    from evaluator.runs.folder.removal import prune_runs
    from evaluator.runs.folder.run import runs_in

    found = runs_in(folder)
    removed = prune_runs(found, keep)
    for path in removed:
        say(f"removed {path}")
    say(f"{folder}: {len(found) - len(removed)} runs kept")
