"""Generate and evaluate one attempt: the work of a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from evaluator.agents.interface import Agent, ConversationalAgent
from evaluator.agents.settings import Budget, BudgetLimits
from evaluator.benchmarks.interface import Benchmark
from evaluator.benchmarks.registry import benchmark_named
from evaluator.engines.forked_workers import WORKER
from evaluator.evaluators.interface import EvaluationOptions, Evaluator
from evaluator.io.files import read_json
from evaluator.model.errors import EvaluatorError, UsageError
from evaluator.model.evaluation import RUNNABLE, Evaluation
from evaluator.model.generation import documents_of
from evaluator.model.options import Screenshots
from evaluator.model.result import Attempt, GenerationRecord
from evaluator.model.rule import Rule
from evaluator.model.solution import Solution
from evaluator.runs.execution.agents import agent_of
from evaluator.runs.execution.building import AttemptBuild, PendingStage
from evaluator.runs.execution.events import EVALUATING, GENERATING, Event, append_event
from evaluator.runs.execution.judge import open_judge
from evaluator.runs.execution.reference import ReferenceEvaluation
from evaluator.runs.execution.time_limits import (
    evaluation_over_limit,
    exceeded_limit,
    forget_limits,
    read_case_log,
    time_limits,
)
from evaluator.runs.execution.workbench import AttemptWorkbench
from evaluator.runs.folder.options import Step
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
)
from evaluator.runs.folder.request import RunRequest
from evaluator.runs.folder.stages import StageRecord, StageStore
from evaluator.runs.folder.times import recorded_span
from evaluator.strategies.interface import BuildTask
from evaluator.strategies.prompts import Prompts, replacements
from evaluator.strategies.stage_work import StageWork
from missions.artifacts import ArtifactKind
from missions.catalog import Catalog, open_catalog
from missions.mission import Mission
from simulators.runtime.sandbox.choice import sandbox_named


@dataclass(frozen=True)
class AttemptJob:
    """One attempt to be done, with all that a worker on any machine needs to know.

    With `stage` (its folder) only this stage is evaluated: the attempt is being built elsewhere.
    """

    run: Path
    attempt: Attempt
    request: RunRequest
    benchmark: str
    sandbox: str
    steps: tuple[Step, ...]
    stage: str = ""
    inputs_seed: int = 0

    @property
    def paths(self) -> AttemptPaths:
        return RunPaths(self.run).of(self.attempt)


@dataclass(frozen=True)
class JobResult:
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

    def perform(self, job: AttemptJob) -> JobResult:
        """Execute the missing steps of one attempt, or evaluate one of its stages."""
        clear_unfinished(job.paths)
        if job.stage:
            self.evaluate_stage(job, job.stage)
            return JobResult(job.attempt)
        record = read_generation(job.paths)
        if record is None and Step.GENERATE in job.steps:
            record = self._generate(job)
        if record is None:
            return JobResult(job.attempt, note="nothing was generated")
        if Step.EVALUATE in job.steps:
            announce_phase(job, EVALUATING)
            with recorded_span(job.paths.times, EVALUATING):
                self._evaluate(job, record)
        defects = read_defects(RunPaths(job.run), job.attempt.mission)
        result = read_result(job.attempt, job.paths).marked(defects)
        runnable = result.case(RUNNABLE)
        note = runnable.reason if runnable else record.failure
        return JobResult(job.attempt, result.passed, result.total, note)

    def _generate(self, job: AttemptJob) -> GenerationRecord:
        """Build one attempt, and evaluate its stages, in this process."""
        while isinstance(found := self.advance(job, self.agent, Budget()), PendingStage):
            self.evaluate_stage(job, found.folder)
        return found

    def advance(self, job: AttemptJob, agent: Agent, budget: Budget) -> GenerationRecord | PendingStage:
        """Build one attempt with `agent` until it is complete, or one of its stages has to be evaluated.

        Raises `ModelError` when a model gave no answer: then the stages that are done are stored, and the attempt
        remains to be done.
        """
        clear_unfinished(job.paths)
        announce_phase(job, GENERATING)
        return self._build(job, agent, budget).advance()

    def _build(self, job: AttemptJob, agent: Agent, budget: Budget) -> AttemptBuild:
        """Return the building of one attempt."""
        request, attempt = self.request, job.attempt
        strategy, mission = self.benchmark.strategies[attempt.strategy], self.catalog.mission(attempt.mission)
        reference = self.catalog.reference(mission.id)
        task = BuildTask(
            attempt,
            mission,
            documents_of(mission, self.benchmark.input_sets[attempt.input_set], reference),
            reference,
            Prompts(strategy.templates, replacements(request.prompts)),
            isinstance(agent, ConversationalAgent),
        )
        limits = BudgetLimits(request.max_tokens, request.max_cost, request.max_seconds)
        work = StageWork(task, agent, job.paths.transcript, request.repair, limits, budget)
        return AttemptBuild(job.paths, work, strategy, partial(self._is_current, job))

    def evaluate_stage(self, job: AttemptJob, folder: str) -> None:
        """Evaluate one stage. Raises `StageNotEvaluated` when the machine prevented it."""
        paths, store = job.paths.stage(folder), StageStore(job.paths)
        record = read_json(paths.generation, StageRecord)
        subject = Subject(
            paths,
            store.place(record.artifacts.get(ArtifactKind.CODE, folder), ArtifactKind.CODE),
            job.paths.recorded,
            frozenset(record.artifacts),
            record.asked,
            record.failure,
            lambda: Solution(store.artifacts(record)),
        )
        announce_phase(job, EVALUATING)
        with recorded_span(paths.times, EVALUATING):
            for name in record.evaluators:
                self._measure(job, subject, self._stage_evaluator(job, record.name, name))
        if infrastructure := [name for name in record.evaluators if not is_final(paths, name)]:
            raise StageNotEvaluated(
                f"stage {record.name} could not be evaluated by {', '.join(infrastructure)}: the machine prevented it; "
                "resume the run"
            )

    def _evaluate(self, job: AttemptJob, record: GenerationRecord) -> None:
        paths = job.paths
        subject = Subject(
            paths,
            paths.solution,
            paths.recorded,
            record.produced,
            record.asked,
            record.failure,
            partial(read_solution, paths, record),
        )
        for evaluator in evaluators_of(self.benchmark, self._mission(job), job.request):
            self._measure(job, subject, evaluator)
        self._evaluate_reference(job, options_of(job.request))

    def _evaluate_reference(self, job: AttemptJob, options: EvaluationOptions) -> None:
        """Evaluate the mission's reference when a testcode raised: it decides whether that is the mission's defect."""
        mission = with_inputs(self.catalog.mission(job.attempt.mission), job.inputs_seed)
        sandbox = sandbox_named(job.sandbox)
        evaluators = evaluators_of(self.benchmark, mission, job.request)
        reference = ReferenceEvaluation(RunPaths(job.run), self.catalog, mission, sandbox, options, WORKER.get())
        reference.perform_where_needed(job.paths, evaluators)

    def _measure(self, job: AttemptJob, subject: Subject, evaluator: Evaluator) -> None:
        """Store the evaluation of `subject` unless a current one is stored."""
        if not is_current(subject.paths, evaluator, options_of(job.request)):
            write_evaluation(subject.paths, self._evaluation(evaluator, job, subject))
            forget_limits(subject.paths)

    def _evaluation(self, evaluator: Evaluator, job: AttemptJob, subject: Subject) -> Evaluation:
        paths, mission = subject.paths, self._mission(job)
        paths.attachments.mkdir(parents=True, exist_ok=True)
        workbench = AttemptWorkbench(
            self.catalog,
            mission,
            sandbox_named(job.sandbox),
            options_of(job.request),
            subject.project,
            paths.attachments,
            subject.recorded,
            subject.asked,
            WORKER.get(),
            job.attempt.label,
            RunPaths(job.run).events,
        )
        if exceeded := exceeded_limit(paths, evaluator.name):
            return evaluation_over_limit(evaluator.not_built(mission, "", workbench), exceeded, read_case_log(paths))
        folder, label = RunPaths(job.run).judge, job.attempt.label
        with (
            opened_project(subject.project) as project,
            time_limits(paths, evaluator.name, WORKER.get()) as limits,
            open_judge(job.request, folder, label, evaluator.name) as judge,
        ):
            workbench = replace(workbench, project=project, limits=limits, judge=judge)
            if missing := evaluator.needs - subject.produced:
                failure = subject.failure or f"the agent produced no {', '.join(sorted(missing))}"
                return evaluator.not_built(mission, failure, workbench)
            evaluation = evaluator.evaluate(subject.read(), mission, workbench)
            return replace(evaluation, judge=judge.name) if judge is not None and judge.was_asked else evaluation

    def _mission(self, job: AttemptJob) -> Mission:
        return requested_part(self.catalog.mission(job.attempt.mission), job.request, job.inputs_seed)

    def _stage_evaluator(self, job: AttemptJob, stage: str, name: str) -> Evaluator:
        """Return an evaluator of a stage. Raises `EvaluatorError` for one that neither benchmark nor strategy has."""
        mission, strategy = self._mission(job), self.benchmark.strategies[job.attempt.strategy]
        for evaluator in (*strategy.evaluators(mission), *self.benchmark.stage_evaluators(mission, stage)):
            if evaluator.name == name:
                return evaluator
        raise EvaluatorError(
            f"stage {stage}: neither the strategy {strategy.name} nor the benchmark has an evaluator {name}"
        )

    def _is_current(self, job: AttemptJob, paths: AttemptPaths, stage: str, name: str) -> bool:
        return is_current(paths, self._stage_evaluator(job, stage, name), options_of(job.request))


@dataclass(frozen=True)
class Subject:
    """What is evaluated: the solution of an attempt, or what exists after one of its stages.

    `paths` are where evaluations are stored, `project` is the folder of the code, `failure` why building failed.
    """

    paths: AttemptPaths
    project: Path
    recorded: Path
    produced: frozenset[ArtifactKind]
    asked: frozenset[ArtifactKind]
    failure: str
    read: Callable[[], Solution]


class StageNotEvaluated(EvaluatorError):
    """A stage could not be evaluated because of the machine: the attempt remains to be done."""


RUNNER: ContextVar[AttemptRunner | None] = ContextVar("runner", default=None)
"""The runner of this worker's last job: the jobs of one run share catalog, benchmark and agent."""


