"""Traces that programs write as files: the project's own format, mini-swe-agent's, OpenHands'.

The project's own ``trace.jsonl`` has one JSON object per line:

====================================================  ==============================================================
``{"turn": 1, "tool": "write_file", "kind": "edit"}``  a tool call; calls with the same number belong to one turn
``{"turn": 2}``                                        a turn without a tool call
``{"finish": "finished"}``                             the end: finished, turn_limit, time_limit or error
====================================================  ==============================================================

Kinds: edit, execute, read, plan, finish, other (the default).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field, ValidationError, model_validator

from evaluator.agents.traces.events import Entry, entries_in_lines, entries_in_list
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


OPENHANDS_KINDS: Mapping[str, ActionKind] = {
    "edit": ActionKind.EDIT,
    "write": ActionKind.EDIT,
    "run": ActionKind.EXECUTE,
    "run_ipython": ActionKind.EXECUTE,
    "read": ActionKind.READ,
    "browse": ActionKind.READ,
    "browse_interactive": ActionKind.READ,
    "think": ActionKind.PLAN,
    "task_tracking": ActionKind.PLAN,
    "finish": ActionKind.FINISH,
    "call_tool_mcp": ActionKind.OTHER,
    "delegate": ActionKind.OTHER,
}
"""Kind of each action that is a tool call; the agent's other actions are its own bookkeeping or messages."""

OPENHANDS_MESSAGE = "message"
OPENHANDS_ENDINGS: Mapping[str, FinishReason] = {
    "finished": FinishReason.FINISHED,
    "error": FinishReason.ERROR,
    "rate_limited": FinishReason.ERROR,
    "stopped": FinishReason.UNKNOWN,
}
"""Finish reason of each last state of the agent."""


class ModelResponse(Entry):
    id: str = ""


class ToolCallMetadata(Entry):
    function_name: str = ""
    model_response: ModelResponse | None = None


class StateExtras(Entry):
    agent_state: str = ""


class OpenHandsEvent(Entry):
    """One event: an action of the agent or an observation. Other sources than the agent are environment and user."""

    id: int | None = None
    source: Literal["agent", "user", "environment"] | None = None
    action: str = ""
    observation: str = ""
    extras: StateExtras = StateExtras()
    tool_call_metadata: ToolCallMetadata | None = None


def read_openhands(text: str) -> Trajectory:
    """Return the trajectory: one turn per answer of the model, which may hold several actions."""
    events, unread = entries_in_list(text, OpenHandsEvent)
    turns: dict[str, list[ToolCall]] = {}
    for number, event in enumerate(events):
        if event.source == "agent" and event.action in (*OPENHANDS_KINDS, OPENHANDS_MESSAGE):
            turns.setdefault(_turn_of_openhands(event, number), []).extend(_calls_of_openhands(event))
    return Trajectory(tuple(Turn(tuple(calls)) for calls in turns.values()), _finish_of_openhands(events), unread)


def _turn_of_openhands(event: OpenHandsEvent, number: int) -> str:
    """Return the id of the model's answer; an event without one is a turn of its own."""
    metadata = event.tool_call_metadata
    answer = metadata.model_response.id if metadata and metadata.model_response else ""
    return answer or f"event {number}"


def _calls_of_openhands(event: OpenHandsEvent) -> tuple[ToolCall, ...]:
    if event.action == OPENHANDS_MESSAGE:
        return ()
    metadata = event.tool_call_metadata
    return (ToolCall((metadata.function_name if metadata else "") or event.action, OPENHANDS_KINDS[event.action]),)


def _finish_of_openhands(events: Sequence[OpenHandsEvent]) -> FinishReason:
    """Return how it ended: by the agent's action ``finish``, else by its last state."""
    if any(event.source == "agent" and event.action == "finish" for event in events):
        return FinishReason.FINISHED
    states = [event.extras.agent_state for event in events if event.observation == "agent_state_changed"]
    return OPENHANDS_ENDINGS.get(states[-1], FinishReason.UNKNOWN) if states else FinishReason.UNKNOWN
