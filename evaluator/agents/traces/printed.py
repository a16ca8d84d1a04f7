"""Traces in the output of coding agents: Claude Code, Codex, Gemini CLI, OpenCode, aider.

Each reader returns the turns of the main agent, its usage as far as it is reported, and whether the model's service
ended the work: an attempt that a service refused is not the agent's failure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from evaluator.agents.traces.events import Entry, entries_in_lines, kinds_of, retried_last
from evaluator.model.trajectory import ActionKind, FinishReason, ToolCall, Trajectory, Turn

Count = Annotated[int, Field(ge=0, lt=1 << 50)]
Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]

CLAUDE_CODE_KINDS = kinds_of(
    edit="Edit MultiEdit Write NotebookEdit",
    execute="Bash",
    read="BashOutput Read LS Glob Grep WebFetch WebSearch",
    plan="TodoWrite ExitPlanMode",
)
"""Kind of each built-in tool; others (MCP servers, sub-agents) are of the kind ``other``."""

CLAUDE_CODE_ENDINGS: Mapping[str, FinishReason] = {
    "success": FinishReason.FINISHED,
    "error_max_turns": FinishReason.TURN_LIMIT,
}
"""Finish reason by the subtype of the last ``result``; other subtypes are errors."""

SERVICE_STATUS = re.compile(r"(?:unexpected status|last status:?) (\d{3})\b")
"""HTTP status in a message of Codex, whose events carry it in no field."""

AIDER_SERVICE_ERROR = re.compile(r"^litellm\.(\w+)(?::.*)?$", re.MULTILINE)
AIDER_TOKENS = re.compile(
    r"^Tokens: ([\d.]+)(k|M)? sent(?:,.*?)?, ([\d.]+)(k|M)? received\.(?: Cost: \$([\d.]+) message)?"
)
AIDER_EDIT = re.compile(r"^Applied edit to (.+)$")


class Block(Entry):
    type: str = ""
    name: str = ""


class AssistantMessage(Entry):
    id: str = ""
    content: list[Block] | str = ""


class ClaudeCodeUsage(Entry):
    input_tokens: Count = 0
    cache_creation_input_tokens: Count = 0
    cache_read_input_tokens: Count = 0
    output_tokens: Count = 0

    @property
    def read(self) -> int:
        return self.input_tokens + self.cache_creation_input_tokens + self.cache_read_input_tokens


class ClaudeCodeEvent(Entry):
    """One line. An answer of the model comes in several lines with the same message id. The messages of a sub-agent
    name the tool call that started it."""

    type: str
    subtype: str = ""
    is_error: bool = False
    parent_tool_use_id: str | None = None
    message: AssistantMessage | None = None
    error_status: int | None = None
    error: str | None = None
    api_error_status: int | None = None
    total_cost_usd: Dollars | None = None
    usage: ClaudeCodeUsage | None = None


def read_claude_code(text: str) -> Trajectory:
    """Return the trajectory of ``claude --print --verbose --output-format stream-json``: one turn per answer."""
    events, unread = entries_in_lines(text, ClaudeCodeEvent)
    turns: dict[str, list[ToolCall]] = {}
    last, refused = ClaudeCodeEvent(type=""), ""
    for number, event in enumerate(events):
        if event.type == "result":
            last = event
            refused = f"the service answered {event.api_error_status}" if event.api_error_status else refused
        elif event.type == "system" and event.subtype == "api_retry":
            refused = (
                f"the service answered {event.error_status}" if event.error_status else "the service did not answer"
            )
        elif event.type == "assistant" and event.message and event.parent_tool_use_id is None:
            refused = ""
            turns.setdefault(event.message.id or f"line {number}", []).extend(_calls_of_claude_code(event.message))
    usage = last.usage or ClaudeCodeUsage()
    finish = _finish_of_claude_code(last) if last.type else FinishReason.UNKNOWN
    return Trajectory(
        _turns(turns), finish, unread, usage.read, usage.output_tokens, last.total_cost_usd,
        "" if finish is FinishReason.FINISHED else refused,
    )  # fmt: skip


def _calls_of_claude_code(message: AssistantMessage) -> list[ToolCall]:
    blocks = [] if isinstance(message.content, str) else message.content
    return [
        ToolCall(block.name, CLAUDE_CODE_KINDS.get(block.name, ActionKind.OTHER))
        for block in blocks
        if block.type == "tool_use" and block.name
    ]


def _finish_of_claude_code(event: ClaudeCodeEvent) -> FinishReason:
    if event.is_error and event.subtype == "success":
        return FinishReason.ERROR
    return CLAUDE_CODE_ENDINGS.get(event.subtype, FinishReason.ERROR)


class CodexItem(Entry):
    type: str = ""
    tool: str = ""


class ErrorText(Entry):
    message: str = ""
    type: str = ""


class CodexUsage(Entry):
    input_tokens: Count = 0
    output_tokens: Count = 0


class CodexEvent(Entry):
    type: str
    item: CodexItem | None = None
    error: ErrorText | None = None
    usage: CodexUsage | None = None


CODEX_TOOLS = kinds_of(
    execute="command_execution",
    edit="file_change",
    other="mcp_tool_call",
    read="web_search",
    plan="todo_list",
)
"""Kind of each type of item that is a call of a tool; messages, reasoning and errors are none."""


def read_codex(text: str) -> Trajectory:
    """Return the trajectory of ``codex exec --json``.

    Its events do not say which calls belong to one answer of the model: each call, and each message without a call,
    counts as a turn.
    """
    events, unread = entries_in_lines(text, CodexEvent)
    turns: list[Turn] = []
    used: list[CodexUsage] = []
    finish, refused = FinishReason.UNKNOWN, ""
    for event in events:
        if event.type == "item.completed" and event.item is not None:
            turns += _turn_of_codex(event.item)
        elif event.type == "turn.completed":
            finish, refused = FinishReason.FINISHED, ""
            used += [event.usage] if event.usage else []
        elif event.type == "turn.failed":
            finish = FinishReason.ERROR
            refused = _service_failure_of_codex(event.error.message if event.error else "")
    read, written = sum(each.input_tokens for each in used), sum(each.output_tokens for each in used)
    return Trajectory(tuple(turns), finish, unread, read, written, None, refused)


def _turn_of_codex(item: CodexItem) -> list[Turn]:
    if item.type in CODEX_TOOLS:
        return [Turn((ToolCall(item.tool or item.type, CODEX_TOOLS[item.type]),))]
    return [Turn()] if item.type == "agent_message" else []


def _service_failure_of_codex(message: str) -> str:
    """Return the service's part in a failed turn; Codex ends a turn for its service only."""
    status = SERVICE_STATUS.search(message)
    return f"the service answered {status[1]}" if status else f"the service did not answer: {message[:200]}"


