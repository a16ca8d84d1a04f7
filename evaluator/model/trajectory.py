"""Trajectory of an agent that works in a workspace: its turns, the tools it called, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class ActionKind(StrEnum):
    """What a tool call does to the workspace."""

    EDIT = "edit"
    EXECUTE = "execute"
    READ = "read"
    PLAN = "plan"
    FINISH = "finish"
    OTHER = "other"


class FinishReason(StrEnum):
    """How the agent ended."""

    FINISHED = "finished"  # the agent declared its work done
    TURN_LIMIT = "turn_limit"
    TIME_LIMIT = "time_limit"
    ERROR = "error"
    UNKNOWN = "unknown"  # the trace ends without an ending


@dataclass(frozen=True)
class ToolCall:
    """One call of the tool `tool`, by the name that the agent gives it."""

    tool: str
    kind: ActionKind = ActionKind.OTHER


@dataclass(frozen=True)
class Turn:
    """One answer of the agent's model, with the tools that it called in order."""

    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True)
class Trajectory:
    """Turns of one attempt; `unread` is the number of trace entries that could not be read.

    Tokens are those that the trace reports; `cost` is in US dollars (None: not reported). `service_failure` says that
    and how the model's service ended the work (empty: it did not); such an attempt remains to be done.
    """

    turns: tuple[Turn, ...] = ()
    finish: FinishReason = FinishReason.UNKNOWN
    unread: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    service_failure: str = ""

    @property
    def calls(self) -> Iterator[ToolCall]:
        """Yield the tool calls of all turns in order."""
        return (call for turn in self.turns for call in turn.calls)
