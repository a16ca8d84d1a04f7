"""Work of an agent on one stage: a model is asked, an autonomous agent gets its workspace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from evaluator.agents.answers.json_values import UnreadableAnswer
from evaluator.agents.artifact_forms import with_start
from evaluator.agents.interface import Agent, Assignment, AutonomousAgent, ConversationalAgent
from evaluator.agents.models.errors import ModelError, OverBudget
from evaluator.agents.settings import Budget, BudgetLimits
from evaluator.model.errors import EvaluatorError, UsageError
from evaluator.model.generation import Generation, Solution, Usage
from evaluator.strategies.dialogue import Dialogue
from evaluator.strategies.interface import BuildTask, Stage
from missions.errors import SolutionError
from missions.project_files import ArtifactKind, Artifacts, Files

INSTRUCTION = "PROMPT.md"
"""File in a workspace with the instruction of the stage."""


@dataclass(frozen=True)
class StageWork:
    """Has `agent` work on the stages of one attempt.

    `workplace` is the attempt's folder for transcripts. `repairs` is how often an answer that cannot be read is asked
    for again; `limits` are those of the attempt, `budget` is shared by the whole run.
    """

    task: BuildTask
    agent: Agent
    workplace: Path
    repairs: int = 0
    limits: BudgetLimits = BudgetLimits()
    budget: Budget = field(default_factory=Budget, compare=False)

    def perform(self, stage: Stage, number: int, state: Artifacts, used: Usage) -> Generation:
        """Return what the agent made of the `number`-th stage; `state` was produced before, and cost `used`.

        Raises `ModelError` when a model gave no answer: the stage remains to be done.
        """
        try:
            if isinstance(self.agent, ConversationalAgent):
                return self._ask(self.agent, stage, number, used)
            if not isinstance(self.agent, AutonomousAgent):
                raise EvaluatorError(f"agent {self.agent.name} is neither conversational nor autonomous")
            if over := replace(self.limits, seconds=None).exceeded_by(used):
                return Generation(None, f"{stage.name}: the attempt used {over}", over_limit=True)
            return _checked(stage, self.agent.build(self.assignment(stage, number, state, used)))
        except (ModelError, UsageError):
            raise
        except (EvaluatorError, SolutionError) as error:
            return Generation(None, str(error))

    def assignment(self, stage: Stage, number: int, state: Artifacts, used: Usage = Usage()) -> Assignment:
        """Return the stage as files of a workspace, with the artifacts that it continues with."""
        layout, reference = stage.layout, self.task.reference
        folder = layout.reports if layout.project == "." else layout.project
        return Assignment(
            self.task.attempt,
            self.task.mission,
            {**_files(stage), INSTRUCTION: stage.prompt.encode("utf-8", "replace"), f"{folder}/": b""},
            stage.produces,
            reference and reference.at(stage.name),
            self.workplace,
            layout,
            stage.turn_limit,
            state if stage.inputs is None else stage.inputs,
            stage.name,
            number,
            used,
            stage.keep_workspace,
        )

    def _ask(self, agent: ConversationalAgent, stage: Stage, number: int, used: Usage) -> Generation:
        dialogue = Dialogue(
            agent.conversation(self.task.attempt.label),
            self.workplace,
            repair=lambda problem: self.task.prompts.text("repair", problem=problem),
            repairs=self.repairs,
            limits=self.limits,
            budget=self.budget,
            number=number,
            used_before=used,
        )
        try:
            found = dialogue.step(stage.label, stage.prompt, lambda answer: stage.read(answer, stage.produces))
        except (UnreadableAnswer, OverBudget) as error:
            over_limit = isinstance(error, OverBudget)
            return Generation(None, f"{stage.name}: {error}", tuple(dialogue.steps), over_limit=over_limit)
        return Generation(Solution(found), steps=tuple(dialogue.steps))


def produced_by(stage: Stage, generation: Generation, state: Artifacts) -> Artifacts:
    """Return the artifacts that a stage adds to `state` or replaces in it."""
    if generation.solution is None:
        return {}
    kept = with_start(stage.produces) | {ArtifactKind.WORKSPACE}
    found = {kind: files for kind, files in generation.solution.artifacts.items() if kind in kept}
    if not stage.extends:
        return found
    extended = state if stage.inputs is None else stage.inputs
    return {kind: _extended(extended.get(kind, {}), files) for kind, files in found.items()}


def _extended(before: Files, added: Files) -> Files:
    return {**before, **added}


def _checked(stage: Stage, generation: Generation) -> Generation:
    """Return a failure for a generation without any of the artifacts that the stage asks for."""
    solution = generation.solution
    if solution is None or generation.failure or stage.produces & solution.artifacts.keys():
        return generation
    return replace(
        generation, solution=None, failure=f"{stage.name}: no {' or '.join(sorted(stage.produces))} was left"
    )


def _files(stage: Stage) -> Mapping[str, bytes]:
    """Return the documents of a stage by their paths in a workspace; the key ``.`` is the workspace itself."""
    files: dict[str, bytes] = {}
    for name, document in stage.documents.items():
        files |= (document.files or {}) if name == "." else document.as_files(name)
    return files
