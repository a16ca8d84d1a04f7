"""``projecteval leaderboard``: a static site of many runs, also of recorded ones."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluator.cli.cleanup import cleaned_up
from evaluator.cli.command import VerbCommand
from evaluator.cli.execution import Execution
from evaluator.cli.options import given, with_options
from evaluator.cli.trust import Trust, settle_trust
from evaluator.model.errors import UsageError
from evaluator.runs.folder.options import RunOptions

if TYPE_CHECKING:
    from evaluator.runs.folder.request import RunRequest

EXAMPLES = """
projecteval leaderboard runs/ONE runs/OTHER --out site
projecteval leaderboard runs/ONE --recorded PUBLIC/recorded --missions projecteval:PUBLIC/data
projecteval leaderboard runs/ONE --published ralbench
"""


def add_to(app: typer.Typer) -> None:
    described = "Write a static site that ranks the agents of many runs, with their reports."
    app.command("leaderboard", cls=VerbCommand, epilog=EXAMPLES, help=described)(leaderboard)


@with_options((RunOptions, ("missions", "select", "evaluators", "sandbox")), (Execution, ("engine", "jobs")))
def leaderboard(
    runs: Annotated[list[Path] | None, typer.Argument(help="Folders of runs.", metavar="RUN…")] = None,
    *,
    out: Annotated[Path, typer.Option(help="New folder of the site.", metavar="FOLDER")] = Path("leaderboard"),
    recorded: Annotated[
        list[Path] | None,
        typer.Option(
            help="Folder of recorded runs of --missions, evaluated first; may be repeated. Their run is kept.",
            metavar="FOLDER",
        ),
    ] = None,
    keep: Annotated[
        Path, typer.Option("--recorded-runs", help="Folder of the runs of recorded ones.", metavar="FOLDER")
    ] = Path("runs"),
    published: Annotated[
        list[str] | None,
        typer.Option(
            help="Benchmark whose published scores are shown too, marked as published, or `all`; may be repeated.",
            metavar="BENCHMARK",
        ),
    ] = None,
    trust: Trust = False,
    **options: Any,
) -> None:
    from evaluator.io.terminal import say
    from evaluator.reports.leaderboard import boards_named, write_leaderboard
    from evaluator.runs.folder.run import open_run, run_folder_named
    from evaluator.runs.results.results import results_of

    values, execution = given(RunOptions, options), Execution(**given(Execution, options))
    _check_sources(runs, recorded, values)
    boards = boards_named(published or ())
    named = [run_folder_named(run) for run in runs or ()]
    if out.exists():
        raise UsageError(f"{out}: exists already; choose another --out")
    if recorded:
        settle_trust(values["missions"], trust, values.get("select", ()))
    replayed = [
        _replayed(folder, keep / f"recorded-{folder.resolve().name}", values, execution) for folder in recorded or ()
    ]
    folders = list(dict.fromkeys([*named, *replayed]))
    found = [results_of(open_run(folder)) for folder in folders]
    say(f"leaderboard: {write_leaderboard(found, out, boards)}")


def _check_sources(runs: list[Path] | None, recorded: list[Path] | None, values: dict[str, Any]) -> None:
    if not runs and not recorded:
        raise UsageError("name folders of runs, or recorded runs with --recorded FOLDER")
    if recorded and "missions" not in values:
        raise UsageError("--recorded: name the missions that were built with --missions projecteval:FOLDER")
    if values and not recorded:
        raise UsageError("--missions, --select, --evaluators and --sandbox are for --recorded FOLDER; leave them out")


def _replayed(recorded: Path, folder: Path, values: dict[str, Any], execution: Execution) -> Path:
    """Evaluate the recorded runs of a folder, or what is left of them; return the run's folder."""
    from evaluator.cli.run_and_show import work_and_show
    from evaluator.io.terminal import tell
    from evaluator.runs.execution.resolved_run import ResolvedRun
    from evaluator.runs.execution.start import begin

    request = _request(recorded, values)
    with cleaned_up(execution.engine):
        opened = partial(begin, ResolvedRun.open(request), folder.resolve())
        status = work_and_show(opened, request.steps, execution, json_wanted=False).status
    if status:
        tell(f"leaderboard: not written, because {folder} is not complete; the same command continues it")
        sys.exit(status)
    return folder.resolve()


def _request(recorded: Path, values: dict[str, Any]) -> RunRequest:
    from evaluator.agents.registry import full_name as full_agent_name
    from evaluator.runs.folder.request import request_of
    from missions.catalog import full_name

    agent = full_agent_name(f"replay:{recorded}")
    return request_of(**values | {"agent": agent, "missions": full_name(values["missions"])})
