"""``resume``, ``generate``, ``evaluate``, ``report``: the steps of a run alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.execution_options import USUAL_CALLS, Way, place_to_work
from evaluator.cli.options import (
    AsJson,
    Calls,
    EngineName,
    Jobs,
    Junit,
    RunFolder,
    RunMaxCost,
    RunMaxSeconds,
    RunMaxTokens,
    words,
)


def add_to(app: typer.Typer) -> None:
    app.command("resume", help="Go on with a run that was stopped; nothing is done twice.")(_building())
    app.command("generate", help="Build what is not built yet in a run.")(_building("generate"))
    app.command("evaluate", help="Evaluate what is not evaluated yet in a run; --again repeats all of it.")(evaluate)
    app.command("report", help="Summarise a run from what is there.")(report)


def _building(*steps: str) -> Callable[..., None]:
    """A verb that does these steps of a run, or all that the run was asked for."""

    def verb(
        run: RunFolder,
        engine: EngineName = "local",
        jobs: Jobs = None,
        calls: Calls = USUAL_CALLS,
        run_max_tokens: RunMaxTokens = None,
        run_max_cost: RunMaxCost = None,
        run_max_seconds: RunMaxSeconds = None,
        as_json: AsJson = False,
    ) -> None:
        limits = (run_max_tokens, run_max_cost, run_max_seconds)
        _go_on(run, Way(engine, jobs, calls, as_json), steps, limits)

    return verb


def evaluate(
    run: RunFolder,
    evaluators: Annotated[
        list[str] | None, typer.Option("--evaluators", help="Only these evaluators (default: the run's own).")
    ] = None,
    rule: Annotated[str, typer.Option("--rule", help="strict or paper (default: the run's own).")] = "",
    embedder: Annotated[str, typer.Option("--embedder", help="Sentence embedder (default: the run's own).")] = "",
    engine: EngineName = "local",
    jobs: Jobs = None,
    again: bool = typer.Option(False, "--again", help="Delete the stored evaluations first."),
    as_json: AsJson = False,
) -> None:
    names = words(evaluators)
    if again:
        from evaluator.runs.execution.start import delete_evaluations
        from evaluator.runs.folder.run import open_run

        delete_evaluations(open_run(run.resolve()), names)
    changes = {"evaluators": names, "rule": rule, "embedder": embedder}
    changed = {name: value for name, value in changes.items() if value}
    _go_on(run, Way(engine, jobs, as_json=as_json), ("evaluate", "report"), changed=changed)


def report(
    run: RunFolder,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write every verdict as a row of a table.", metavar="FILE")
    ] = None,
    junit: Junit = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.cli.run_and_show import export, show
    from evaluator.runs.folder.run import open_run
    from evaluator.runs.results.results import results_of

    found = results_of(open_run(run.resolve()))
    export(found, csv, junit)
    sys.exit(show(found, 0.0, as_json, must_write=False))


def _go_on(
    run: Path,
    way: Way,
    steps: tuple[str, ...],
    limits: tuple[float | None, ...] = (),
    changed: Mapping[str, object] | None = None,
) -> None:
    with place_to_work(way.engine):
        from evaluator.cli.run_and_show import work_and_show
        from evaluator.runs.execution.start import reopen
        from evaluator.runs.folder.request import Step

        wanted = tuple(map(Step, steps)) or None
        sys.exit(work_and_show(lambda listener: reopen(run.resolve(), listener, limits, changed or {}), wanted, way))
