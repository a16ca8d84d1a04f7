"""Interface of strategies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from evaluator.agents.budget import Budget, BudgetLimits
from evaluator.agents.interface import Agent
from evaluator.model.attempt import Attempt
from evaluator.model.generation import Generation
from evaluator.model.solution import ArtifactKind
from evaluator.strategies.prompts import Prompts
from evaluator.strategies.trial import Trial
from missions.mission import Document, Mission
from missions.reference import Reference


@dataclass(frozen=True)
class BuildTask:
    """What a strategy gets for one attempt.

    `documents` are those of the input set. `reference` is passed to agents that submit the reference itself, never
    to a model; `workplace` is the attempt's folder for transcripts. `repairs` is how often a step may be asked again
    after an answer that cannot be read; `limits` are those of the attempt, `budget` is shared by the whole run. `trial`
    executes what the agent has built so far; None where that is not possible.
    """

    attempt: Attempt
    mission: Mission
    documents: Mapping[str, Document]
    reference: Reference | None
    workplace: Path
    prompts: Prompts = field(default_factory=Prompts)
    repairs: int = 0
    limits: BudgetLimits = BudgetLimits()
    budget: Budget = field(default_factory=Budget, compare=False)
    trial: Trial | None = field(default=None, compare=False)


class Strategy(Protocol):
    """Leads an agent from documents to a solution."""

    @property
    def name(self) -> str: ...

    def expected(self, documents: Mapping[str, Document]) -> frozenset[ArtifactKind]:
        """Return the artifacts that the agent has to produce when it is given `documents`."""
        ...

    def build(self, task: BuildTask, agent: Agent) -> Generation:
        """Build one attempt. Raises `ModelError` when a model could not be asked: the attempt is then still to do."""
        ...
