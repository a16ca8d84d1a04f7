"""Generate and evaluate one attempt: the work of a worker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator.agents.budget import Budget, BudgetLimits
from evaluator.agents.interface import Agent
from evaluator.agents.model_errors import ModelError
from evaluator.benchmarks.interface import Benchmark
from evaluator.benchmarks.registry import benchmark_named
from evaluator.engines.forked_workers import WORKER
from evaluator.evaluators.interface import EvaluationOptions, Evaluator
from evaluator.model.attempt import Attempt
from evaluator.model.documents import documents_of
from evaluator.model.errors import EvaluatorError, UsageError
from evaluator.model.evaluation import RUNNABLE, Evaluation
from evaluator.model.generation import Generation
from evaluator.model.result import GenerationRecord
from evaluator.model.screenshots import Screenshots
from evaluator.model.solution import ArtifactKind
from evaluator.runs.execution.agents import agent_of
from evaluator.runs.execution.events import EVALUATING, GENERATING, Event, append_event
from evaluator.runs.execution.reference import ReferenceEvaluation
from evaluator.runs.execution.time_limits import (
    evaluation_over_limit,
    exceeded_limit,
    forget_limits,
    read_case_log,
    time_limits,
)
from evaluator.runs.execution.trial import SandboxTrial
from evaluator.runs.execution.workbench import AttemptWorkbench
from evaluator.runs.folder.paths import AttemptPaths, RunPaths
from evaluator.runs.folder.records import (
    clear_unfinished,
    is_final,
    opened_project,
    read_defects,
    read_evaluation,
    read_generation,
    read_result,
    read_solution,
    write_evaluation,
    write_generation,
)
from evaluator.runs.folder.request import RunRequest, Step
from evaluator.runs.folder.times import recorded_span
from evaluator.strategies.interface import BuildTask
from evaluator.strategies.prompts import Prompts, prompts_named
from missions.catalog import Catalog, open_catalog
from missions.errors import SolutionError
from missions.mission import Mission
from simulators.runtime.sandbox.choice import sandbox_named
from simulators.setting import WebDriverKind


@dataclass(frozen=True)
class Order:
    """One attempt to be done, with all that a worker on any machine needs to know."""

    run: Path
    attempt: Attempt
    request: RunRequest
    benchmark: str
    sandbox: str
    steps: tuple[Step, ...]

    @property
    def paths(self) -> AttemptPaths:
        return RunPaths(self.run).of(self.attempt)


@dataclass(frozen=True)
class Done:
    """What a worker reports: the attempt, and its figures for the progress display."""

    attempt: Attempt
    passed: int = 0
    total: int = 0
    note: str = ""


@dataclass(frozen=True)
class AttemptRunner:
    """What the attempts of one request share in a process: catalog, benchmark and agent, opened once."""

    request: RunRequest
    catalog: Catalog
    benchmark: Benchmark
    agent: Agent

    @classmethod
    def open(cls, request: RunRequest, benchmark: str) -> AttemptRunner:
        return cls(request, open_catalog(request.missions), benchmark_named(benchmark), agent_of(request))

    def perform(self, order: Order) -> Done:
        """Execute the missing steps of one attempt."""
        clear_unfinished(order.paths)
        record = read_generation(order.paths)
        if record is None and Step.GENERATE in order.steps:
            announce_phase(order, GENERATING)
            record = generate(order, self.task(order, Budget()), self.agent, self.benchmark)
        if record is None:
            return Done(order.attempt, note="nothing was generated")
        if Step.EVALUATE in order.steps:
            announce_phase(order, EVALUATING)
            with recorded_span(order.paths.times, EVALUATING):
                self._evaluate(order, record)
        defects = read_defects(RunPaths(order.run), order.attempt.mission)
        result = read_result(order.attempt, order.paths).marked(defects)
        runnable = result.case(RUNNABLE)
        note = runnable.reason if runnable else record.failure
        return Done(order.attempt, result.passed, result.total, note)

    def task(self, order: Order, budget: Budget) -> BuildTask:
        """Return the strategy's task for one attempt."""
        request, attempt = self.request, order.attempt
        mission = self.catalog.mission(attempt.mission)
        reference = self.catalog.reference(mission.id)
        names = self.benchmark.input_sets[attempt.input_set]
        return BuildTask(
            attempt,
            mission,
            documents_of(mission, names, reference),
            reference,
            order.paths.transcript,
            prompts=prompts_of(request),
            repairs=request.repair,
            limits=BudgetLimits(request.max_tokens, request.max_cost, request.max_seconds),
            budget=budget,
            trial=SandboxTrial(order.sandbox, mission.environment),
        )

    def _evaluate(self, order: Order, record: GenerationRecord) -> None:
        mission = requested_part(self.catalog.mission(order.attempt.mission), order.request)
        options = options_of(order.request)
        for evaluator in evaluators_of(self.benchmark, mission, order.request):
            if not is_current(order.paths, evaluator, options):
                write_evaluation(order.paths, self._evaluation(evaluator, order, record, mission, options))
                forget_limits(order.paths)
        self._evaluate_reference(order, options)

    def _evaluate_reference(self, order: Order, options: EvaluationOptions) -> None:
        """Evaluate the mission's reference when a testcode raised: it decides whether that is the mission's defect."""
        mission, sandbox = self.catalog.mission(order.attempt.mission), sandbox_named(order.sandbox)
        evaluators = evaluators_of(self.benchmark, mission, order.request)
        reference = ReferenceEvaluation(RunPaths(order.run), self.catalog, mission, sandbox, options, WORKER.get())
        reference.perform_where_needed(order.paths, evaluators)

    def _evaluation(
        self, evaluator: Evaluator, order: Order, record: GenerationRecord, mission: Mission, options: EvaluationOptions
    ) -> Evaluation:
        paths = order.paths
        paths.attachments.mkdir(parents=True, exist_ok=True)
        workbench = AttemptWorkbench(
            self.catalog,
            mission,
            sandbox_named(order.sandbox),
            options,
            paths.solution,
            paths.attachments,
            paths.recorded,
            record.asked,
            WORKER.get(),
            order.attempt.label,
            RunPaths(order.run).events,
        )
        if exceeded := exceeded_limit(paths, evaluator.name):
            return evaluation_over_limit(evaluator.not_built(mission, "", workbench), exceeded, read_case_log(paths))
        with opened_project(paths) as project, time_limits(paths, evaluator.name, WORKER.get()) as limits:
            workbench = replace(workbench, project=project, limits=limits)
            if ArtifactKind.CODE in evaluator.needs and not record.built:
                return evaluator.not_built(mission, record.failure, workbench)
            return evaluator.evaluate(read_solution(paths, record), mission, workbench)


