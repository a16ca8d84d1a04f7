"""Strategies of the ProjectEval paper: `Direct` asks for code at once, `Cascade` for checklist and skeleton first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from evaluator.agents.interface import Agent, AutonomousAgent, ConversationalAgent
from evaluator.model.errors import EvaluatorError
from evaluator.model.generation import Generation
from evaluator.model.solution import ArtifactKind
from evaluator.strategies.assignment import assignment_of
from evaluator.strategies.dialogue import Dialogue
from evaluator.strategies.interface import BuildTask
from evaluator.strategies.prompted_build import PromptedBuild
from missions.mission import Document

CODE_AND_PARAMETERS = frozenset({ArtifactKind.CODE, ArtifactKind.PARAMETERS})
LEVELS = (ArtifactKind.CHECKLIST, ArtifactKind.SKELETON)
"""Artifacts between prompt and code, from coarse to fine; each replaces the need for those before it."""


@dataclass(frozen=True)
class Direct:
    """From the given documents to code at once."""

    name: str = "direct"

    def expected(self, documents: Mapping[str, Document]) -> frozenset[ArtifactKind]:
        return CODE_AND_PARAMETERS

    def build(self, task: BuildTask, agent: Agent) -> Generation:
        return lead(task, agent, self.expected(task.documents))


@dataclass(frozen=True)
class DirectCode:
    """From the given documents to code at once, of a project that has no parameters and is not started (a library)."""

    name: str = "direct"

    def expected(self, documents: Mapping[str, Document]) -> frozenset[ArtifactKind]:
        return frozenset({ArtifactKind.CODE})

    def build(self, task: BuildTask, agent: Agent) -> Generation:
        return lead(task, agent, self.expected(task.documents))


@dataclass(frozen=True)
class Cascade:
    """Level by level: the missing levels are requested, in order, before the code."""

    name: str = "cascade"

    def expected(self, documents: Mapping[str, Document]) -> frozenset[ArtifactKind]:
        given = [number for number, level in enumerate(LEVELS) if level.value in documents]
        return CODE_AND_PARAMETERS.union(LEVELS[max(given, default=-1) + 1 :])

    def build(self, task: BuildTask, agent: Agent) -> Generation:
        return lead(task, agent, self.expected(task.documents))


def lead(task: BuildTask, agent: Agent, expected: frozenset[ArtifactKind]) -> Generation:
    """Have `agent` produce the `expected` artifacts: by prompts, or by one assignment when it is autonomous."""
    if isinstance(agent, AutonomousAgent):
        return agent.build(assignment_of(task, expected))
    if not isinstance(agent, ConversationalAgent):
        raise EvaluatorError(f"agent {agent.name} is neither conversational nor autonomous")
    return PromptedBuild(task, dialogue_of(task, agent), expected).generation()


def dialogue_of(task: BuildTask, agent: ConversationalAgent) -> Dialogue:
    """Open the dialogue of one attempt with a model."""
    return Dialogue(
        agent.conversation(task.attempt.label),
        task.workplace,
        repair=lambda problem: task.prompts.text("repair", problem=problem),
        repairs=task.repairs,
        limits=task.limits,
        budget=task.budget,
    )
