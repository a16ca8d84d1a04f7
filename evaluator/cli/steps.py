"""``resume``, ``generate``, ``judge``, ``score``, ``report``: the steps of a run alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
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
)


def add_to(app: typer.Typer) -> None:
    app.command("resume", help="Go on with a run that was stopped; nothing is done twice.")(_building())
    app.command("generate", help="Build what is not built yet in a run.")(_building("generate"))
    app.command("judge", help="Judge what is not judged yet in a run; --again judges all of it anew.")(judge)
    app.command("score", help="Score the similarity of what a run built, without a browser or a model.")(score)
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


def judge(
    run: RunFolder,
    engine: EngineName = "local",
    jobs: Jobs = None,
    again: bool = typer.Option(False, "--again", help="Forget the verdicts that are there first."),
    as_json: AsJson = False,
) -> None:
    if again:
        from evaluator.runs.execution.start import lock_anew_what_is_allowed
        from evaluator.runs.folder.run import look_at

        found = look_at(run.resolve())
        for attempt in found.attempts():
            found.paths.of(attempt).judgement.unlink(missing_ok=True)
        lock_anew_what_is_allowed(found)
    _go_on(run, Way(engine, jobs, as_json=as_json), ("judge", "report"))


def score(
    run: RunFolder,
    rule: str = typer.Option("", "--rule", help="strict or paper (default: the run's own)."),
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.cli.run_and_show import score_and_show
    from evaluator.runs.folder.run import look_at

    with place_to_work():
        sys.exit(score_and_show(look_at(run.resolve()), rule or None, Way(jobs=jobs, as_json=as_json)))


def report(
    run: RunFolder,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write every verdict as a row of a table.", metavar="FILE")
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


def _go_on(run: Path, way: Way, steps: tuple[str, ...], limits: tuple[float | None, ...] = ()) -> None:
    with place_to_work(way.engine):
        from evaluator.cli.run_and_show import work_and_show
        from evaluator.runs.execution.start import reopen
        from evaluator.runs.folder.request import Step

        wanted = tuple(map(Step, steps)) or None
        sys.exit(work_and_show(lambda listener: reopen(run.resolve(), listener, limits), wanted, way))
