"""What the request of a run stands for, opened once per process: missions, benchmark, agent, sandbox."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from evaluator.agents.interface import Agent
from evaluator.agents.models.services import Patience
from evaluator.agents.registry import agent_named
from evaluator.agents.settings import AgentSettings, Budget, BudgetLimits, price_of
from evaluator.benchmarks.interface import Benchmark, benchmark_named
from evaluator.engines.forked_workers import WORKER
from evaluator.evaluators.interface import EvaluationOptions, Evaluator
from evaluator.model.errors import EvaluatorError, UsageError
from evaluator.model.options import Rule, Screenshots
from evaluator.model.result import Attempt
from evaluator.runs.folder.paths import AttemptPaths
from evaluator.runs.folder.records import is_final, read_evaluation
from evaluator.runs.folder.request import RunRequest, request_of
from evaluator.strategies.interface import Strategy
from missions.catalog import Catalog, open_catalog
from missions.mission import Mission
from missions.names import matching
from simulators.runtime.sandbox import Sandbox
from simulators.runtime.sandbox.choice import AUTO, sandbox_named
from simulators.runtime.sandbox.egress_proxy import host_of
from simulators.runtime.worker_context import WorkerContext


@dataclass(frozen=True)
class ResolvedRun:
    """A request with what it names. `inputs_seed` is that of the inputs that testcodes draw."""

    request: RunRequest
    catalog: Catalog
    benchmark: Benchmark
    agent: Agent
    sandbox_name: str
    inputs_seed: int = 0
    worker: WorkerContext | None = None

    @classmethod
    def open(cls, request: RunRequest, benchmark: str = "", sandbox: str = "", inputs_seed: int = 0) -> ResolvedRun:
        """Open what `request` names; a lock says which benchmark, sandbox and seed were chosen. Raises `MissionError`,
        `UsageError`."""
        catalog = open_catalog(request.missions)
        chosen = benchmark_named(benchmark or request.benchmark or catalog.benchmark)
        chosen.chosen_options(request.benchmark_options)
        agent = agent_of(request)
        return cls(request, catalog, chosen, agent, sandbox or request.sandbox, inputs_seed, WORKER.get())

    def is_of(self, request: RunRequest, benchmark: str, sandbox: str, inputs_seed: int) -> bool:
        """Return True when `open` would give the same."""
        return (self.request, self.benchmark.name, self.sandbox_name, self.inputs_seed) == (
            request,
            benchmark,
            sandbox,
            inputs_seed,
        )

    @classmethod
    def of_references(cls, catalog: Catalog, benchmark: str, sandbox: str = AUTO) -> ResolvedRun:
        """Return a run of the reference solutions of a catalog, outside of a run folder."""
        request = request_of(agent="canonical", sandbox=sandbox)
        return cls(request, catalog, benchmark_named(benchmark), agent_of(request), sandbox)

    @cached_property
    def sandbox(self) -> Sandbox:
        return sandbox_named(self.sandbox_name)

    @cached_property
    def options(self) -> EvaluationOptions:
        return EvaluationOptions(
            Rule(self.request.rule),
            self.request.embedder,
            self.benchmark.chosen_options(self.request.benchmark_options),
            self.request.window == "shown",
            Screenshots(self.request.screenshots),
            self.request.browser,
            self.request.stop_after,
            self.request.patience,
            self.request.judge,
            self.request.url,
        )

    @property
    def of_started_projects(self) -> ResolvedRun:
        """Return the run without the address of a project that was running already: references are started."""
        return replace(self, request=replace(self.request, url="")) if self.request.url else self

    def mission(self, mission_id: str, strategy: str = "", stage: str = "") -> Mission:
        """Return the part of a mission that is evaluated, with the inputs that its testcodes draw: as it is after a
        stage of a strategy, by default its last one."""
        mission = self.catalog.mission(mission_id)
        if strategy:
            mission = self.benchmark.strategies[strategy].mission_at(mission, stage)
        return requested_part(mission, self.request, self.inputs_seed)

    def strategies(self, combinations: Sequence[tuple[str, str]]) -> list[Strategy]:
        """Return the strategies of some combinations of input set and strategy."""
        return [self.benchmark.strategies[name] for name in dict.fromkeys(strategy for _, strategy in combinations)]

    def evaluators(self, mission: Mission, attempt: Attempt | None = None) -> tuple[Evaluator, ...]:
        """Return the evaluators of `mission`, or of one attempt at it, that the request names, or all that this machine
        can run."""
        benchmark = self.benchmark
        there = benchmark.evaluators(mission) if attempt is None else benchmark.attempt_evaluators(mission, attempt)
        return tuple(_chosen(there, self.request.evaluators))

    def stage_evaluator(self, mission_id: str, strategy_name: str, stage: str, name: str) -> Evaluator:
        """Return an evaluator of a stage. Raises `EvaluatorError` for one that neither benchmark nor strategy has."""
        mission, strategy = self.mission(mission_id, strategy_name, stage), self.benchmark.strategies[strategy_name]
        for evaluator in (*strategy.evaluators(mission), *self.benchmark.stage_evaluators(mission, stage)):
            if evaluator.name == name:
                return evaluator
        raise EvaluatorError(
            f"stage {stage}: neither the strategy {strategy.name} nor the benchmark has an evaluator {name}"
        )

    def is_current(self, paths: AttemptPaths, evaluator: Evaluator) -> bool:
        """Return True when a final evaluation with the same settings is stored."""
        if not is_final(paths, evaluator.name):
            return False
        wanted = dict(evaluator.settings(self.options))
        if not wanted:
            return True
        stored = read_evaluation(paths, evaluator.name)
        return stored is not None and (not stored.settings or dict(stored.settings) == wanted)


def agent_of(request: RunRequest, budget: Budget | None = None, tell: Callable[[str], None] = lambda _: None) -> Agent:
    """Return the agent of a run; `budget` is shared by its attempts, `tell` shows notes. Raises `UsageError`."""
    return agent_named(request.agent, settings_of(request, budget, tell))


def settings_of(request: RunRequest, budget: Budget | None, tell: Callable[[str], None]) -> AgentSettings:
    """Return the settings that a request gives its agent."""
    return AgentSettings(
        limits=BudgetLimits(request.max_tokens, request.max_cost, request.max_seconds),
        patience=Patience(in_all=request.retry_seconds, one_answer=request.answer_seconds),
        temperature=request.temperature,
        seed=request.seed,
        most_tokens=request.max_output_tokens,
        context_window=request.context_window,
        price=price_of(request.price),
        most_bytes=request.max_answer_bytes,
        sandbox=request.sandbox,
        passed_on=request.pass_env,
        network=tuple(map(host_of, request.agent_network)),
        tools=tuple(Path(folder) for folder in request.agent_tools),
        trace=request.agent_trace,
        budget=budget or Budget(limits_of_run(request)),
        tell=tell,
    )


def limits_of_run(request: RunRequest) -> BudgetLimits:
    return BudgetLimits(request.run_max_tokens, request.run_max_cost, request.run_max_seconds)


def with_inputs(mission: Mission, seed: int) -> Mission:
    """Return `mission` with testcodes that draw the inputs of `seed`."""
    return replace(mission, testcodes=tuple(each.with_inputs(seed, mission.name) for each in mission.testcodes))


def requested_part(mission: Mission, request: RunRequest, inputs_seed: int) -> Mission:
    """Return `mission` with the testcodes and the start limit that the request names, and the inputs of a seed."""
    mission = with_inputs(mission, inputs_seed)
    if request.start_seconds is not None:
        mission = replace(mission, limits=replace(mission.limits, start=request.start_seconds))
    if not request.only:
        return mission
    wanted = matching(request.only, [testcode.id for testcode in mission.testcodes])
    for testcode in reversed(mission.testcodes):  # a testcode requires earlier ones only
        if testcode.id in wanted:
            wanted.update(testcode.requires)
    return replace(mission, testcodes=tuple(each for each in mission.testcodes if each.id in wanted))


def _chosen(evaluators: Sequence[Evaluator], requested: Sequence[str]) -> Iterator[Evaluator]:
    for evaluator in evaluators:
        problem = evaluator.unavailable()
        if problem and evaluator.name in requested:
            raise UsageError(f"--evaluators {evaluator.name}: {problem}")
        if not problem and (not requested or evaluator.name in requested):
            yield evaluator
