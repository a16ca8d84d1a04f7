"""Strategies of the RAL-Bench paper for models: self-repair (S1), environment-repair (S2), contract-first (S3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evaluator.agents.interface import Agent, ConversationalAgent
from evaluator.model.errors import UsageError
from evaluator.model.generation import Generation
from evaluator.model.solution import ArtifactKind
from evaluator.strategies.guided_builds import ContractFirstBuild, EnvironmentRepairBuild, SelfRepairBuild
from evaluator.strategies.interface import BuildTask
from evaluator.strategies.level_by_level import dialogue_of
from evaluator.strategies.prompted_build import PromptedBuild
from missions.mission import Document


@dataclass(frozen=True)
class Guided:
    """A strategy that asks a model for something before or after the code, by prompts."""

    name: str
    build_type: type[PromptedBuild]
    artifacts: frozenset[ArtifactKind] = frozenset({ArtifactKind.CODE})

    def expected(self, documents: Mapping[str, Document]) -> frozenset[ArtifactKind]:
        return self.artifacts

    def require_conversational(self, agent: Agent) -> ConversationalAgent:
        """Return the agent as one that answers prompts. Raises `UsageError` for one that builds by itself."""
        if not isinstance(agent, ConversationalAgent):
            raise UsageError(
                f"--strategy {self.name} leads models by prompts; {agent.name} builds by itself: use --strategy direct"
            )
        return agent

    def build(self, task: BuildTask, agent: Agent) -> Generation:
        agent = self.require_conversational(agent)
        return self.build_type(task, dialogue_of(task, agent), self.expected(task.documents)).generation()


def guided_strategies(artifacts: frozenset[ArtifactKind]) -> Mapping[str, Guided]:
    """Return the three strategies by name, for missions that expect `artifacts`."""
    builds: Mapping[str, type[PromptedBuild]] = {
        "self-repair": SelfRepairBuild,
        "environment-repair": EnvironmentRepairBuild,
        "contract-first": ContractFirstBuild,
    }
    return {name: Guided(name, build_type, artifacts) for name, build_type in builds.items()}
