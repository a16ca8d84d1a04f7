"""Workbench of one attempt: everything that its evaluators may use."""

from __future__ import annotations

import hashlib
import json
import platform
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path

from evaluator.evaluators.interface import EvaluationOptions, Evaluator
from evaluator.io.files import read_json, write_json
from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.generation import Conversation
from evaluator.model.solution import ArtifactKind, Solution
from evaluator.runs.execution.events import EVALUATING, Event, append_event
from evaluator.runs.execution.time_limits import TimeLimits
from missions.catalog import Catalog
from missions.mission import Mission
from missions.project_files import Files, write_files
from missions.reference import Reference
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox import Box, BoxLimits, Sandbox
from simulators.runtime.worker_context import WorkerContext

REPEATED = frozenset({Outcome.INFRASTRUCTURE, Outcome.TIMEOUT})
"""Outcomes that the machine may have caused: a baseline that has one is used, but not cached."""


@dataclass(frozen=True)
class AttemptWorkbench:
    """Workbench on a run folder; `reference_limits` are hard limits of the reference's own evaluation, where it has
    some besides those of the attempt."""

    catalog: Catalog
    mission: Mission
    sandbox: Sandbox
    options: EvaluationOptions
    project: Path
    attachments: Path
    recorded_answers: Path
    asked: frozenset[ArtifactKind]
    worker: WorkerContext | None = None
    attempt: str = ""
    events: Path | None = None
    limits: TimeLimits | None = None
    judge: Conversation | None = None
    reference_limits: TimeLimits | None = None

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
        return read_json(self.recorded_answers, dict[str, object]) if self.recorded_answers.exists() else None

    def reference(self) -> Reference | None:
        return self.catalog.reference(self.mission.id)

    def model(self) -> Conversation | None:
        return self.judge

    def baseline(self, evaluator: Evaluator) -> Evaluation | None:
        reference = self.reference()
        if reference is None:
            return None
        if (known := self.known_baseline(evaluator)) is not None:
            return known
        evaluation = self._evaluated_reference(evaluator, reference)
        if evaluation.has_testcode_error():  # a defect counts for no agent: only what raises twice is one
            evaluation = passed_once(evaluation, self._evaluated_reference(evaluator, reference))
        if not REPEATED & evaluation.counts().keys():
            write_json(self._baseline_path(evaluator, reference), evaluation)
        return evaluation

    def _evaluated_reference(self, evaluator: Evaluator, reference: Reference) -> Evaluation:
        with tempfile.TemporaryDirectory(prefix="projecteval-baseline-", ignore_cleanup_errors=True) as temporary:
            project, attachments = Path(temporary) / "project", Path(temporary) / "attachments"
            project.mkdir()
            attachments.mkdir()
            write_files(reference.files, project)
            own = AttemptWorkbench(
                self.catalog,
                self.mission,
                self.sandbox,
                self.options,
                project,
                attachments,
                Path(temporary) / "recorded.json",
                self.asked,
                self.worker,
                limits=self.reference_limits,
                judge=self.judge,
            )
            return evaluator.evaluate(Solution.of_reference(reference), self.mission, own)

    def known_baseline(self, evaluator: Evaluator) -> Evaluation | None:
        """Return the reference's evaluation when it is cached on this machine."""
        reference = self.reference()
        if reference is None or not (path := self._baseline_path(evaluator, reference)).exists():
            return None
        return read_json(path, Evaluation)

    def _baseline_path(self, evaluator: Evaluator, reference: Reference) -> Path:
        """Return where the baseline is cached: by mission, reference, drawn inputs, evaluator with its version,
        settings, environment, sandbox and machine."""
        decisive = {
            "mission": self.mission.fingerprint,
            "reference": reference.digest(),
            "inputs": sorted({testcode.inputs_seed for testcode in self.mission.testcodes if testcode.inputs}),
            "evaluator": f"{evaluator.name} of {version('projecteval')}",
            "settings": dict(evaluator.settings(self.options)),
            "environment": environments.digest(self.mission.environment),
            "sandbox": self.sandbox.name,
            "machine": asdict(_Machine()),
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