class GeminiStats(Entry):
    input_tokens: Count = 0
    output_tokens: Count = 0


class GeminiEvent(Entry):
    type: str
    role: str = ""
    tool_name: str = ""
    status: str = ""
    error: ErrorText | None = None
    stats: GeminiStats | None = None


GEMINI_KINDS = kinds_of(
    edit="write_file replace",
    execute="run_shell_command",
    read="read_file read_many_files list_directory glob grep_search search_file_content web_fetch google_web_search",
    plan="write_todos save_memory",
)


GEMINI_RETRY = re.compile(r"^Attempt \d+ failed with status (\d{3})\. Retrying", re.MULTILINE)
"""Message of a request that is repeated, of which it prints no event."""

GEMINI_SERVICE = frozenset({"unknown", "ApiError"})
"""Types of errors of the service; the agent's own limits have types of their own."""


def read_gemini(text: str) -> Trajectory:
    """Return the trajectory of ``gemini --output-format stream-json``.

    Calls that follow each other without a result between them belong to one answer of the model.
    """
    events, unread = entries_in_lines(text, GeminiEvent)
    turns: list[list[ToolCall]] = []
    last, continued = GeminiEvent(type=""), False
    for event in events:
        if event.type == "tool_use":
            turns += [] if continued else [[]]
            turns[-1].append(ToolCall(event.tool_name, GEMINI_KINDS.get(event.tool_name, ActionKind.OTHER)))
        elif event.type == "message" and event.role == "assistant":
            turns += [] if continued else [[]]
        elif event.type == "result":
            last = event
        continued = event.type == "tool_use" or (event.type == "message" and event.role == "assistant")
    stats = last.stats or GeminiStats()
    finish = {"success": FinishReason.FINISHED, "error": FinishReason.ERROR}.get(last.status, FinishReason.UNKNOWN)
    refused = (
        f"the service failed: {last.error.message[:300]}" if last.error and last.error.type in GEMINI_SERVICE else ""
    )
    if finish is FinishReason.UNKNOWN and (status := retried_last(text, GEMINI_RETRY)):
        refused = f"the service answered {status}"
    return Trajectory(
        tuple(Turn(tuple(calls)) for calls in turns),
        finish,
        unread,
        stats.input_tokens,
        stats.output_tokens,
        None,
        refused,
    )


