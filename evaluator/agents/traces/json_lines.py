"""The project's own trace: ``trace.jsonl``, one JSON object per line.

====================================================  ==============================================================
``{"turn": 1, "tool": "write_file", "kind": "edit"}``  a tool call; calls with the same number belong to one turn
``{"turn": 2}``                                        a turn without a tool call
``{"finish": "finished"}``                             the end: finished, turn_limit, time_limit or error
====================================================  ==============================================================

Kinds: edit, execute, read, plan, finish, other (the default).
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from evaluator.agents.traces.events import Entry, entries_in_lines
from evaluator.model.trajectory import ActionKind, FinishReason, ToolCall, Trajectory, Turn

Text = Annotated[str, Field(min_length=1, max_length=200)]


class TraceLine(Entry):
    """One line: a tool call, a turn, or the end."""

    turn: Annotated[int, Field(ge=0)] | None = None
    tool: Text | None = None
    kind: ActionKind = ActionKind.OTHER
    finish: FinishReason | None = None

    @model_validator(mode="after")
    def _says_something(self) -> TraceLine:
        if self.turn is None and self.finish is None:
            raise ValueError("an entry has a turn or a finish")
        return self


def read_json_lines(text: str) -> Trajectory:
    """Return the trajectory of a ``trace.jsonl``; turns in the order in which their numbers first appear."""
    lines, unread = entries_in_lines(text, TraceLine)
    turns: dict[int, list[ToolCall]] = {}
    for line in lines:
        if line.turn is not None:
            calls = turns.setdefault(line.turn, [])
            calls += [ToolCall(line.tool, line.kind)] if line.tool else []
    endings = [line.finish for line in lines if line.finish is not None]
    return Trajectory(
        tuple(Turn(tuple(calls)) for calls in turns.values()),
        endings[-1] if endings else FinishReason.UNKNOWN,
        unread,
    )
