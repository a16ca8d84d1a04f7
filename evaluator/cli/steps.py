"""``resume``, ``generate``, ``evaluate``, ``report``: single steps of an existing run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evaluator.cli.cleanup import cleaned_up
from evaluator.cli.command import VerbCommand
from evaluator.cli.execution import Execution
from evaluator.cli.options import AsJson, FormatName, Junit, Output, RunFolder, given, with_options
from evaluator.cli.trust import Trust, settle_trust
from evaluator.io.terminal import tell
from evaluator.runs.folder.options import CONSENT, EVALUATION, RAISABLE, RunOptions

if TYPE_CHECKING:
    from evaluator.runs.execution.attempt import Listener
    from evaluator.runs.execution.start import PreparedRun


def add_to(app: typer.Typer) -> None:
    app.command("resume", cls=VerbCommand, help="Continue a run that was stopped.")(_building())
    app.command("generate", cls=VerbCommand, help="Build what a run has not built yet.")(_building("generate"))
    app.command("evaluate", cls=VerbCommand, help="Evaluate what a run has not evaluated yet.")(evaluate)
    app.command("report", cls=VerbCommand, help="Write and print the summary of a run.")(report)


def _building(*steps: str) -> Callable[..., None]:
    """A verb that does these steps of a run, or all that were requested."""

    @with_options((RunOptions, (*RAISABLE, *CONSENT)), Execution)
    def verb(
        run: RunFolder,
        *,
        trust: Trust = False,
        as_json: AsJson = False,
        **options: Any,
    ) -> None:
        _work(run, steps, options, as_json, trust)

    return verb


@with_options((RunOptions, (*EVALUATION, "sandbox", "judge")), (Execution, ("engine", "jobs")))
def evaluate(
    run: RunFolder,
    *,
    again: bool = typer.Option(False, "--again", help="Delete the stored evaluations first."),
    trust: Trust = False,
    as_json: AsJson = False,
    **options: Any,
) -> None:
    _work(run, ("evaluate", "report"), options, as_json, trust, again)


def report(
    run: RunFolder,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write every outcome as a row of a CSV table.", metavar="FILE")
    ] = None,
    junit: Junit = None,
    charts: Annotated[
        Path | None,
        typer.Option("--charts", help="Write the charts as SVG, PDF, PNG and CSV into a folder.", metavar="FOLDER"),
    ] = None,
    format: FormatName = None,  # noqa: A002 - the option's name
    output: Output = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.cli.run_and_show import export, show
    from evaluator.runs.folder.run import open_run, run_folder_named
    from evaluator.runs.results.results import results_of

    found = results_of(open_run(run_folder_named(run)))
    export(found, csv, junit)
    if charts is not None:
        from evaluator.reports.charts import charts_of, write_charts

        write_charts(charts_of(found), charts)
    if format is not None:
        from evaluator.cli.exporting import export_run

        export_run(found, format, output)
        return
    sys.exit(show(found, as_json, require_written=False))


def _work(
    run: Path, steps: tuple[str, ...], options: Mapping[str, Any], as_json: bool, trust: bool, again: bool = False
) -> None:
    words, execution = given(RunOptions, options), Execution(**given(Execution, options))
    with cleaned_up(execution.engine):
        from evaluator.cli.run_and_show import work_and_show
        from evaluator.runs.execution.consent import planned_work
        from evaluator.runs.execution.start import delete_evaluations, open_with_consent, reopen
        from evaluator.runs.folder.options import Step
        from evaluator.runs.folder.run import run_folder_named

        folder, wanted = run_folder_named(run), tuple(map(Step, steps))
        found = open_with_consent(folder, wanted, words)
        settle_trust(found.request.missions, trust, tuple(found.lock.missions))
        tell(planned_work(found, wanted or found.request.steps))
        if again:
            delete_evaluations(found, words.get("evaluators", ()))
        changes = {name: value for name, value in words.items() if name in (*RAISABLE, *EVALUATION)}

        def opened(listener: Listener) -> PreparedRun:
            return reopen(folder, listener, changes)

        sys.exit(work_and_show(opened, wanted or None, execution, as_json).status)
