"""Generate and evaluate one attempt: the work of a worker, and the receiver of its progress."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Protocol

from evaluator.agents.interface import Agent, ConversationalAgent
from evaluator.agents.settings import Budget, BudgetLimits
from evaluator.evaluators.interface import Evaluator
from evaluator.io.files import read_json
from evaluator.model.errors import EvaluatorError
from evaluator.model.evaluation import RUNNABLE, Evaluation
from evaluator.model.generation import Solution, documents_of
from evaluator.model.options import Rule
from evaluator.model.result import Attempt, GenerationRecord
from evaluator.runs.execution.events import (
    EVALUATING,
    GENERATING,
    Event,
    append_event,
    evaluation_over_limit,
    exceeded_limit,
    forget_limits,
    read_case_log,
    time_limits,
)
from evaluator.runs.execution.judge import open_judge
from evaluator.runs.execution.resolved_run import ResolvedRun
from evaluator.runs.execution.stages import AttemptBuild, PendingStage, StageRecord, StageStore
from evaluator.runs.execution.workbench import AttemptWorkbench, ReferenceEvaluation, Subject
from evaluator.runs.folder.options import Step
from evaluator.runs.folder.paths import AttemptPaths, RunPaths, recorded_span
from evaluator.runs.folder.records import (
    clear_unfinished,
    copy_evaluation,
    is_final,
    opened_project,
    read_defects,
    read_generation,
    read_result,
    write_evaluation,
)
from evaluator.runs.folder.request import RunRequest
from evaluator.runs.folder.run import Run
from evaluator.strategies.interface import BuildTask
from evaluator.strategies.prompts import Prompts, replacements
from evaluator.strategies.stage_work import StageWork
from missions.errors import SolutionError
from missions.mission import Mission
from missions.project_files import ArtifactKind


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
    """Executes the attempts of one run in a process."""

    run: ResolvedRun

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
        while isinstance(found := self.advance(job, self.run.agent, Budget()), PendingStage):
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
        run, request, attempt = self.run, self.run.request, job.attempt
        strategy, mission = run.benchmark.strategies[attempt.strategy], run.catalog.mission(attempt.mission)
        reference = run.catalog.reference(mission.id)
        task = BuildTask(
            attempt,
            mission,
            documents_of(mission, run.benchmark.input_sets[attempt.input_set], reference),
            reference,
            Prompts(strategy.templates, replacements(request.prompts)),
            isinstance(agent, ConversationalAgent),
            Rule(request.rule),
            agent.context_window() if isinstance(agent, ConversationalAgent) else None,
        )
        limits = BudgetLimits(request.max_tokens, request.max_cost, request.max_seconds)
        work = StageWork(task, agent, job.paths.transcript, request.repair, limits, budget)
        return AttemptBuild(job.paths, work, strategy, partial(self._is_current, attempt))

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
            record.name,
            folder,
        )
        announce_phase(job, EVALUATING)
        with recorded_span(paths.times, EVALUATING):
            for name in record.evaluators:
                self._measure(job, subject, self._stage_evaluator(job.attempt, record.name, name))
        if infrastructure := [name for name in record.evaluators if not is_final(paths, name)]:
            raise StageNotEvaluated(
                f"stage {record.name} could not be evaluated by {', '.join(infrastructure)}: the machine prevented it; "
                "resume the run"
            )

    def _evaluate(self, job: AttemptJob, record: GenerationRecord) -> None:
        paths = job.paths
        subject, attempt = Subject.of_attempt(paths, record), job.attempt
        mission = self.run.mission(attempt.mission, attempt.strategy)
        for evaluator in self.run.evaluators(mission, attempt):
            self._keep_last_stage(job, record, evaluator)
            self._measure(job, subject, evaluator)
        reference = ReferenceEvaluation.of_run(RunPaths(job.run), self.run, mission.id)
        reference.perform_where_needed(job.paths, self.run.evaluators(reference.mission, job.attempt))

    def _measure(self, job: AttemptJob, subject: Subject, evaluator: Evaluator) -> None:
        """Store the evaluation of `subject` unless a current one is stored."""
        if not self.run.is_current(subject.paths, evaluator):
            write_evaluation(subject.paths, self._evaluation(evaluator, job, subject))
            forget_limits(subject.paths)

    def _evaluation(self, evaluator: Evaluator, job: AttemptJob, subject: Subject) -> Evaluation:
        paths, attempt, label = subject.paths, job.attempt, job.attempt.label
        mission = self.run.mission(attempt.mission, attempt.strategy, subject.stage)
        paths.attachments.mkdir(parents=True, exist_ok=True)
        workbench = AttemptWorkbench(self.run, mission, subject, label, RunPaths(job.run).events)
        if exceeded := exceeded_limit(paths, evaluator.name):
            return evaluation_over_limit(evaluator.not_built(mission, "", workbench), exceeded, read_case_log(paths))
        with (
            opened_project(subject.project) as project,
            time_limits(paths, evaluator.name, self.run.worker) as limits,
            open_judge(self.run.request, RunPaths(job.run).judge, label, evaluator.name) as judge,
        ):
            before = self._own_version_before(job, mission, subject)
            subject = replace(subject, project=project, version_before=before)
            workbench = replace(workbench, subject=subject, limits=limits, judge=judge)
            if missing := evaluator.needs - subject.produced:
                failure = subject.failure or f"the agent produced no {', '.join(sorted(missing))}"
                return evaluator.not_built(mission, failure, workbench)
            try:
                evaluation = evaluator.evaluate(subject.read(), mission, workbench)
            except SolutionError as error:  # its files cannot be written beside what they are evaluated with
                return evaluator.not_built(mission, str(error), workbench)
            return replace(evaluation, judge=judge.name) if judge is not None and judge.was_asked else evaluation

    def _own_version_before(self, job: AttemptJob, mission: Mission, subject: Subject) -> Solution | None:
        """Return what the agent made of the mission without its last request; None where it began with none, or with
        the reference's."""
        strategy, store = self.run.benchmark.strategies[job.attempt.strategy], StageStore(job.paths)
        if mission.before is None or strategy.begins_with_reference:
            return None
        whole = self.run.catalog.mission(job.attempt.mission)
        earlier = takewhile(lambda each: each[0] != subject.folder, store.records())
        found = [record for _, record in earlier if strategy.mission_at(whole, record.name).id == mission.before.id]
        return Solution(store.artifacts(found[-1])) if found else None

    def _keep_last_stage(self, job: AttemptJob, record: GenerationRecord, evaluator: Evaluator) -> None:
        """Keep the evaluation of the last stage as that of the solution, which is the same."""
        last = record.stages[-1] if record.stages and not record.failure else None
        if last is None or evaluator.name not in last.evaluators:
            return
        own = self.run.mission(job.attempt.mission, job.attempt.strategy, last.name)
        final = self.run.mission(job.attempt.mission, job.attempt.strategy)
        if own.id == final.id and own.stage and not self.run.is_current(job.paths, evaluator):
            copy_evaluation(job.paths.stage(last.folder), job.paths, evaluator.name)

    def _stage_evaluator(self, attempt: Attempt, stage: str, name: str) -> Evaluator:
        return self.run.stage_evaluator(attempt.mission, attempt.strategy, stage, name)

    def _is_current(self, attempt: Attempt, paths: AttemptPaths, stage: str, name: str) -> bool:
        return self.run.is_current(paths, self._stage_evaluator(attempt, stage, name))


