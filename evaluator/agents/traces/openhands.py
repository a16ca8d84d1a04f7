"""Event log of OpenHands: a saved trajectory (a JSON list of events), or the same events one per line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from evaluator.agents.traces.events import Entry, entries_in_list
from evaluator.model.trajectory import ActionKind, FinishReason, ToolCall, Trajectory, Turn

KINDS: Mapping[str, ActionKind] = {
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

MESSAGE = "message"
ENDINGS: Mapping[str, FinishReason] = {
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
        if event.source == "agent" and event.action in (*KINDS, MESSAGE):
            turns.setdefault(_turn_of(event, number), []).extend(_calls(event))
    return Trajectory(tuple(Turn(tuple(calls)) for calls in turns.values()), _finish(events), unread)


def _turn_of(event: OpenHandsEvent, number: int) -> str:
    """Return the id of the model's answer; an event without one is a turn of its own."""
    metadata = event.tool_call_metadata
    answer = metadata.model_response.id if metadata and metadata.model_response else ""
    return answer or f"event {number}"


def _calls(event: OpenHandsEvent) -> tuple[ToolCall, ...]:
    if event.action == MESSAGE:
        return ()
    metadata = event.tool_call_metadata
    return (ToolCall((metadata.function_name if metadata else "") or event.action, KINDS[event.action]),)


def _finish(events: Sequence[OpenHandsEvent]) -> FinishReason:
    """Return how it ended: by the agent's action ``finish``, else by its last state."""
    if any(event.source == "agent" and event.action == "finish" for event in events):
        return FinishReason.FINISHED
    states = [event.extras.agent_state for event in events if event.observation == "agent_state_changed"]
    return ENDINGS.get(states[-1], FinishReason.UNKNOWN) if states else FinishReason.UNKNOWN
