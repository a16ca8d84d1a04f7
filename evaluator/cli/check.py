"""``projecteval check``: evaluate one project folder, as a run of one attempt."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluator.cli.cleanup import cleaned_up
from evaluator.cli.command import VerbCommand
from evaluator.cli.options import AsJson, FailUnder, Junit, Out, given, with_options
from evaluator.cli.trust import Trust, settle_trust
from evaluator.io.terminal import tell
from evaluator.model.errors import UsageError
from evaluator.runs.folder.options import RunOptions
from missions.project_files import LEFT_OUT

if TYPE_CHECKING:
    from evaluator.runs.execution.attempt import Listener
    from evaluator.runs.execution.start import PreparedRun

EXAMPLES = """
projecteval missions parameters trip-splitter > parameters.toml
projecteval check ./my-site --mission trip-splitter
projecteval check . --mission trip-splitter --only an_expense_is_edited --watch
projecteval check . --mission trip-splitter --last-failed
projecteval check . --mission trip-splitter --screenshots failures
projecteval check . --mission trip-splitter --headed --keep-open
projecteval check . --mission trip-splitter --url http://localhost:8000/
"""
OPTIONS = ("missions", "only", "inputs_seed", "start_seconds", "screenshots", "url", "sandbox")


def add_to(app: typer.Typer) -> None:
    described = "Evaluate a project folder against a mission."
    app.command("check", cls=VerbCommand, epilog=EXAMPLES, help=described)(check)


@with_options((RunOptions, OPTIONS))
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
    is_last_failed: Annotated[
        bool, typer.Option("--last-failed", help="Try what did not pass in the last check of PROJECT; all if nothing.")
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Evaluate again whenever a file of PROJECT changes.")] = False,
    headed: Annotated[
        bool, typer.Option("--headed", help="Show the browser windows of the simulated user (needs a desktop session).")
    ] = False,
    keep_open: Annotated[
        bool, typer.Option("--keep-open", help="Start the site again afterwards, print its address, wait for Enter.")
    ] = False,
    fail_under: FailUnder = None,
    out: Out = None,
    junit: Junit = None,
    trust: Trust = False,
    as_json: AsJson = False,
    **options: Any,
) -> None:
    """Evaluate a project folder; each evaluation is a separate run folder, of which the last five are kept."""
    if is_last_failed and options.get("only"):
        raise UsageError("--last-failed and --only: use one of both")
    values = given(RunOptions, options) | ({"window": "shown"} if headed else {})
    if watch and keep_open:
        raise UsageError("--watch and --keep-open: use one of both")
    if keep_open and values.get("url"):
        raise UsageError("--keep-open and --url: the site is running already; leave out --keep-open")
    with cleaned_up("local"):
        settle_trust(values.get("missions", "catalog"), trust, (mission,))
        if is_last_failed:
            values["only"] = _last_failed(project, parameters, mission)
        while True:
            status, run = _once(project, mission, parameters, out, values, fail_under, junit, as_json, keep_open)
            if out is None:
                _prune(project, parameters)
            if keep_open:
                _keep_open(run)
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
    keep_open: bool,
) -> tuple[int, PreparedRun]:
    from evaluator.cli.execution import Execution
    from evaluator.cli.run_and_show import export, work_and_show
    from evaluator.runs.execution.folder_check import opened_check
    from evaluator.runs.folder.options import Step

    def opened(listener: Listener) -> PreparedRun:
        return opened_check(project, mission, parameters, out, values, listener, keep_open)

    steps = (Step.EVALUATE, Step.REPORT)
    finished = work_and_show(opened, steps, Execution(jobs=1), as_json, every_case=True)
    export(finished.results, None, junit)
    return finished.status_under(fail_under), finished.prepared


def _last_failed(project: Path, parameters: Path | None, mission: str) -> tuple[str, ...]:
    from evaluator.runs.execution.folder_check import last_failed

    names = last_failed(project, parameters, mission)
    tell(f"--last-failed: {', '.join(names) or 'nothing failed in the last check; all testcodes are tried'}")
    return names


def _prune(project: Path, parameters: Path | None) -> None:
    """Remove the runs of earlier checks of the project, but the latest ones."""
    from evaluator.runs.execution.folder_check import KEPT_CHECKS, checks_of
    from evaluator.runs.folder.run import prune_runs

    prune_runs(checks_of(project, parameters), KEPT_CHECKS)


def _keep_open(run: PreparedRun) -> None:
    """Show where the site is, until Enter, the end of the input, or Ctrl+C."""
    from evaluator.runs.execution.folder_check import kept_open
    from simulators.setting import StartError

    try:
        with kept_open(run) as address:
            tell(f"the site is open at {address} (its data are new); Enter or Ctrl+C ends it")
            sys.stdin.readline()
    except KeyboardInterrupt:
        tell("ended")
    except StartError as error:
        tell(f"the site cannot be kept open: {error.reason}")


POLL_SECONDS = 0.5
"""Seconds between two checks of the files."""


def changes_of(folder: Path) -> None:
    """Return when a file of `folder` was changed, added or removed."""
    before = _state(folder)
    tell(f"waiting for changes in {folder} (Ctrl+C ends)")
    while _state(folder) == before:
        time.sleep(POLL_SECONDS)  # file systems without notifications are supported


def _state(folder: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for path in folder.rglob("*"):
        if not LEFT_OUT & set(path.relative_to(folder).parts) and path.is_file() and not path.is_symlink():
            stat = path.stat()
            found[str(path)] = (stat.st_mtime_ns, stat.st_size)
    return found
