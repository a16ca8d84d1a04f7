"""Traces of OpenHands: the events that version 1 prints, the usage that it stores, and the event log of version 0."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from evaluator.agents.traces.events import Entry, entries_in_list, kinds_of, retried_last
from evaluator.model.trajectory import ActionKind, FinishReason, ToolCall, Trajectory, Turn
from simulators.errors import ExpectationFailed, InvalidAnswer
from simulators.runtime.workspace import Workspace

KINDS = kinds_of(
    edit="file_editor planning_file_editor apply_patch edit write_file",
    execute="terminal",
    read="read_file list_directory glob grep",
    plan="task_tracker think",
    finish="finish",
)
"""Kind of each tool of version 1; others (browser, MCP servers, sub-agents) are of the kind ``other``."""

VIEW = "view"
"""Command of the file editor that changes nothing."""

OWN_ERRORS: Mapping[str, FinishReason] = {
    "MaxIterationsReached": FinishReason.TURN_LIMIT,
    "LLMContextWindowExceedError": FinishReason.ERROR,
    "LLMContextWindowTooSmallError": FinishReason.ERROR,
    "LLMMalformedConversationHistoryError": FinishReason.ERROR,
    "UserCancelledError": FinishReason.ERROR,
}
"""Finish reason by the code of an error that the service did not cause."""


RETRY = re.compile(r"^\S* *\S* *ERROR +litellm\.(\w+):.*retry_mixin\.py", re.MULTILINE)
"""Message of a request that is repeated, of which it prints no event."""


class Action(Entry):
    command: str = ""


class OpenHandsEvent(Entry):
    """One event of version 1; `kind` is the name of its class."""

    kind: str
    source: str = ""
    tool_name: str = ""
    action: Action | None = None
    llm_response_id: str | None = None
    code: str = ""
    detail: str = ""


def read_openhands(text: str) -> Trajectory:
    """Return the trajectory: one turn per answer of the model, which may hold several actions.

    `text` is what ``openhands --headless --json`` prints, lines of other text among it, or a saved event log.
    """
    events, unread = entries_in_list(_without_other_lines(text), OpenHandsEvent)
    if not events:
        return _read_earlier(text)
    turns: dict[str, list[ToolCall]] = {}
    finish, refused = FinishReason.UNKNOWN, ""
    for number, event in enumerate(events):
        if event.kind == "ConversationErrorEvent":
            finish = OWN_ERRORS.get(event.code, FinishReason.ERROR)
            refused = "" if event.code in OWN_ERRORS else f"the service failed: {event.code}: {event.detail[:200]}"
        elif event.source == "agent" and event.kind in ("ActionEvent", "MessageEvent"):
            calls = turns.setdefault(event.llm_response_id or f"event {number}", [])
            calls += [_call(event)] if event.kind == "ActionEvent" else []
            ends = event.kind == "MessageEvent" or event.tool_name == "finish"
            finish, refused = FinishReason.FINISHED if ends else FinishReason.UNKNOWN, ""
    if finish is FinishReason.UNKNOWN and (error := retried_last(text, RETRY)):
        refused = f"the service failed: {error}"
    return Trajectory(tuple(Turn(tuple(calls)) for calls in turns.values()), finish, unread, service_failure=refused)


JSON_LIST = re.compile(r"\s*\[\s*[{\]]")


def _without_other_lines(text: str) -> str:
    if JSON_LIST.match(text):
        return text
    return "\n".join(line for line in text.split("\n") if line.startswith("{"))


def _call(event: OpenHandsEvent) -> ToolCall:
    kind = KINDS.get(event.tool_name, ActionKind.OTHER)
    looks = kind is ActionKind.EDIT and event.action is not None and event.action.command == VIEW
    return ToolCall(event.tool_name, ActionKind.READ if looks else kind)


STATE = "base_state.json"
"""File in the folder of each conversation with what it used."""


class TokenUsage(Entry):
    prompt_tokens: Annotated[int, Field(ge=0, lt=1 << 50)] = 0
    completion_tokens: Annotated[int, Field(ge=0, lt=1 << 50)] = 0


class Metrics(Entry):
    accumulated_cost: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    accumulated_token_usage: TokenUsage | None = None


class Stats(Entry):
    usage_to_metrics: Mapping[str, Metrics] = {}


class ConversationState(Entry):
    stats: Stats = Stats()

    @property
    def metrics(self) -> Sequence[Metrics]:
        return tuple(self.stats.usage_to_metrics.values())


def with_usage_of_openhands(trajectory: Trajectory, conversations: Workspace) -> Trajectory:
    """Return `trajectory` with the tokens and the cost that it stored in the folder of its conversations.

    A cost of 0 means that the price of the model is unknown.
    """
    used: list[Metrics] = []
    with suppress(ExpectationFailed, InvalidAnswer, ValidationError):
        for name in conversations.files():
            if name.endswith(f"/{STATE}"):
                used += ConversationState.model_validate_json(conversations.read(name)).metrics
    tokens = [each.accumulated_token_usage for each in used if each.accumulated_token_usage is not None]
    return replace(
        trajectory,
        input_tokens=sum(each.prompt_tokens for each in tokens),
        output_tokens=sum(each.completion_tokens for each in tokens),
        cost=sum(each.accumulated_cost for each in used) or None,
    )


EARLIER_KINDS = kinds_of(
    edit="edit write",
    execute="run run_ipython",
    read="read browse browse_interactive",
    plan="think task_tracking",
    finish="finish",
    other="call_tool_mcp delegate",
)
"""Kind of each action that is a tool call; the agent's other actions are its own bookkeeping or messages."""

