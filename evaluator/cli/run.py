"""``projecteval run``: all steps."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.execution_options import USUAL_CALLS, Way, place_to_work
from evaluator.cli.options import (
    AsJson,
    Calls,
    EngineName,
    Jobs,
    Missions,
    RunMaxCost,
    RunMaxSeconds,
    RunMaxTokens,
    SandboxName,
    Select,
    one_of,
    words,
)


def add_to(app: typer.Typer) -> None:
    app.command("run", help="Generate, evaluate and report: an agent on missions.")(run)


def run(
    agent: Annotated[
        str,
        typer.Option(help="canonical, nop, masked, replay:DIR, PROVIDER:MODEL, command:'…'."),
    ],
    missions: Missions = "catalog",
    select: Select = None,
    benchmark: Annotated[str, typer.Option(help="Benchmark by name (default: the catalog's own).")] = "",
    input_: Annotated[
        list[str] | None, typer.Option("--input", help="Input sets (default: the benchmark's first).")
    ] = None,
    strategy: Annotated[list[str] | None, typer.Option(help="Strategies (default: the benchmark's first).")] = None,
    level: Annotated[list[str] | None, typer.Option(help="--level 1 is --input level-1, and so on.")] = None,
    mode: Annotated[list[str] | None, typer.Option(help="Another name of --strategy: direct, cascade.")] = None,
    evaluators: Annotated[list[str] | None, typer.Option(help="Evaluators (default: all of the benchmark).")] = None,
    embedder: Annotated[str, typer.Option(help="Embedder of sentences for similarity.")] = "",
    samples: Annotated[int, typer.Option(min=1, max=1000, help="How often each mission is built.")] = 1,
    steps: Annotated[list[str] | None, typer.Option(help="generate,evaluate,report (default: all).")] = None,
    rule: Annotated[str, typer.Option(help="Similarity rule: strict or paper.")] = "strict",
    sandbox: SandboxName = "auto",
    repair: Annotated[
        int, typer.Option(min=0, max=20, help="How often an answer that cannot be read is asked for again.")
    ] = 0,
    prompts: Annotated[Path | None, typer.Option(help="Folder of prompts that replace ours.")] = None,
    temperature: Annotated[float | None, typer.Option(min=0, max=10, help="Default: the model's own.")] = None,
    seed: Annotated[int | None, typer.Option(help="Where the model knows one.")] = None,
    max_output_tokens: Annotated[int | None, typer.Option(min=1, help="Tokens of one answer.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Tokens of one attempt.")] = None,
    max_cost: Annotated[float | None, typer.Option(help="US dollars of one attempt.")] = None,
    max_seconds: Annotated[float | None, typer.Option(help="Seconds of building one attempt.")] = None,
    run_max_tokens: RunMaxTokens = None,
    run_max_cost: RunMaxCost = None,
    run_max_seconds: RunMaxSeconds = None,
    answer_seconds: Annotated[float, typer.Option(help="How long one answer may take.")] = 600.0,
    retry_seconds: Annotated[float, typer.Option(help="How long rate limits and faults are borne.")] = 600.0,
    pass_env: Annotated[
        list[str] | None, typer.Option(help="Variables of the environment that command:'…' is given.")
    ] = None,
    shard: Annotated[str, typer.Option(help="Do part I of N only: I/N; see `projecteval merge`.")] = "",
    engine: EngineName = "local",
    jobs: Jobs = None,
    calls: Calls = USUAL_CALLS,
    out: Annotated[Path | None, typer.Option(help="The run's folder (default: a new one below runs/).")] = None,
    as_json: AsJson = False,
) -> None:

    with place_to_work(engine):
        import time

        from evaluator.agents.registry import full_name as full_agent_name
        from evaluator.cli.run_and_show import work_and_show
        from evaluator.runs.execution.start import begin, folder_for
        from evaluator.runs.folder.request import Step, request_of
        from missions.catalog import full_name

        request = request_of(
            agent=full_agent_name(agent),
            missions=full_name(missions),
            select=words(select),
            benchmark=benchmark,
            input=words(input_) + tuple(f"level-{number}" for number in words(level)),
            strategy=words(strategy) + words(mode),
            evaluators=words(evaluators),
            embedder=embedder,
            samples=samples,
            steps=one_of(Step, words(steps), "--steps") or tuple(Step),
            rule=rule,
            sandbox=sandbox,
            prompts="" if prompts is None else str(prompts.resolve()),
            repair=repair,
            temperature=temperature,
            seed=seed,
            max_output_tokens=max_output_tokens,
            max_tokens=max_tokens,
            max_cost=max_cost,
            max_seconds=max_seconds,
            run_max_tokens=run_max_tokens,
            run_max_cost=run_max_cost,
            run_max_seconds=run_max_seconds,
            answer_seconds=answer_seconds,
            retry_seconds=retry_seconds,
            pass_env=words(pass_env),
            shard=shard,
        )
        folder = (out or folder_for(time.time(), agent)).resolve()
        way = Way(engine, jobs, calls, as_json)
        sys.exit(work_and_show(lambda listener: begin(request, folder, listener), request.steps, way))
