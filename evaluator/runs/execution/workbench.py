"""Workbench of one attempt, with everything that its evaluators may use; evaluation of a mission's reference."""

from __future__ import annotations

import hashlib
import json
import platform
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path

from evaluator.evaluators.interface import EvaluationOptions, Evaluator
from evaluator.io.files import read_json, write_json
from evaluator.model.evaluation import Case, Evaluation, Outcome, defects_of
from evaluator.model.generation import ArtifactKind, Conversation, Solution
from evaluator.model.result import GenerationRecord
from evaluator.runs.execution.events import (
    EVALUATING,
    Event,
    TimeLimits,
    append_event,
    evaluation_over_limit,
    exceeded_limit,
    forget_limits,
    read_case_log,
    time_limits,
)
from evaluator.runs.execution.resolved_run import ResolvedRun, with_inputs
from evaluator.runs.folder.paths import AttemptPaths, RunPaths
from evaluator.runs.folder.records import (
    clear_unfinished,
    has_testcode_error,
    is_final,
    read_solution,
    write_evaluation,
)
from missions.catalog import Catalog
from missions.mission import Mission
from missions.project_files import Files, write_files
from missions.reference import Reference
from simulators.runtime.environments import host as environments
from simulators.runtime.environments.shared_folders import exclusive
from simulators.runtime.sandbox import Box, BoxLimits, Sandbox
from simulators.runtime.worker_context import WorkerContext

REPEATED = frozenset({Outcome.INFRASTRUCTURE, Outcome.TIMEOUT})
"""Outcomes that the machine may have caused: a baseline that has one is used, but not cached."""


@dataclass(frozen=True)
class Subject:
    """What is evaluated: the solution of an attempt, or what exists after one of its stages.

    `paths` are where evaluations are stored, `project` is the folder of the code, `recorded` the file of recorded
    answers, `failure` why building failed. A stage has its name and its `folder`; `version_before` is the agent's own
    solution that a later request changes.
    """

    paths: AttemptPaths
    project: Path
    recorded: Path
    produced: frozenset[ArtifactKind] = frozenset()
    asked: frozenset[ArtifactKind] = frozenset()
    failure: str = ""
    read: Callable[[], Solution] = Solution
    stage: str = ""
    folder: str = ""
    version_before: Solution | None = None

    @classmethod
    def of_attempt(cls, paths: AttemptPaths, record: GenerationRecord) -> Subject:
        """Return the solution of an attempt as what is evaluated."""
        read = partial(read_solution, paths, record)
        return cls(paths, paths.solution, paths.recorded, record.produced, record.asked, record.failure, read)

    @classmethod
    def in_folder(cls, folder: Path, asked: frozenset[ArtifactKind] = frozenset()) -> Subject:
        """Return a project that no agent built, in ``solution/`` of `folder`, with an empty folder of attachments."""
        paths = AttemptPaths(folder)
        for there in (paths.solution, paths.attachments):
            there.mkdir(parents=True, exist_ok=True)
        return cls(paths, paths.solution, paths.recorded, asked=asked)


