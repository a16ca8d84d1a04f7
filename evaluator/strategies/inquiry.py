"""Asking, remembered: every answer is written down before it is used, and nothing is asked twice."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, TypeVar

from evaluator.agents import StepRecord, Usage
from evaluator.agents.model_errors import OverBudget
from evaluator.io.atomic import read_json, write_json
from evaluator.io.text import whole_characters
from evaluator.strategies.json_values import Unreadable

T = TypeVar("T")


@dataclass(frozen=True)
class Message:
    """One side of a conversation: `role` is ``user`` or ``assistant``."""

    role: str
    text: str


@dataclass(frozen=True)
class Reply:
    """What was answered, and what it cost. `not_whole` says why there is not more of it (cut off, filtered; else
    empty), `model` which one answered, by the service's own name for it."""

    text: str
    usage: Usage = Usage()
    not_whole: str = ""
    model: str = ""


class Conversation(Protocol):
    """Whoever can be asked. Raises `ModelError` when there is no answer to be had, `Withheld` when there will never
    be one to this question."""

    def ask(self, messages: Sequence[Message]) -> Reply: ...


@dataclass(frozen=True)
class Limits:
    """Of one attempt, or of a run: tokens in and out, US dollars, seconds of waiting for answers; None is no limit."""

    tokens: int | None = None
    cost: float | None = None
    seconds: float | None = None

    def exceeded_by(self, usage: Usage) -> str:
        """Which limit `usage` is over, in words; empty when none."""
        tokens = usage.input_tokens + usage.output_tokens
        if self.tokens is not None and tokens > self.tokens:
            return f"{tokens} tokens, more than {self.tokens}"
        if self.cost is not None and usage.calls and usage.cost is None:
            return (
                f"an unknown amount of money (the model's price is not known), and the limit is {self.cost:g} dollars"
            )
        if self.cost is not None and usage.cost is not None and usage.cost > self.cost:
            return f"{usage.cost:.4f} dollars, more than {self.cost:g}"
        if self.seconds is not None and usage.seconds > self.seconds:
            return f"{usage.seconds:.0f} seconds of model time, more than {self.seconds:g}"
        return ""


class Purse(Protocol):
    """What many attempts may use together. `must_last` raises `RunOverBudget`."""

    def must_last(self) -> None: ...

    def spend(self, usage: Usage) -> None: ...


@dataclass(frozen=True)
class Written:
    """A question and its answer as they lie in the transcript."""

    question: str
    messages: tuple[Message, ...]
    reply: Reply


@dataclass
class Inquiry:
    """The questions of one attempt. `transcript` is its folder; `repairs` is how often a step may be asked again;
    `purse` is what it shares with the other attempts of the run."""

    conversation: Conversation
    transcript: Path
    repair: Callable[[str], str]
    repairs: int = 0
    limits: Limits = Limits()
    purse: Purse | None = None
    steps: list[StepRecord] = field(default_factory=list)
    _asked: int = 0

    def step(self, name: str, prompt: str, read: Callable[[str], T]) -> T:
        """Ask, read, and ask again up to `repairs` times. Raises `Unreadable` or `OverBudget`; either way
        what it cost is in `steps`."""
        messages, usage = [Message("user", prompt)], Usage()
        try:
            while True:
                reply = self._ask(name, messages, usage)
                usage = added(usage, reply.usage)
                try:
                    found = _read(reply, read)
                    break
                except Unreadable as error:
                    if usage.repairs == self.repairs:
                        raise
                    messages += [Message("assistant", reply.text), Message("user", self.repair(str(error)))]
                    usage = replace(usage, repairs=usage.repairs + 1)
        except (Unreadable, OverBudget) as error:
            self.steps.append(StepRecord(name, usage, str(error)))
            raise
        self.steps.append(StepRecord(name, usage))
        return found

    def _ask(self, name: str, messages: Sequence[Message], in_step: Usage) -> Reply:
        """The answer, from the transcript when the same was asked before."""
        question = hashlib.sha256("\0".join(m.role + m.text for m in messages).encode()).hexdigest()
        self._asked += 1
        path = self.transcript / f"{self._asked:02d}-{name}.json"
        if path.exists() and (written := read_json(path, Written)).question == question:
            return written.reply
        if over := self.limits.exceeded_by(added(self.used(), in_step)):
            raise OverBudget(f"the attempt used {over}")
        if self.purse is not None:
            self.purse.must_last()
        begun = time.monotonic()
        reply = self.conversation.ask(messages)
        usage = replace(reply.usage, seconds=round(time.monotonic() - begun, 3))
        reply = replace(reply, text=whole_characters(reply.text), usage=usage)
        write_json(path, Written(question, tuple(messages), reply))
        if self.purse is not None:
            self.purse.spend(reply.usage)
        return reply

    def used(self) -> Usage:
        """What all steps cost so far."""
        return total_of(step.usage for step in self.steps)


def _read(reply: Reply, read: Callable[[str], T]) -> T:
    """A whole answer may be in it even when it was cut off behind; else that is the reason."""
    try:
        return read(reply.text)
    except Unreadable as error:
        if not reply.not_whole:
            raise
        raise Unreadable(f"{reply.not_whole}: {error}") from error


def total_of(usages: Iterable[Usage]) -> Usage:
    """All of them together."""
    total = Usage()
    for usage in usages:
        total = added(total, usage)
    return total


def added(one: Usage, other: Usage) -> Usage:
    """Two usages together; the cost is unknown as soon as that of a call is."""
    known = one.cost is not None or not one.calls
    cost = None if other.cost is None or not known else (one.cost or 0.0) + other.cost
    return Usage(
        one.input_tokens + other.input_tokens,
        one.output_tokens + other.output_tokens,
        cost if other.calls else one.cost,
        round(one.seconds + other.seconds, 3),
        one.calls + other.calls,
        one.repairs + other.repairs,
        one.turns + other.turns,
        one.tools + other.tools,
    )