def perform(job: AttemptJob) -> JobResult:
    """Execute one job in this process."""
    runner = RUNNER.get()
    if runner is None or (runner.request, runner.benchmark.name) != (job.request, job.benchmark):
        runner = AttemptRunner.open(job.request, job.benchmark)
        RUNNER.set(runner)
    return runner.perform(job)


def announce_phase(job: AttemptJob, phase: str) -> None:
    append_event(RunPaths(job.run).events, Event(job.attempt.label, phase))


def with_inputs(mission: Mission, seed: int) -> Mission:
    """Return `mission` with testcodes that draw the inputs of `seed`."""
    return replace(mission, testcodes=tuple(each.with_inputs(seed, mission.id) for each in mission.testcodes))


def requested_part(mission: Mission, request: RunRequest, inputs_seed: int) -> Mission:
    """Return `mission` with the testcodes and the start limit that the request names, and the inputs of a seed."""
    mission = with_inputs(mission, inputs_seed)
    if request.start_seconds is not None:
        mission = replace(mission, limits=replace(mission.limits, start=request.start_seconds))
    if not request.only:
        return mission
    wanted = set(request.only)
    for testcode in reversed(mission.testcodes):  # a testcode requires earlier ones only
        if testcode.id in wanted:
            wanted.update(testcode.requires)
    return replace(mission, testcodes=tuple(each for each in mission.testcodes if each.id in wanted))


def options_of(request: RunRequest) -> EvaluationOptions:
    return EvaluationOptions(
        Rule(request.rule),
        request.embedder,
        request.webdriver,
        request.window == "shown",
        Screenshots(request.screenshots),
        request.browser,
        request.stop_after,
        request.patience,
        request.judge,
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