def generate(order: Order, task: BuildTask, agent: Agent, benchmark: Benchmark) -> GenerationRecord:
    """Have the strategy build one attempt with `agent`, and store the result.

    Raises `ModelError` when a model gave no answer: then only the transcript is stored, and the attempt remains to be
    done.
    """
    clear_unfinished(order.paths)
    order.paths.transcript.mkdir(parents=True, exist_ok=True)
    try:
        with recorded_span(order.paths.times, GENERATING):
            generation = benchmark.strategies[order.attempt.strategy].build(task, agent)
    except (ModelError, UsageError):
        raise
    except (EvaluatorError, SolutionError) as error:
        generation = Generation(None, str(error))
    return write_generation(order.paths, generation)


RUNNER: ContextVar[AttemptRunner | None] = ContextVar("runner", default=None)
"""The runner of this worker's last order: the orders of one run share catalog, benchmark and agent."""


def perform(order: Order) -> Done:
    """Execute one order in this process."""
    runner = RUNNER.get()
    if runner is None or (runner.request, runner.benchmark.name) != (order.request, order.benchmark):
        runner = AttemptRunner.open(order.request, order.benchmark)
        RUNNER.set(runner)
    return runner.perform(order)


def announce_phase(order: Order, phase: str) -> None:
    append_event(RunPaths(order.run).events, Event(order.attempt.label, phase))


def requested_part(mission: Mission, request: RunRequest) -> Mission:
    """Return `mission` with the testcodes and the start limit that the request names."""
    if request.start_seconds is not None:
        mission = replace(mission, limits=replace(mission.limits, start=request.start_seconds))
    if not request.only:
        return mission
    wanted = set(request.only)
    for testcode in reversed(mission.testcodes):  # a testcode requires earlier ones only
        if testcode.id in wanted:
            wanted.update(testcode.requires)
    return replace(mission, testcodes=tuple(each for each in mission.testcodes if each.id in wanted))


def prompts_of(request: RunRequest) -> Prompts:
    return prompts_named(request.prompts)


def options_of(request: RunRequest) -> EvaluationOptions:
    return EvaluationOptions(
        request.rule,
        request.embedder,
        WebDriverKind(request.webdriver),
        request.window == "shown",
        Screenshots(request.screenshots),
        request.browser,
        request.stop_after,
        request.patience,
    )


def evaluators_of(benchmark: Benchmark, mission: Mission, request: RunRequest) -> Sequence[Evaluator]:
    """Return the evaluators of `mission` that the request names, or all that this machine can run."""
    there = benchmark.evaluators(mission)
    return tuple(_chosen(there, request.evaluators))


def _chosen(there: Sequence[Evaluator], wanted: Sequence[str]) -> Iterator[Evaluator]:
    for evaluator in there:
        problem = evaluator.unavailable()
        if problem and evaluator.name in wanted:
            raise UsageError(f"--evaluators {evaluator.name}: {problem}")
        if not problem and (not wanted or evaluator.name in wanted):
            yield evaluator


def is_current(paths: AttemptPaths, evaluator: Evaluator, options: EvaluationOptions) -> bool:
    """Return True when a final evaluation with the same settings is stored."""
    if not is_final(paths, evaluator.name):
        return False
    wanted = dict(evaluator.settings(options))
    if not wanted:
        return True
    stored = read_evaluation(paths, evaluator.name)
    return stored is not None and (not stored.settings or dict(stored.settings) == wanted)
