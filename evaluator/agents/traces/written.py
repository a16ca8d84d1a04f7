"""Traces that programs write as files: the project's own format, and mini-swe-agent's.

The project's own ``trace.jsonl`` has one JSON object per line:

====================================================  ==============================================================
``{"turn": 1, "tool": "write_file", "kind": "edit"}``  a tool call; calls with the same number belong to one turn
``{"turn": 2}``                                        a turn without a tool call
``{"finish": "finished"}``                             the end: finished, turn_limit, time_limit or error
====================================================  ==============================================================

Kinds: edit, execute, read, plan, finish, other (the default).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, ValidationError, model_validator

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


class MiniFunction(Entry):
    name: str = ""


class MiniCall(Entry):
    function: MiniFunction = MiniFunction()


class MiniUsage(Entry):
    prompt_tokens: Annotated[int, Field(ge=0, lt=1 << 50)] = 0
    completion_tokens: Annotated[int, Field(ge=0, lt=1 << 50)] = 0


class MiniResponse(Entry):
    usage: MiniUsage | None = None


class MiniExtra(Entry):
    response: MiniResponse | None = None


class MiniMessage(Entry):
    role: str = ""
    tool_calls: list[MiniCall] | None = None
    extra: MiniExtra | None = None

    @property
    def usage(self) -> MiniUsage:
        response = self.extra.response if self.extra else None
        return (response.usage if response else None) or MiniUsage()


class MiniStats(Entry):
    instance_cost: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0


class MiniInfo(Entry):
    exit_status: str = ""
    model_stats: MiniStats = MiniStats()


class MiniTrajectory(Entry):
    info: MiniInfo = MiniInfo()
    messages: tuple[MiniMessage, ...] = ()


MINI_ENDINGS: Mapping[str, FinishReason] = {
    "Submitted": FinishReason.FINISHED,
    "LimitsExceeded": FinishReason.TURN_LIMIT,
}
"""Finish reason by exit status; every other status is the name of an exception."""

MINI_OWN_ERRORS = frozenset({"", "RepeatedFormatError", "FormatError", "UserInterruption", "TimeExceeded"})
"""Statuses that are not those of the client of the model's service."""


def read_mini_swe_agent(text: str) -> Trajectory:
    """Return the trajectory in ``trajectory.json``: one turn per message of the model.

    A cost of 0 means that the price of the model is unknown.
    """
    try:
        found = MiniTrajectory.model_validate_json(text)
    except ValidationError:
        return Trajectory(unread=1)
    answers = [message for message in found.messages if message.role == "assistant"]
    turns = [
        Turn(tuple(ToolCall(call.function.name, ActionKind.EXECUTE) for call in answer.tool_calls or ()))
        for answer in answers
    ]
    status = found.info.exit_status
    finish = MINI_ENDINGS.get(status, FinishReason.ERROR if status else FinishReason.UNKNOWN)
    own = finish is not FinishReason.ERROR or status in MINI_OWN_ERRORS
    cost = found.info.model_stats.instance_cost or None
    read = sum(answer.usage.prompt_tokens for answer in answers)
    written = sum(answer.usage.completion_tokens for answer in answers)
    refused = "" if own else f"the service failed: {status}"
    return Trajectory(tuple(turns), finish, 0, read, written, cost, refused)
