"""``projecteval check``: evaluate one project folder, as a run of one attempt."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluator.cli.cleanup import cleaned_up
from evaluator.cli.command import VerbCommand
from evaluator.cli.declared import given, takes, without_rest
from evaluator.cli.options import AsJson, FailUnder, Junit, Out
from evaluator.runs.folder.options import RunOptions

if TYPE_CHECKING:
    from evaluator.runs.folder.run import Run

EXAMPLES = """
projecteval missions parameters trip-splitter > parameters.toml
projecteval check ./my-site --mission trip-splitter
projecteval check . --mission trip-splitter --only an_expense_is_edited --watch
"""
OPTIONS = ("missions", "only", "start_seconds", "sandbox")


def add_to(app: typer.Typer) -> None:
    described = "Evaluate a project folder against a mission."
    app.command("check", cls=VerbCommand, epilog=EXAMPLES, help=described)(check)


@without_rest
@takes(RunOptions, *OPTIONS)
def check(
    project: Annotated[Path, typer.Argument(help="Folder of the project.", metavar="PROJECT")],
    *,
    mission: Annotated[str, typer.Option(help="Id of the mission.", metavar="ID")],
    parameters: Annotated[
        Path | None,
        typer.Option(
            help="TOML file with the parameter values.  [default: parameters.toml in PROJECT or beside it]",
            metavar="FILE",
        ),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Evaluate again whenever a file of PROJECT changes.")] = False,
    fail_under: FailUnder = None,
    out: Out = None,
    junit: Junit = None,
    as_json: AsJson = False,
    **options: Any,
) -> None:
    """Evaluate a project folder; each evaluation is a separate run folder."""
    values = given(RunOptions, options)
    with cleaned_up("local"):
        from evaluator.cli.watching import changes_of

        while True:
            status = _once(project, mission, parameters, out, values, fail_under, junit, as_json)
            if not watch:
                sys.exit(status)
            changes_of(project)


def _once(
    project: Path,
    mission: str,
    parameters: Path | None,
    out: Path | None,
    values: dict[str, Any],
    fail_under: float | None,
    junit: Path | None,
    as_json: bool,
) -> int:
    from evaluator.cli.execution import Execution
    from evaluator.cli.run_and_show import export, status_of, work_and_show
    from evaluator.runs.execution.folder_check import opened_check
    from evaluator.runs.folder.request import Step
    from evaluator.runs.results.results import results_of

    found: list[Run] = []

    def opened(listener: Any) -> Run:
        found.append(opened_check(project, mission, parameters, out, values, listener))
        return found[0]

    execution = Execution(jobs=1)
    status = work_and_show(opened, (Step.EVALUATE, Step.REPORT), execution, as_json, every_case=True)
    results = results_of(found[0])
    export(results, None, junit)
    return status_of(status, results, fail_under)
