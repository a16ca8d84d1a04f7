"""Dialogue of one stage: every answer is stored before it is used, and no request is repeated."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from evaluator.agents.answers.json_values import UnreadableAnswer
from evaluator.agents.models.errors import OverBudget
from evaluator.agents.settings import Budget, BudgetLimits
from evaluator.io.files import read_json, write_json
from evaluator.io.terminal import whole_characters
from evaluator.model.generation import ChatMessage, Conversation, Reply, StepRecord, Usage, add_usage, total_usage

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
