"""Generate and judge one attempt: what a worker does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evaluator.agents import Agent, Generation, Task
from evaluator.agents.model_errors import ModelError
from evaluator.agents.registry import agent_of
from evaluator.canonical_source import canonical_solution
from evaluator.evaluators.simulated_use.judge import judge, not_runnable
from evaluator.model.attempt import Attempt
from evaluator.model.errors import EvaluatorError, UsageError
from evaluator.model.verdicts import Judgement
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.records import (
    GenerationRecord,
    clear_unfinished,
    is_judged,
    read_generation,
    read_judgement,
    write_generation,
    write_judgement,
)
from evaluator.runs.folder.request import RunRequest, Step
from missions.catalog import Catalog, open_catalog
from missions.mission import Mission
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox.choice import sandbox_named
from simulators.runtime.stage import RuntimeSpec


@dataclass(frozen=True)
class Order:
    """One attempt to be done, with all that a worker on any machine needs to know."""

    run: Path
    attempt: Attempt
    request: RunRequest
    sandbox: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Done:
    """What a worker reports: the attempt, and its figures for the progress display."""

    attempt: Attempt
    passed: int = 0
    total: int = 0
    note: str = ""


def perform(order: Order) -> Done:
    """Do the steps of one attempt that are not there yet."""
    paths = RunPaths(order.run).of(order.attempt)
    clear_unfinished(paths)
    mission = _catalog(order.request.missions).mission(order.attempt.mission)
    record = read_generation(paths)
    if record is None and Step.GENERATE in order.steps:
        record = generate(order, _agent(order.request), task_of(order))
    if record is None:
        return Done(order.attempt, note="nothing was generated")
    judgement = read_judgement(paths)
    if Step.JUDGE in order.steps and not is_judged(paths):
        judgement = _judge(order, mission, record)
    if judgement is None:
        return Done(order.attempt, note=record.failure)
    return Done(order.attempt, judgement.passed, judgement.total, judgement.runnable.reason)


@cache
def _catalog(name: str) -> Catalog:
    return open_catalog(name)


@cache
def _agent(request: RunRequest) -> Agent:
    return agent_of(request)


def task_of(order: Order) -> Task:
    """What the agent is given for one attempt."""
    catalog, workplace = _catalog(order.request.missions), RunPaths(order.run).of(order.attempt).transcript
    mission = catalog.mission(order.attempt.mission)
    return Task(order.attempt, mission, canonical_solution(catalog, mission.id), workplace)


def generate(order: Order, agent: Agent, task: Task) -> GenerationRecord:
    """Let the agent build, and write down what came of it.

    Raises `ModelError` when a model could not be asked: then nothing is written but the transcript, and the attempt
    is still to be done.
    """
    clear_unfinished(RunPaths(order.run).of(order.attempt))
    task.workplace.mkdir(parents=True, exist_ok=True)
    try:
        generation = agent.build(task)
    except (ModelError, UsageError):
        raise
    except EvaluatorError as error:
        generation = Generation(None, str(error))
    return write_generation(RunPaths(order.run).of(order.attempt), generation)


def _judge(order: Order, mission: Mission, record: GenerationRecord) -> Judgement:
    paths = RunPaths(order.run).of(order.attempt)
    if not record.built:
        judgement = not_runnable(mission, f"nothing was built: {record.failure}")
    else:
        paths.pictures.mkdir(parents=True, exist_ok=True)
        production = RuntimeSpec(
            project=paths.solution,
            stack=mission.stack.value,
            environment=environments.find(mission.environment),
            sandbox=sandbox_named(order.sandbox),
            setting=mission.setting,
            start=record.start,
            start_limit=mission.limits.start,
            superuser=mission.superuser,
            settings=mission.variables,
            extra_packages=mission.extra_packages,
        )
        judgement = judge(mission, production, record.parameters, paths.pictures)
    write_judgement(paths, judgement)
    return judgement
