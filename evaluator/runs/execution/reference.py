"""Evaluation of a mission's reference solution for a run: it decides which testcodes are defects of the mission."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator.benchmarks.registry import benchmark_named
from evaluator.evaluators.interface import EvaluationOptions, Evaluator
from evaluator.model.evaluation import Evaluation, defects_of
from evaluator.runs.execution.time_limits import (
    evaluation_over_limit,
    exceeded_limit,
    forget_limits,
    read_case_log,
    time_limits,
)
from evaluator.runs.execution.workbench import AttemptWorkbench
from evaluator.runs.folder.paths import AttemptPaths, RunPaths
from evaluator.runs.folder.records import clear_unfinished, has_testcode_error, is_final, write_evaluation
from missions.catalog import Catalog
from missions.mission import Mission
from simulators.runtime.environments import host as environments
from simulators.runtime.environments.shared_folders import exclusive
from simulators.runtime.sandbox import Sandbox
from simulators.runtime.sandbox.choice import sandbox_named
from simulators.runtime.worker_context import WorkerContext


@dataclass(frozen=True)
class ReferenceEvaluation:
    """What evaluating the reference of a whole mission needs, whatever part of it the run evaluates."""

    run: RunPaths
    catalog: Catalog
    mission: Mission
    sandbox: Sandbox
    options: EvaluationOptions
    worker: WorkerContext | None = None

    @property
    def paths(self) -> AttemptPaths:
        return self.run.reference(self.mission.id)

    def perform_where_needed(self, attempt: AttemptPaths, evaluators: Sequence[Evaluator]) -> None:
        """Evaluate the reference once per run when a testcode raised in `attempt`; store what this machine knows of
        defects already in any case."""
        if not self.mission.testcodes or self.catalog.reference(self.mission.id) is None:
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
        with time_limits(self.paths, evaluator.name, self.worker) as limits:
            return replace(workbench, reference_limits=limits).baseline(evaluator)

    def workbench(self) -> AttemptWorkbench:
        return AttemptWorkbench(
            self.catalog,
            self.mission,
            self.sandbox,
            replace(self.options, stop_after=None),
            self.paths.solution,
            self.paths.attachments,
            self.paths.recorded,
            frozenset(),
            self.worker,
        )


def reference_problems(catalog: Catalog, mission_id: str, sandbox: str) -> Iterator[str]:
    """Yield the cases of a mission's testcodes that its reference does not pass. The result is stored on this machine
    for runs; nothing is evaluated for missions without testcodes or reference."""
    mission = catalog.mission(mission_id)
    if not mission.testcodes or catalog.reference(mission_id) is None:
        return
    environments.build(mission.environment)
    (evaluator, *_) = benchmark_named(mission.benchmark).evaluators(mission)
    with tempfile.TemporaryDirectory(prefix="projecteval-reference-", ignore_cleanup_errors=True) as temporary:
        run = RunPaths(Path(temporary))
        reference = ReferenceEvaluation(run, catalog, mission, sandbox_named(sandbox), EvaluationOptions())
        evaluation = reference.workbench().baseline(evaluator)
    for case in evaluation.cases if evaluation else ():
        if not case.passed:
            yield f"{mission.source or mission.id}: the reference does not pass {case.id}: {case.reason}"


def is_needed(attempt: AttemptPaths, reference: AttemptPaths, evaluators: Sequence[Evaluator]) -> bool:
    """Return True when a testcode raised in `attempt` and the mission's reference is not evaluated yet."""
    return any(not is_final(reference, each.name) and has_testcode_error(attempt, each.name) for each in evaluators)
