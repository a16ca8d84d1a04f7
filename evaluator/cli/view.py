"""``projecteval view``: serve the report of a run, or of all runs of a folder."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand


def add_to(app: typer.Typer) -> None:
    described = "Serve the report of a run, or of all runs of a folder, on this machine; it follows runs that go on."
    app.command("view", cls=VerbCommand, help=described)(view)


def view(
    run: Annotated[Path, typer.Argument(help="Folder of a run, folder of runs, or `latest`.", metavar="RUN")] = Path(
        "runs"
    ),
    port: Annotated[int, typer.Option(help="Port on the loopback interface.  [default: a free one]", metavar="N")] = 0,
    browser: Annotated[bool, typer.Option("--browser", help="Open the address in the default browser.")] = False,
) -> None:
    from evaluator.io.terminal import say, tell
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