class StageNotEvaluated(EvaluatorError):
    """A stage could not be evaluated because of the machine: the attempt remains to be done."""


RUN: ContextVar[ResolvedRun | None] = ContextVar("run", default=None)
"""The run of this worker's last job: the jobs of one run share catalog, benchmark and agent."""


def perform(job: AttemptJob) -> JobResult:
    """Execute one job in this process."""
    run = RUN.get()
    if run is None or not run.is_of(job.request, job.benchmark, job.sandbox, job.inputs_seed):
        run = ResolvedRun.open(job.request, job.benchmark, job.sandbox, job.inputs_seed)
        RUN.set(run)
    return AttemptRunner(run).perform(job)


def announce_phase(job: AttemptJob, phase: str) -> None:
    append_event(RunPaths(job.run).events, Event(job.attempt.label, phase))


class Listener(Protocol):
    """Called from one thread, apart from `notes`, `built` and `happens`."""

    def prepares(self, what: str) -> None: ...

    def notes(self, what: str) -> None: ...

    def begins(self, run: Run, to_do: int) -> None: ...

    def built(self, attempt: Attempt, record: GenerationRecord) -> None: ...

    def happens(self, event: Event) -> None: ...

    def ended(self, done: JobResult) -> None: ...

    def broke(self, attempt: Attempt, error: Exception) -> None: ...