class OpenCodeTokens(Entry):
    input: Count = 0
    output: Count = 0
    reasoning: Count = 0


class OpenCodePart(Entry):
    tool: str = ""
    messageID: str = ""  # noqa: N815 - as in the event
    reason: str = ""
    cost: Dollars = 0.0
    tokens: OpenCodeTokens | None = None


class OpenCodeErrorData(Entry):
    message: str = ""
    statusCode: int | None = None  # noqa: N815 - as in the event


class OpenCodeError(Entry):
    name: str = ""
    data: OpenCodeErrorData = OpenCodeErrorData()


class OpenCodeEvent(Entry):
    type: str
    part: OpenCodePart = OpenCodePart()
    error: OpenCodeError | None = None


OPENCODE_KINDS = kinds_of(
    edit="edit write patch apply_patch",
    execute="bash",
    read="read list glob grep webfetch",
    plan="todowrite todoread",
)


def read_opencode(text: str) -> Trajectory:
    """Return the trajectory of ``opencode run --format json``: one turn per message of the model."""
    events, unread = entries_in_lines(text, OpenCodeEvent)
    turns: dict[str, list[ToolCall]] = {}
    ends = [event.part for event in events if event.type == "step_finish"]
    for event in events:
        if event.type in ("step_start", "text", "tool_use"):
            calls = turns.setdefault(event.part.messageID, [])
            if event.type == "tool_use":
                calls.append(ToolCall(event.part.tool, OPENCODE_KINDS.get(event.part.tool, ActionKind.OTHER)))
    tokens = [end.tokens for end in ends if end.tokens is not None]
    errors = [event.error for event in events if event.type == "error" and event.error is not None]
    return Trajectory(
        _turns(turns),
        FinishReason.ERROR
        if errors
        else FinishReason.FINISHED
        if ends and ends[-1].reason == "stop"
        else FinishReason.UNKNOWN,
        unread,
        sum(each.input for each in tokens),
        sum(each.output + each.reasoning for each in tokens),
        sum(end.cost for end in ends) if ends else None,
        _service_failure_of_opencode(errors[-1]) if errors else "",
    )


def _service_failure_of_opencode(error: OpenCodeError) -> str:
    if error.name not in ("APIError", "ProviderAuthError", "AI_APICallError", "AI_RetryError"):
        return ""
    status = error.data.statusCode
    return f"the service answered {status}" if status else f"the service did not answer: {error.data.message[:200]}"


def read_aider(text: str) -> Trajectory:
    """Return the trajectory in what aider prints: a turn per line of tokens, with the edits applied after it.

    Errors of the service are those of the library that aider uses: lines ``litellm.RateLimitError: …``.
    """
    turns: list[list[ToolCall]] = []
    read = written = 0
    cost: float | None = None
    for line in text.splitlines():
        if (tokens := AIDER_TOKENS.match(line)) is not None:
            turns.append([])
            read, written = read + _count(tokens[1], tokens[2]), written + _count(tokens[3], tokens[4])
            cost = (cost or 0.0) + float(tokens[5]) if tokens[5] else cost
        elif AIDER_EDIT.match(line) is not None and turns:
            turns[-1].append(ToolCall("edit", ActionKind.EDIT))
    failed = AIDER_SERVICE_ERROR.findall(text) if not turns or not turns[-1] else []
    refused = f"the service failed: {failed[-1]}" if failed else ""
    finish = FinishReason.ERROR if refused else FinishReason.FINISHED if turns else FinishReason.UNKNOWN
    return Trajectory(tuple(Turn(tuple(calls)) for calls in turns), finish, 0, read, written, cost, refused)


def _count(number: str, unit: str | None) -> int:
    try:
        return int(float(number) * {"k": 1_000, "M": 1_000_000}.get(unit or "", 1))
    except ValueError:  # several points: not a number of aider
        return 0


def _turns(calls: Mapping[str, Sequence[ToolCall]]) -> tuple[Turn, ...]:
    return tuple(Turn(tuple(each)) for each in calls.values())
