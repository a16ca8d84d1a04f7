"""``projecteval check``: judge a folder you have, without a run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.options import AsJson, Junit, Missions, SandboxName


def add_to(app: typer.Typer) -> None:
    app.command("check", help="Judge a project folder you have against a mission.")(check)


def check(
    project: Annotated[Path, typer.Argument(help="The project's folder.", metavar="PROJECT")],
    mission: Annotated[str, typer.Option(help="The mission's id.", metavar="ID")],
    parameters: Annotated[
        Path | None, typer.Option(help="A TOML file that answers the mission's parameters.", metavar="FILE")
    ] = None,
    missions: Missions = "catalog",
    sandbox: SandboxName = "auto",
    pictures: Annotated[
        Path | None, typer.Option(help="Where pictures of what did not pass are kept.", metavar="FOLDER")
    ] = None,
    start_limit: Annotated[float | None, typer.Option(min=1, help="Seconds until the project must answer.")] = None,
    junit: Junit = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.checking import check_folder
    from evaluator.io.terminal import tell
    from evaluator.reports.terminal import print_judgement
    from simulators.runtime.processes.cleanup_guard import cleanup_guard

    with cleanup_guard():
        checked = check_folder(project, mission, parameters, missions, sandbox, pictures, start_limit, tell)
    if junit is not None:
        from evaluator.reports.junit import write_junit

        write_junit([(str(project), checked.judgement)], junit)
    if as_json:
        print(json.dumps(checked.as_json()))
    else:
        print_judgement(checked.judgement)
    sys.exit(1 if checked.judgement.has_infrastructure_failure() else 0)
