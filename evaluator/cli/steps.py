"""``generate``, ``judge``, ``report``, ``resume``: the steps of a run alone."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from evaluator.cli.options import AsJson, Calls, EngineName, Jobs, RunFolder, RunMaxCost, RunMaxSeconds, RunMaxTokens

if TYPE_CHECKING:
    from evaluator.runs.request import Step


def add_to(app: typer.Typer) -> None:
    app.command("resume", help="Go on with a run that was stopped; nothing is done twice.")(resume)
    app.command("generate", help="Build what is not built yet in a run.")(generate)
    app.command("judge", help="Judge what is not judged yet in a run; --again judges all of it anew.")(judge)
    app.command("score", help="Score the similarity of what a run built, without a browser or a model.")(score)
    app.command("report", help="Summarise a run from what is there.")(report)


def resume(
    run: RunFolder,
    engine: EngineName = "local",
    jobs: Jobs = None,
    calls: Calls = 8,
    run_max_tokens: RunMaxTokens = None,
    run_max_cost: RunMaxCost = None,
    run_max_seconds: RunMaxSeconds = None,
    as_json: AsJson = False,
) -> None:
    _do(run, None, jobs, as_json, calls, (run_max_tokens, run_max_cost, run_max_seconds), engine)


def generate(
    run: RunFolder,
    engine: EngineName = "local",
    jobs: Jobs = None,
    calls: Calls = 8,
    run_max_tokens: RunMaxTokens = None,
    run_max_cost: RunMaxCost = None,
    run_max_seconds: RunMaxSeconds = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.runs.request import Step

    _do(run, (Step.GENERATE,), jobs, as_json, calls, (run_max_tokens, run_max_cost, run_max_seconds), engine)


def judge(
    run: RunFolder,
    engine: EngineName = "local",
    jobs: Jobs = None,
    again: bool = typer.Option(False, "--again", help="Forget the verdicts that are there first."),
    as_json: AsJson = False,
) -> None:
    from evaluator.runs.request import Step
    from evaluator.runs.run import look_at

    if again:
        found = look_at(run.resolve())
        for attempt in found.attempts():
            found.paths.of(attempt).judgement.unlink(missing_ok=True)
    _do(run, (Step.JUDGE, Step.REPORT), jobs, as_json, engine=engine)


def score(
    run: RunFolder,
    rule: str = typer.Option("", "--rule", help="strict or paper (default: the run's own)."),
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.cli.working import score_and_show
    from evaluator.runs.run import look_at

    sys.exit(score_and_show(look_at(run.resolve()), jobs, rule or None, as_json))


def report(run: RunFolder, as_json: AsJson = False) -> None:
    from evaluator.cli.working import show
    from evaluator.runs.run import look_at

    sys.exit(show(look_at(run.resolve()), 0.0, as_json))


def _do(
    run: RunFolder,
    steps: tuple[Step, ...] | None,
    jobs: int | None,
    as_json: bool,
    calls: int = 8,
    limits: tuple[float | None, ...] = (),
    engine: str = "local",
) -> None:
    from evaluator.cli.working import work_and_show
    from evaluator.runs.run import reopen

    sys.exit(
        work_and_show(lambda listener: reopen(run.resolve(), listener, limits), steps, jobs, as_json, calls, engine)
    )
