"""``resume``, ``generate``, ``judge``, ``score``, ``report``: single steps of an existing run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluator.cli.cleanup import cleaned_up
from evaluator.cli.command import VerbCommand
from evaluator.cli.declared import given, takes, without_rest
from evaluator.cli.execution import Execution
from evaluator.cli.options import AsJson, Junit, RunFolder
from evaluator.runs.folder.options import RAISABLE, RunOptions

if TYPE_CHECKING:
    from evaluator.runs.execution.progress import Listener
    from evaluator.runs.folder.run import Run


def add_to(app: typer.Typer) -> None:
    app.command("resume", cls=VerbCommand, help="Continue a run that was stopped.")(_building())
    app.command("generate", cls=VerbCommand, help="Build what a run has not built yet.")(_building("generate"))
    app.command("judge", cls=VerbCommand, help="Judge what a run has not judged yet.")(judge)
    app.command("score", cls=VerbCommand, help="Compute similarities, without browser or model.")(score)
    app.command("report", cls=VerbCommand, help="Write and print the summary of a run.")(report)


def _building(*steps: str) -> Callable[..., None]:
    """A verb that does these steps of a run, or all that were requested."""

    @without_rest
    @takes(RunOptions, *RAISABLE)
    @takes(Execution)
    def verb(
        run: RunFolder,
        *,
        as_json: AsJson = False,
        **options: Any,
    ) -> None:
        _work(run, steps, options, as_json)

    return verb


@without_rest
@takes(Execution, "engine", "jobs")
def judge(
    run: RunFolder,
    *,
    again: bool = typer.Option(False, "--again", help="Judge everything again."),
    as_json: AsJson = False,
    **options: Any,
) -> None:
    if again:
        from evaluator.runs.execution.start import lock_anew_what_is_allowed
        from evaluator.runs.folder.run import look_at

        found = look_at(run.resolve())
        for attempt in found.attempts():
            found.paths.of(attempt).judgement.unlink(missing_ok=True)
        lock_anew_what_is_allowed(found)
    _work(run, ("judge", "report"), options, as_json)


@without_rest
@takes(RunOptions, "rule")
@takes(Execution, "jobs")
def score(run: RunFolder, *, as_json: AsJson = False, **options: Any) -> None:
    rule, jobs = given(RunOptions, options).get("rule"), given(Execution, options).get("jobs")
    with cleaned_up():
        from evaluator.cli.run_and_show import score_and_show
        from evaluator.runs.folder.run import look_at

        sys.exit(score_and_show(look_at(run.resolve()), rule, jobs, as_json))


def report(
    run: RunFolder,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write every outcome as a row of a CSV table.", metavar="FILE")
    ] = None,
    junit: Junit = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.cli.run_and_show import export, show
    from evaluator.runs.folder.run import look_at
    from evaluator.runs.results.results import results_of

    found = results_of(look_at(run.resolve()))
    export(found, csv, junit)
    sys.exit(show(found, 0.0, as_json, must_write=False))


def _work(run: Path, steps: tuple[str, ...], options: Mapping[str, Any], as_json: bool) -> None:
    changes, execution = given(RunOptions, options), Execution(**given(Execution, options))
    with cleaned_up(execution.engine):
        from evaluator.cli.run_and_show import work_and_show
        from evaluator.runs.execution.start import reopen
        from evaluator.runs.folder.request import Step

        def opened(listener: Listener) -> Run:
            return reopen(run.resolve(), listener, changes)

        sys.exit(work_and_show(opened, tuple(map(Step, steps)) or None, execution, as_json))
