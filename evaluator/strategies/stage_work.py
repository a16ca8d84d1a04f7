"""Work of an agent on one stage: a model is asked in a dialogue, of which every answer is stored before it is used; an
autonomous agent gets its workspace.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from evaluator.agents.answers.json_values import UnreadableAnswer
from evaluator.agents.artifact_forms import with_start
from evaluator.agents.interface import Agent, Assignment, AutonomousAgent, ConversationalAgent
from evaluator.agents.models.services import ModelError, OverBudget
from evaluator.agents.settings import Budget, BudgetLimits
from evaluator.io.files import read_json, write_json
from evaluator.io.terminal import whole_characters
from evaluator.model.errors import EvaluatorError, UsageError
from evaluator.model.generation import (
    ChatMessage,
    Conversation,
    Generation,
    Reply,
    Solution,
    StepRecord,
    Usage,
    add_usage,
    total_usage,
)
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


T = TypeVar("T")


@dataclass(frozen=True)
class TranscriptEntry:
    """One question and its answer, as stored in the transcript."""

    question: str
    messages: tuple[ChatMessage, ...]
    reply: Reply


@dataclass
class Dialogue:
    """Questions of one stage, the `number`-th of an attempt whose earlier stages cost `used_before`.

    `transcript` is the attempt's folder of answers, `repairs` how often a question may be asked again after an answer
    that cannot be read, `limits` are the attempt's own, `budget` is shared by all attempts of the run.
    """

    conversation: Conversation
    transcript: Path
    repair: Callable[[str], str]
    repairs: int = 0
    limits: BudgetLimits = BudgetLimits()
    budget: Budget = field(default_factory=Budget)
    number: int = 1
    used_before: Usage = Usage()
    steps: list[StepRecord] = field(default_factory=list)
    _asked: int = 0

    def step(self, name: str, prompt: str, read: Callable[[str], T]) -> T:
        """Ask, read, and ask again up to `repairs` times. Raises `UnreadableAnswer` or `OverBudget`; the cost is in
        `steps` either way."""
        messages, usage = [ChatMessage("user", prompt)], Usage()
        try:
            while True:
                reply = self._ask(name, messages, usage)
                usage = add_usage(usage, reply.usage)
                try:
                    found = _read(reply, read)
                    break
                except UnreadableAnswer as error:
                    if usage.repairs == self.repairs:
                        raise
                    messages += [ChatMessage("assistant", reply.text), ChatMessage("user", self.repair(str(error)))]
                    usage = replace(usage, repairs=usage.repairs + 1)
        except (UnreadableAnswer, OverBudget) as error:
            self.steps.append(StepRecord(name, usage, str(error)))
            raise
        self.steps.append(StepRecord(name, usage))
        return found

    def _ask(self, name: str, messages: Sequence[ChatMessage], in_step: Usage) -> Reply:
        """Return the answer, from the transcript for a repeated request."""
        question = hashlib.sha256("\0".join(m.role + m.text for m in messages).encode()).hexdigest()
        self._asked += 1
        again = f"-{self._asked}" if self._asked > 1 else ""
        path = self.transcript / f"{self.number:02d}-{name}{again}.json"
        if path.exists() and (stored := read_json(path, TranscriptEntry)).question == question:
            return stored.reply
        if over := self.limits.exceeded_by(add_usage(self.used(), in_step)):
            raise OverBudget(f"the attempt used {over}")
        self.budget.check_budget()
        begun = time.monotonic()
        reply = self.conversation.ask(messages)
        usage = replace(reply.usage, seconds=round(time.monotonic() - begun, 3))
        reply = replace(reply, text=whole_characters(reply.text), usage=usage)
        write_json(path, TranscriptEntry(question, tuple(messages), reply))
        self.budget.spend(reply.usage)
        return reply

    def used(self) -> Usage:
        """Return the cost of all steps of the attempt so far."""
        return total_usage([self.used_before, *(step.usage for step in self.steps)])


def _read(reply: Reply, read: Callable[[str], T]) -> T:
    """Read a reply; one that was cut off may still hold a whole answer, else the cut is the reason."""
    try:
        return read(reply.text)
    except UnreadableAnswer as error:
        if not reply.not_whole:
            raise
        raise UnreadableAnswer(f"{reply.not_whole}: {error}") from error
