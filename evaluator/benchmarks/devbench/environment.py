"""Evaluator of a dependency file: it is installed in a box, then the usage examples run on the reference's code."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from evaluator.benchmarks.devbench.suites import REFERENCE_PASSED, ByRule
from evaluator.benchmarks.devbench.task import VARIABLES, DevBenchTask, Task, task_of
from evaluator.evaluators.interface import Workbench
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import Solution
from missions.mission import Mission
from missions.project_files import ArtifactKind, Files, write_files
from simulators.failures import Failure, FailureKind
from simulators.runtime.environments import host as environments
from simulators.runtime.layers import PIP_SECONDS, layer_of
from simulators.runtime.sandbox import Box, BoxLimits
from simulators.runtime.wheels import requirements_in
from simulators.setting import StartError

BASE = "library"
"""Environment that dependencies are installed on: Python with pytest, nothing of the repositories."""

EXAMPLE_SECONDS = 60.0


@dataclass(frozen=True)
class UsageExamples(ByRule):
    """One case per usage example: it ends with status 0 after the dependency file has been installed."""

    name: str = Task.ENVIRONMENT.value
    needs: frozenset[ArtifactKind] = frozenset({ArtifactKind.ENVIRONMENT})

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        reason = Failure(FailureKind.NOT_BUILT, failure)
        examples = task_of(mission).examples if task_of(mission).dependencies else ()
        cases = tuple(Case(path, (self.name,), Outcome.NOT_RUNNABLE, reason) for path in examples)
        evaluation = Evaluation(self.name, cases, log=failure, settings=self.settings(workbench.options))
        return self._weighed(evaluation, workbench.baseline(self))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        task, reference, own = task_of(mission), workbench.reference(), solution.artifacts[ArtifactKind.ENVIRONMENT]
        if not task.dependencies or reference is None:
            return Evaluation(self.name, log="the repository has no dependency file")
        content = own.get(task.dependencies) or next(iter(own.values()), None)
        is_reference = own == reference.artifacts.get(ArtifactKind.ENVIRONMENT)
        baseline = None if is_reference else workbench.baseline(self)
        begun = time.monotonic()
        workbench.takes(2 * PIP_SECONDS + EXAMPLE_SECONDS * len(task.examples))
        if content is None:
            return self.not_built(mission, "there is no dependency file", workbench)
        try:
            layer = layer_of(requirements_in(content), environments.build(BASE), workbench.sandbox)
        except StartError as error:
            return self.not_built(mission, error.reason, workbench) if not is_reference else self._refused(error, task)
        beside = {path: place.read_bytes() for path, place in task.resources.items()}
        cases = self._run({**reference.files, **beside, **task.examples}, task, layer, workbench)
        for number, case in enumerate(cases, 1):
            workbench.announce(case, number, len(cases))
        seconds = round(time.monotonic() - begun, 3)
        evaluation = Evaluation(self.name, cases, seconds=seconds, settings=self.settings(workbench.options))
        return self._weighed(evaluation, evaluation if is_reference else baseline)

    def _refused(self, error: StartError, task: DevBenchTask) -> Evaluation:
        """Return the evaluation of a reference whose own dependency file cannot be installed."""
        reason = Failure(FailureKind.NOT_BUILT, error.reason)
        cases = tuple(Case(path, (self.name,), Outcome.NOT_RUNNABLE, reason) for path in task.examples)
        return Evaluation(self.name, cases, (Measure(REFERENCE_PASSED, 0, "cases"),), error.reason)

    def _weighed(self, evaluation: Evaluation, baseline: Evaluation | None) -> Evaluation:
        passed = baseline.passed if baseline else None
        return replace(evaluation, measures=(Measure(REFERENCE_PASSED, passed, "cases"),))

    def _run(self, files: Files, task: DevBenchTask, layer: Path | None, workbench: Workbench) -> tuple[Case, ...]:
        with tempfile.TemporaryDirectory(prefix="projecteval-examples-", ignore_cleanup_errors=True) as temporary:
            workspace = Path(temporary) / "project"
            workspace.mkdir()
            write_files(files, workspace)
            paths = ":".join(filter(None, (".", str(layer or ""))))
            box = workbench.sandbox.box(
                workspace,
                environments.build(BASE),
                BoxLimits(),
                variables={**VARIABLES, "PYTHONPATH": paths},
                readable=() if layer is None else (layer,),
            )
            with box as opened:
                return tuple(self._case(path, opened) for path in task.examples)

    def _case(self, path: str, box: Box) -> Case:
        program = "python" if PurePosixPath(path).suffix == ".py" else "/bin/sh"
        done = box.run((program, path), EXAMPLE_SECONDS)
        if done.status == 0:
            return Case(path, (self.name,), Outcome.PASSED)
        if done.status is None:
            late = Failure(FailureKind.TIMEOUT, f"did not end within {EXAMPLE_SECONDS:g} s")
            return Case(path, (self.name,), Outcome.TIMEOUT, late)
        said = done.output.strip().splitlines()[-1:] or ["it printed nothing"]
        failure = Failure(FailureKind.PROCESS_EXITED, f"ended with status {done.status}: {said[0][:300]}")
        return Case(path, (self.name,), Outcome.FAILED, failure)
