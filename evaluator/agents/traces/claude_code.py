"""Event log of Claude Code: the output of ``claude --print --verbose --output-format stream-json``."""

from __future__ import annotations

from collections.abc import Mapping

from evaluator.agents.traces.events import Entry, entries_in_lines
from evaluator.model.trajectory import ActionKind, FinishReason, ToolCall, Trajectory, Turn

KINDS: Mapping[str, ActionKind] = {
    "Edit": ActionKind.EDIT,
    "MultiEdit": ActionKind.EDIT,
    "Write": ActionKind.EDIT,
    "NotebookEdit": ActionKind.EDIT,
    "Bash": ActionKind.EXECUTE,
    "BashOutput": ActionKind.READ,
    "Read": ActionKind.READ,
    "LS": ActionKind.READ,
    "Glob": ActionKind.READ,
    "Grep": ActionKind.READ,
    "WebFetch": ActionKind.READ,
    "WebSearch": ActionKind.READ,
    "TodoWrite": ActionKind.PLAN,
    "ExitPlanMode": ActionKind.PLAN,
}
"""Kind of each built-in tool; others (MCP servers, sub-agents) are of the kind ``other``."""

ENDINGS: Mapping[str, FinishReason] = {
    "success": FinishReason.FINISHED,
    "error_max_turns": FinishReason.TURN_LIMIT,
}
"""Finish reason by the subtype of the last ``result``; other subtypes are errors."""


class Block(Entry):
    type: str = ""
    name: str = ""


class AssistantMessage(Entry):
    id: str = ""
    content: list[Block] | str = ""


class ClaudeCodeEvent(Entry):
    """One line. An answer of the model comes in several lines with the same message id. The messages of a sub-agent
    name the tool call that started it."""

    type: str
    subtype: str = ""
    is_error: bool = False
    parent_tool_use_id: str | None = None
    message: AssistantMessage | None = None


def read_claude_code(text: str) -> Trajectory:
    """Return the trajectory of the main agent: one turn per answer of the model."""
    events, unread = entries_in_lines(text, ClaudeCodeEvent)
    turns: dict[str, list[ToolCall]] = {}
    finish = FinishReason.UNKNOWN
    for number, event in enumerate(events):
        if event.type == "result":
            finish = _finish(event)
        elif event.type == "assistant" and event.message and event.parent_tool_use_id is None:
            turns.setdefault(event.message.id or f"line {number}", []).extend(_calls(event.message))
    return Trajectory(tuple(Turn(tuple(calls)) for calls in turns.values()), finish, unread)


def _calls(message: AssistantMessage) -> list[ToolCall]:
    blocks = [] if isinstance(message.content, str) else message.content
    return [
        ToolCall(block.name, KINDS.get(block.name, ActionKind.OTHER))
        for block in blocks
        if block.type == "tool_use" and block.name
    ]


def _finish(event: ClaudeCodeEvent) -> FinishReason:
    if event.is_error and event.subtype == "success":
        return FinishReason.ERROR
    return ENDINGS.get(event.subtype, FinishReason.ERROR)
