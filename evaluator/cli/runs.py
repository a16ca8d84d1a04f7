"""``projecteval runs``, ``merge``, ``view``: list, remove, combine and show runs."""

from __future__ import annotations

import json
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.command import VerbCommand, group_of_verbs
from evaluator.cli.options import AsJson
from evaluator.io.terminal import say, tell

if TYPE_CHECKING:
    from evaluator.runs.folder.run import FoundRun

RUNS = Path("runs")
"""Folder of the runs: it need not exist before the first one."""

app = group_of_verbs("Runs that were started.")


def add_to(verbs: typer.Typer) -> None:
    verbs.add_typer(app, name="runs")
    verbs.command("merge", cls=VerbCommand, help="Combine the shards of a run (run --shard I/N).")(merge)
    described = "Serve the report of a run, or of all runs of a folder, on this machine; it follows runs that go on."
    verbs.command("view", cls=VerbCommand, help=described)(view)


@app.command("list", cls=VerbCommand, help="List runs, the latest first.")
def list_runs(
    folder: Annotated[Path, typer.Argument(help="Folder of the runs.", metavar="[FOLDER]")] = RUNS,
    as_json: AsJson = False,
) -> None:
    found = _runs_of(folder)
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
    from evaluator.runs.folder.run import remove_run, run_folder_named

    for folder in [run_folder_named(run) for run in runs]:
        remove_run(folder)
        say(f"removed {folder}")


@app.command("prune", cls=VerbCommand, help="Remove all runs of a folder but the latest ones.")
def prune(
    folder: Annotated[Path, typer.Argument(help="Folder of the runs.", metavar="[FOLDER]")] = RUNS,
    keep: Annotated[int, typer.Option(help="Number of runs to keep.  [default: 20]", metavar="N", min=0)] = 20,
) -> None:
    from evaluator.runs.folder.run import prune_runs

    found = _runs_of(folder)
    removed = prune_runs(found, keep)
    for path in removed:
        say(f"removed {path}")
    say(f"{folder}: {len(found) - len(removed)} runs kept")


def merge(
    runs: Annotated[list[Path], typer.Argument(help="Folders of all shards.", metavar="RUN RUN…")],
    out: Annotated[Path, typer.Option(help="New folder of the combined run.", metavar="FOLDER")],
    as_json: AsJson = False,
) -> None:
    from evaluator.cli.run_and_show import show
    from evaluator.runs.folder.run import merge as put_together
    from evaluator.runs.folder.run import run_folder_named
    from evaluator.runs.results.results import results_of

    merged = put_together([run_folder_named(run) for run in runs], out.resolve())
    sys.exit(show(results_of(merged), as_json))


def view(
    run: Annotated[Path, typer.Argument(help="Folder of a run, folder of runs, or `latest`.", metavar="RUN")] = Path(
        "runs"
    ),
    port: Annotated[int, typer.Option(help="Port on the loopback interface.  [default: a free one]", metavar="N")] = 0,
    browser: Annotated[bool, typer.Option("--browser", help="Open the address in the default browser.")] = False,
) -> None:
    from evaluator.reports.view import serving_report
    from evaluator.runs.folder.run import open_run, run_folder_named, runs_in

    folder = run_folder_named(run)
    with serving_report(folder if runs_in(folder) else open_run(folder), port) as address:
        say(address)
        tell("projecteval: serving until Ctrl+C; the address has a secret, do not publish it")
        if browser:
            import webbrowser

            webbrowser.open(address)
        try:
            signal.pause()
        except KeyboardInterrupt:
            return


def _runs_of(folder: Path) -> list[FoundRun]:
    """Return the runs in a folder. Raises `UsageError` for one that was named and is not there."""
    from evaluator.model.errors import UsageError
    from evaluator.runs.folder.run import runs_in

    if folder != RUNS and not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder; name the folder that holds the runs")
    return runs_in(folder)