@dataclass(frozen=True)
class AttemptWorkbench:
    """Workbench on a run folder; `events` receives what `attempt` does, `reference_limits` are hard limits of the
    reference's own evaluation, where it has some besides those of the attempt."""

    run: ResolvedRun
    mission: Mission
    subject: Subject
    attempt: str = ""
    events: Path | None = None
    limits: TimeLimits | None = None
    judge: Conversation | None = None
    reference_limits: TimeLimits | None = None

    @property
    def project(self) -> Path:
        return self.subject.project

    @property
    def attachments(self) -> Path:
        return self.subject.paths.attachments

    @property
    def asked(self) -> frozenset[ArtifactKind]:
        return self.subject.asked

    @property
    def sandbox(self) -> Sandbox:
        return self.run.sandbox

    @property
    def worker(self) -> WorkerContext | None:
        return self.run.worker

    @property
    def options(self) -> EvaluationOptions:
        return self.run.options

    @contextmanager
    def box(self, files: Files, *, limits: BoxLimits) -> Iterator[Box]:
        with tempfile.TemporaryDirectory(prefix="projecteval-box-", ignore_cleanup_errors=True) as temporary:
            workspace = Path(temporary) / "project"
            workspace.mkdir()
            write_files(files, workspace)
            with self.sandbox.box(workspace, environments.find(self.mission.environment), limits) as box:
                yield box

    def begins(self, case_id: str, seconds: float) -> None:
        if self.limits is not None:
            self.limits.begins(case_id, seconds)

    def takes(self, seconds: float) -> None:
        if self.limits is not None:
            self.limits.takes(seconds)

    def announce(self, case: Case, number: int, total: int) -> None:
        if self.limits is not None:
            self.limits.ended(case)
        if self.events is not None:
            event = Event(self.attempt, EVALUATING, number, total, case.id, case.outcome.value, case.reason)
            append_event(self.events, event)

    def recorded(self) -> Mapping[str, object] | None:
        path = self.subject.recorded
        return read_json(path, dict[str, object]) if path.exists() else None

    def reference(self) -> Reference | None:
        return self.run.catalog.reference(self.mission.id)

    def version_before(self) -> Solution | None:
        if self.subject.version_before is not None:
            return self.subject.version_before
        reference = self.reference()
        return Solution.of_reference(reference.before) if reference and reference.before else None

    def model(self) -> Conversation | None:
        return self.judge

    def baseline(self, evaluator: Evaluator) -> Evaluation | None:
        reference = self.reference()
        if reference is None:
            return None
        if (known := self.known_baseline(evaluator)) is not None:
            return known
        evaluation = self.evaluated(evaluator, reference)
        if evaluation.has_testcode_error():  # a defect counts for no agent: only what raises twice is one
            evaluation = passed_once(evaluation, self.evaluated(evaluator, reference))
        if not REPEATED & evaluation.counts().keys():
            write_json(self._baseline_path(evaluator, reference), evaluation)
        return evaluation

    def evaluated(self, evaluator: Evaluator, reference: Reference) -> Evaluation:
        """Return a new evaluation of a reference solution."""
        with tempfile.TemporaryDirectory(prefix="projecteval-baseline-", ignore_cleanup_errors=True) as temporary:
            subject = Subject.in_folder(Path(temporary), self.asked)
            write_files(reference.files, subject.project)
            run = self.run.of_started_projects
            own = AttemptWorkbench(run, self.mission, subject, limits=self.reference_limits, judge=self.judge)
            return evaluator.evaluate(Solution.of_reference(reference), self.mission, own)

    def known_baseline(self, evaluator: Evaluator) -> Evaluation | None:
        """Return the reference's evaluation when it is cached on this machine."""
        reference = self.reference()
        if reference is None or not (path := self._baseline_path(evaluator, reference)).exists():
            return None
        return read_json(path, Evaluation)

    def _baseline_path(self, evaluator: Evaluator, reference: Reference) -> Path:
        """Return where the baseline is cached: by mission, reference, drawn inputs, evaluator with its version,
        settings, environment, sandbox, machine and its programs."""
        decisive = {
            "mission": self.mission.fingerprint,
            "reference": reference.digest(),
            "inputs": sorted({testcode.inputs_seed for testcode in self.mission.testcodes if testcode.inputs}),
            "evaluator": f"{evaluator.name} of {version('projecteval')}",
            "settings": dict(evaluator.settings(self.options)),
            "environment": environments.digest(self.mission.environment),
            "sandbox": self.sandbox.name,
            "machine": asdict(_Machine()) | dict(self.mission.programs),
        }
        digest = hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()[:24]
        return environments.home() / "baselines" / f"{digest}.json"


def passed_once(first: Evaluation, second: Evaluation) -> Evaluation:
    """Return `second` with the cases that passed in `first` instead of those that did not pass again."""
    passed = {case.id: case for case in first.cases if case.passed}
    return replace(second, cases=tuple(case if case.passed else passed.get(case.id, case) for case in second.cases))


@dataclass(frozen=True)
class _Machine:
    """What tells machines apart whose measurements must not be compared."""

    node: str = platform.node()
    processor: str = platform.machine()
    python: str = platform.python_version()


