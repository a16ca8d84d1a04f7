"""Interface of evaluators and of the workbench that they work on; values of the reference beside a solution's."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from evaluator.model.evaluation import Case, Evaluation, Measure
from evaluator.model.generation import ArtifactKind, Conversation, Solution
from evaluator.model.options import Rule, Screenshots
from missions.mission import Mission
from missions.project_files import Files
from missions.reference import Reference
from simulators.runtime.sandbox import Box, BoxLimits, Sandbox
from simulators.runtime.worker_context import WorkerContext


@dataclass(frozen=True)
class EvaluationOptions:
    """Options of a run that evaluators read.

    `rule` is that of similarity and scores, `embedder` names the embedder of sentences, `benchmark` has the
    values of the options that the benchmark declares; `headed` shows the windows of browsers, `screenshots` are those
    that are kept. `browser` is the engine of simulated users (empty: the mission's); after `stop_after` failed
    testcodes the others are skipped (None: none are); `patience` is the number of seconds that a simulated user waits
    (None: the mission's); `judge` names the model that may be asked for opinions; `url` is the address of a project
    that was running already (empty: it is started).
    """

    rule: Rule = Rule.STRICT
    embedder: str = ""
    benchmark: Mapping[str, str] = field(default_factory=dict)
    headed: bool = False
    screenshots: Screenshots = Screenshots.LAST
    browser: str = ""
    stop_after: int | None = None
    patience: float | None = None
    judge: str = ""
    url: str = ""


class Evaluator(ABC):
    """Measures one solution of one mission. A small evaluator is `name` and `evaluate`.

    `needs` are the artifacts without which there is nothing to measure.
    """

    name: str
    needs: frozenset[ArtifactKind] = frozenset({ArtifactKind.CODE})

    @abstractmethod
    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        """Return the cases and measures of the solution."""

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        """Return the evaluation of an attempt without a solution; by default it has no case and no measure."""
        return Evaluation(self.name, log=failure)

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        """Return the options that a result depends on; a stored result with others is measured again."""
        return {}

    def unavailable(self) -> str:
        """Return why this machine cannot run the evaluator and how to change that; empty when it can."""
        return ""


class Workbench(Protocol):
    """Everything that an evaluator may use for one attempt."""

    @property
    def project(self) -> Path:
        """Folder with the solution's files; it is copied, never changed."""
        ...

    @property
    def attachments(self) -> Path:
        """Existing folder for files that cases refer to."""
        ...

    def begins(self, case_id: str, seconds: float) -> None:
        """Report that a case (or `RUNNABLE`) begins, which takes `seconds` at most by the evaluator's own limits.

        The worker is killed when it takes several times as long.
        """
        ...

    def takes(self, seconds: float) -> None:
        """Report that the evaluation takes `seconds` at most by the evaluator's own limits, as `begins` does."""
        ...

    def announce(self, case: Case, number: int, total: int) -> None:
        """Report that `case`, the `number`-th of `total`, has ended."""
        ...

    def recorded(self) -> Mapping[str, object] | None:
        """Return the unchanged recorded answers by compared product; None unless the attempt was replayed."""
        ...

    @property
    def asked(self) -> frozenset[ArtifactKind]:
        """Artifacts that the agent had to produce."""
        ...

    @property
    def sandbox(self) -> Sandbox: ...

    @property
    def worker(self) -> WorkerContext | None:
        """Objects that are expensive to start, reused across attempts; None when each attempt has its own."""
        ...

    @property
    def options(self) -> EvaluationOptions: ...

    def box(self, files: Files, *, limits: BoxLimits) -> AbstractContextManager[Box]:
        """Open a sandbox with `files` as its working folder and the mission's environment."""
        ...

    def reference(self) -> Reference | None:
        """Return the mission's reference solution."""
        ...

    def version_before(self) -> Solution | None:
        """Return the solution that a later request changes: the agent's own, else the reference's; None without one."""
        ...

    def baseline(self, evaluator: Evaluator) -> Evaluation | None:
        """Return the reference's own evaluation, cached by digest and machine; None without a reference."""
        ...

    def model(self) -> Conversation | None:
        """Return a conversation with the run's judge (`--judge`), which has its own budget; None without one.

        An evaluation for which it was asked is labelled as a model's opinion.
        """
        ...


def is_reference(files: Files, workbench: Workbench) -> bool:
    """Return True for the files of the mission's reference."""
    reference = workbench.reference()
    return reference is not None and dict(reference.files) == dict(files)


def with_reference_values(
    evaluator: Evaluator, measures: Sequence[Measure], solution: Solution, workbench: Workbench
) -> tuple[Measure, ...]:
    """Return the measures with the reference's values, except where the solution is the reference itself."""
    if workbench.reference() is None or is_reference(solution.files, workbench):
        return tuple(measures)
    baseline = workbench.baseline(evaluator)
    return tuple(replace(one, reference=baseline.measure(one.name) if baseline else None) for one in measures)
