"""``projecteval view``: serve the report of a run."""

from __future__ import annotations

import signal
from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand
from evaluator.cli.options import RunFolder


def add_to(app: typer.Typer) -> None:
    described = "Serve the report of a run on this machine; it follows a run that is going on."
    app.command("view", cls=VerbCommand, help=described)(view)


def view(
    run: RunFolder,
    port: Annotated[int, typer.Option(help="Port on the loopback interface.  [default: a free one]", metavar="N")] = 0,
    browser: Annotated[bool, typer.Option("--browser", help="Open the address in the default browser.")] = False,
) -> None:
    from evaluator.io.terminal import say, tell
    from evaluator.reports.view import serving_report
    from evaluator.runs.folder.run import open_run, run_folder_named

    with serving_report(open_run(run_folder_named(run)), port) as address:
        say(address)
        tell("projecteval: serving until Ctrl+C; the address has a secret, do not publish it")
        if browser:
            import webbrowser

            webbrowser.open(address)
        try:
            signal.pause()
        except KeyboardInterrupt:
            return
