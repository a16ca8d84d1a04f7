"""Evaluation of a mission's reference solution for a run: it decides which testcodes are defects of the mission."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator.evaluators.interface import Evaluator
from evaluator.model.evaluation import Evaluation, defects_of
from evaluator.runs.execution.resolved_run import ResolvedRun, with_inputs
from evaluator.runs.execution.time_limits import (
    evaluation_over_limit,
    exceeded_limit,
    forget_limits,
    read_case_log,
    time_limits,
)
from evaluator.runs.execution.workbench import AttemptWorkbench, Subject
from evaluator.runs.folder.paths import AttemptPaths, RunPaths
from evaluator.runs.folder.records import clear_unfinished, has_testcode_error, is_final, write_evaluation
from missions.catalog import Catalog
from missions.mission import Mission
from simulators.runtime.environments import host as environments
from simulators.runtime.environments.shared_folders import exclusive


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
        whole = replace(run, request=replace(run.request, stop_after=None))
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
    (evaluator, *_) = run.benchmark.evaluators(mission)
    with tempfile.TemporaryDirectory(prefix="projecteval-reference-", ignore_cleanup_errors=True) as temporary:
        reference = ReferenceEvaluation.of_run(RunPaths(Path(temporary)), run, mission_id)
        evaluation = reference.workbench().baseline(evaluator)
    for case in evaluation.cases if evaluation else ():
        if not case.passed:
            yield f"{mission.source or mission.id}: the reference does not pass {case.id}: {case.reason}"


def is_needed(attempt: AttemptPaths, reference: AttemptPaths, evaluators: Sequence[Evaluator]) -> bool:
    """Return True when a testcode raised in `attempt` and the mission's reference is not evaluated yet."""
    return any(not is_final(reference, each.name) and has_testcode_error(attempt, each.name) for each in evaluators)
