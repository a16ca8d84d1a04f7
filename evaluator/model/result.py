"""What is known of one attempt: how it was built, and its evaluations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from evaluator.model.attempt import Attempt
from evaluator.model.evaluation import Evaluation
from evaluator.model.generation import StepRecord
from evaluator.model.solution import ArtifactKind
from missions.mission import Checklist
from simulators.runtime.start import Start


@dataclass(frozen=True)
class GenerationRecord:
    """Content of ``generation.json``. `built` says that ``solution/`` is complete, `artifacts` which others are."""

    built: bool
    failure: str = ""
    steps: tuple[StepRecord, ...] = ()
    parameters: Mapping[str, str] = field(default_factory=dict)
    start: Start | None = None
    checklist: Checklist | None = None
    artifacts: frozenset[ArtifactKind] = frozenset()
    asked: frozenset[ArtifactKind] = frozenset()


@dataclass(frozen=True)
class AttemptResult:
    """Generation and evaluations of one attempt; None and missing names where a step is still to be done."""

    attempt: Attempt
    generation: GenerationRecord | None
    evaluations: Mapping[str, Evaluation] = field(default_factory=dict)