EARLIER_MESSAGE = "message"
EARLIER_ENDINGS: Mapping[str, FinishReason] = {
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


class EarlierEvent(Entry):
    """One event of version 0: an action of the agent or an observation. Other sources are environment and user."""

    id: int | None = None
    source: Literal["agent", "user", "environment"] | None = None
    action: str = ""
    observation: str = ""
    extras: StateExtras = StateExtras()
    tool_call_metadata: ToolCallMetadata | None = None


def _read_earlier(text: str) -> Trajectory:
    events, unread = entries_in_list(text, EarlierEvent)
    turns: dict[str, list[ToolCall]] = {}
    for number, event in enumerate(events):
        if event.source == "agent" and event.action in (*EARLIER_KINDS, EARLIER_MESSAGE):
            turns.setdefault(_turn_of_earlier(event, number), []).extend(_calls_of_earlier(event))
    return Trajectory(tuple(Turn(tuple(calls)) for calls in turns.values()), _finish_of_earlier(events), unread)


def _turn_of_earlier(event: EarlierEvent, number: int) -> str:
    """Return the id of the model's answer; an event without one is a turn of its own."""
    metadata = event.tool_call_metadata
    answer = metadata.model_response.id if metadata and metadata.model_response else ""
    return answer or f"event {number}"


def _calls_of_earlier(event: EarlierEvent) -> tuple[ToolCall, ...]:
    if event.action == EARLIER_MESSAGE:
        return ()
    metadata = event.tool_call_metadata
    return (ToolCall((metadata.function_name if metadata else "") or event.action, EARLIER_KINDS[event.action]),)


def _finish_of_earlier(events: Sequence[EarlierEvent]) -> FinishReason:
    """Return how it ended: by the agent's action ``finish``, else by its last state."""
    if any(event.source == "agent" and event.action == "finish" for event in events):
        return FinishReason.FINISHED
    states = [event.extras.agent_state for event in events if event.observation == "agent_state_changed"]
    return EARLIER_ENDINGS.get(states[-1], FinishReason.UNKNOWN) if states else FinishReason.UNKNOWN