@dataclass(frozen=True)
class ReferenceEvaluation:
    """What evaluating the reference of a whole mission needs, whatever part of it the run evaluates."""

    paths: AttemptPaths
    run: ResolvedRun
    mission: Mission

    @classmethod
    def of_run(cls, paths: RunPaths, run: ResolvedRun, mission_id: str) -> ReferenceEvaluation:
        """Return the evaluation of a mission's reference, of which no testcode is left out or skipped."""
        mission = with_inputs(run.catalog.mission(mission_id), run.inputs_seed)
        whole = replace(run, request=replace(run.request, stop_after=None, url=""))
        return cls(paths.reference(mission_id), whole, mission)

    def perform_where_needed(self, attempt: AttemptPaths, evaluators: Sequence[Evaluator]) -> None:
        """Evaluate the reference once per run when a testcode raised in `attempt`; store what this machine knows of
        defects already in any case."""
        if not self.mission.testcodes or self.run.catalog.reference(self.mission.id) is None:
            return
        for evaluator in evaluators:
            if is_final(self.paths, evaluator.name):
                continue
            if has_testcode_error(attempt, evaluator.name):
                with exclusive(self.paths.folder):
                    self._perform(evaluator)
            elif (known := self.workbench().known_baseline(evaluator)) and defects_of(known).reasons:
                write_evaluation(self.paths, known)

    def _perform(self, evaluator: Evaluator) -> None:
        if is_final(self.paths, evaluator.name):  # another worker was first
            return
        self.paths.folder.mkdir(exist_ok=True)
        clear_unfinished(self.paths)
        if (evaluation := self._evaluated(evaluator)) is not None:
            write_evaluation(self.paths, evaluation)
        forget_limits(self.paths)

    def _evaluated(self, evaluator: Evaluator) -> Evaluation | None:
        """Return the reference's evaluation, this machine's stored one or a new one; timeouts where it does not end."""
        workbench = self.workbench()
        if exceeded := exceeded_limit(self.paths, evaluator.name):
            blank = evaluator.not_built(self.mission, "", workbench)
            return evaluation_over_limit(blank, exceeded, read_case_log(self.paths))
        with time_limits(self.paths, evaluator.name, self.run.worker) as limits:
            return replace(workbench, reference_limits=limits).baseline(evaluator)

    def workbench(self) -> AttemptWorkbench:
        subject = Subject(self.paths, self.paths.solution, self.paths.recorded)
        return AttemptWorkbench(self.run, self.mission, subject)


def reference_problems(catalog: Catalog, mission_id: str, sandbox: str) -> Iterator[str]:
    """Yield the cases of a mission's testcodes that its reference does not pass. The result is stored on this machine
    for runs; nothing is evaluated for missions without testcodes or reference."""
    mission = catalog.mission(mission_id)
    if not mission.testcodes or catalog.reference(mission_id) is None:
        return
    environments.build(mission.environment)
    run = ResolvedRun.of_references(catalog, mission.benchmark, sandbox)
    with _workbench(run, mission) as (workbench, evaluator):
        evaluation = workbench.baseline(evaluator)
    for case in evaluation.cases if evaluation else ():
        if not case.passed:
            yield f"{_place(mission)}: the reference does not pass {case.id}: {case.reason}"
    yield from _problems_before(run, mission)
    for later in mission.later:
        yield from reference_problems(catalog, later.id, sandbox)


def _problems_before(run: ResolvedRun, mission: Mission) -> Iterator[str]:
    """Yield where the version before a mission fails others than its new testcodes: those that the stage began or
    changed, or those that `works_already` does not name."""
    reference = run.catalog.reference(mission.id)
    if reference is None or reference.before is None:
        return
    with _workbench(run, mission) as (workbench, evaluator):
        evaluation = workbench.evaluated(evaluator, reference.before)
    if mission.stage:
        version, group = "reference of the stage before", "this stage"
        new = {each.id for each in mission.testcodes if each.since == mission.stage}
    else:
        version, group = "existing project", "what is new by works_already"
        new = {each.id for each in mission.testcodes if each.id not in mission.works_already}
    for case in evaluation.cases:
        if case.passed == (case.id in new) and case.caused_by not in new:
            what, belongs = ("passes", "belongs") if case.passed else ("does not pass", "does not belong")
            yield f"{_place(mission)}: the {version} {what} {case.id}, which {belongs} to {group}: {case.reason}"


@contextmanager
def _workbench(run: ResolvedRun, mission: Mission) -> Iterator[tuple[AttemptWorkbench, Evaluator]]:
    """Open a workbench without a run folder, and the evaluator of the mission's testcodes."""
    (evaluator, *_) = run.benchmark.evaluators(mission)
    with tempfile.TemporaryDirectory(prefix="projecteval-reference-", ignore_cleanup_errors=True) as temporary:
        reference = ReferenceEvaluation.of_run(RunPaths(Path(temporary)), run, mission.id)
        yield reference.workbench(), evaluator


def _place(mission: Mission) -> str:
    return f"{mission.source or mission.id}{f', stage {mission.stage}' if mission.stage else ''}"


def is_needed(attempt: AttemptPaths, reference: AttemptPaths, evaluators: Sequence[Evaluator]) -> bool:
    """Return True when a testcode raised in `attempt` and the mission's reference is not evaluated yet."""
    return any(not is_final(reference, each.name) and has_testcode_error(attempt, each.name) for each in evaluators)
