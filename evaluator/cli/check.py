"""``projecteval check``: judge one project folder."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand
from evaluator.cli.options import AsJson, Junit, Missions, SandboxName


def add_to(app: typer.Typer) -> None:
    app.command("check", cls=VerbCommand, help="Judge a project folder against a mission.")(check)


def check(
    project: Annotated[Path, typer.Argument(help="Folder of the project.", metavar="PROJECT")],
    mission: Annotated[str, typer.Option(help="Id of the mission.", metavar="ID")],
    parameters: Annotated[
        Path | None,
        typer.Option(
            help="TOML file with the parameter values.  [default: parameters.toml in PROJECT or beside it]",
            metavar="FILE",
        ),
    ] = None,
    missions: Missions = "catalog",
    sandbox: SandboxName = "auto",
    pictures: Annotated[
        Path | None, typer.Option(help="Folder for screenshots of testcodes that did not pass.", metavar="FOLDER")
    ] = None,
    start_limit: Annotated[
        float | None,
        typer.Option(
            min=1, metavar="SECONDS", help="Seconds until the project must have started.  [default: by the mission]"
        ),
    ] = None,
    junit: Junit = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.checking import check_folder
    from evaluator.io.terminal import tell
    from evaluator.reports.terminal import print_attempt
    from simulators.runtime.processes.cleanup_guard import cleanup_guard

    with cleanup_guard():
        checked = check_folder(project, mission, parameters, missions, sandbox, pictures, start_limit, tell)
    if junit is not None:
        from evaluator.reports.junit import write_junit

        write_junit([(str(project), checked.result)], junit)
    if as_json:
        print(json.dumps(checked.as_json()))
    else:
        print_attempt(checked.result)
    failed = any(each.has_infrastructure_failure() for each in checked.result.evaluations.values())
    sys.exit(1 if failed else 0)
