"""Scripted model service for coding agents: the streaming APIs of Anthropic, OpenAI (both) and Google, on loopback.

Each answer of the script is a shell command that the agent is to execute with its own tool, or a text that ends its
work. The tool is found among those that the request declares, so that one script leads every agent.
"""

from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

SHELL_TOOLS = (
    "Bash",
    "bash",
    "run_shell_command",
    "terminal",
    "execute_bash",
    "exec_command",
    "shell",
    "shell_command",
)
"""Names of the tools that execute a command: Claude Code, OpenCode and mini-swe-agent, Gemini CLI, OpenHands, Codex."""

INPUT_TOKENS, OUTPUT_TOKENS = 1000, 50


@dataclass(frozen=True)
class Command:
    """A call of the agent's tool for commands."""

    command: str


@dataclass(frozen=True)
class ToolCall:
    """A call of any tool with any arguments: for calls that an agent must survive."""

    arguments: Mapping[str, Any]
    name: str = ""


@dataclass(frozen=True)
class Refusal:
    """An HTTP error of the service."""

    status: int
    message: str = "refused by the script"


@dataclass(frozen=True)
class Hang:
    """No answer for this time, then a closed connection."""

    seconds: float


@dataclass(frozen=True)
class CutOff:
    """The beginning of an answer, and a closed connection."""


Answer = Command | ToolCall | Refusal | Hang | CutOff | str
Script = Sequence[Answer]


@dataclass
class Provider:
    """A running service: `url` without a path, and the paths and bodies of its requests."""

    script: Script
    last_repeats: bool = False
    url: str = ""
    port: int = 0
    requests: list[tuple[str, Any]] = field(default_factory=list)
    answered: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    closing: threading.Event = field(default_factory=threading.Event)

    def next_answer(self, has_tools: bool) -> Answer:
        """Return the next answer of the script; after its end the text "done", or its last answer again.

        A request without tools where a call is next is one for a title or a summary: it gets a text, and nothing of
        the script.
        """
        with self.lock:
            left = self.script[self.answered :]
            answer = left[0] if left else self.script[-1] if self.last_repeats else "done"
            if isinstance(answer, Command | ToolCall) and not has_tools:
                return "A short title"
            self.answered += 1
            return answer


@contextmanager
def provider(
    script: Script,
    *,
    last_repeats: bool = False,
    certificate: Path | None = None,
    address: tuple[str, int] = ("127.0.0.1", 0),
) -> Iterator[Provider]:
    """Yield a service that answers by `script`; with TLS where `certificate` names a PEM file with key."""
    found = Provider(script, last_repeats)
    handler = type("Handler", (_Handler,), {"provider": found})
    with ThreadingHTTPServer(address, handler) as http:
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            http.socket = context.wrap_socket(http.socket, server_side=True)
        http.daemon_threads = True
        found.port = http.server_address[1]
        found.url = f"http{'s' if certificate else ''}://{address[0]}:{found.port}"
        thread = threading.Thread(target=http.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield found
        finally:
            found.closing.set()
            http.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    provider: Provider
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        models = [{"id": "scripted", "object": "model", "created": 1, "owned_by": "tests"}]
        self._send(200, "application/json", json.dumps({"object": "list", "data": models, "models": []}).encode())

    def do_POST(self) -> None:
        body = json.loads(self._body() or b"{}")
        self.provider.requests.append((self.path, body))
        dialect = _dialect(self.path)
        if dialect is None:
            return self._send(200, "application/json", b'{"input_tokens": 10, "totalTokens": 10}')
        answer = self.provider.next_answer(bool(_tools(body)))
        if isinstance(answer, Refusal):
            return self._send(answer.status, "application/json", _refusal(answer))
        if isinstance(answer, Hang):
            self.provider.closing.wait(answer.seconds)
            self.close_connection = True
            return None
        return self._reply(dialect, body, answer)

    def _reply(self, dialect: Dialect, body: Any, answer: Answer) -> None:
        kind, content = dialect(body, answer, self.path)
        if isinstance(answer, CutOff):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 3])
            self.close_connection = True
            return
        self._send(200, kind, content)

    def _body(self) -> bytes:
        if length := self.headers.get("Content-Length"):
            return self.rfile.read(int(length))
        found = b""  # chunked
        while size := int(self.rfile.readline().split(b";")[0] or b"0", 16):
            found += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return found

    def _send(self, status: int, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


Dialect = Callable[[Any, Answer, str], tuple[str, bytes]]


def _dialect(path: str) -> Dialect | None:
    route = path.partition("?")[0]
    if "generateContent" in route or "streamGenerateContent" in route:
        return google
    if route.endswith("/messages"):
        return anthropic
    if route.endswith("/responses"):
        return openai_responses
    if route.endswith("/chat/completions"):
        return openai_chat
    return None


def _tools(body: Any) -> list[Any]:
    tools = body.get("tools") or []
    declared = [each for tool in tools for each in tool.get("functionDeclarations", [])]
    return declared or tools


def _call(body: Any, answer: Command | ToolCall) -> tuple[str, dict[str, Any]]:
    """Return name and arguments of the call: of the tool for commands, with its required arguments filled in."""
    functions = [tool.get("function", tool) for tool in _tools(body)]
    by_name = {str(function.get("name", function.get("type"))): function for function in functions}
    shell = next((name for name in SHELL_TOOLS if name in by_name), next(iter(by_name), "bash"))
    if isinstance(answer, ToolCall):
        return answer.name or shell, dict(answer.arguments)
    function = by_name.get(shell, {})
    schema = function.get("parameters") or function.get("input_schema") or function.get("parametersJsonSchema") or {}
    wanted, properties = schema.get("required", ["command"]), schema.get("properties", {})
    values: dict[str, Any] = {name: _filled(properties.get(name, {})) for name in wanted}
    name = "cmd" if "cmd" in properties else "command"
    as_list = properties.get(name, {}).get("type") == "array"
    return shell, {**values, name: ["bash", "-lc", answer.command] if as_list else answer.command}


def _filled(schema: Any) -> Any:
    kinds: Mapping[str, Any] = {"boolean": False, "number": 1, "integer": 1, "array": []}
    return schema["enum"][0] if "enum" in schema else kinds.get(schema.get("type", "string"), "scripted")


def _refusal(refusal: Refusal) -> bytes:
    kinds = {401: "authentication_error", 429: "rate_limit_error"}
    error = {"type": kinds.get(refusal.status, "api_error"), "message": refusal.message, "code": refusal.status}
    return json.dumps({"type": "error", "error": error}).encode()


def _events(events: Sequence[tuple[str, Any]]) -> bytes:
    return b"".join(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode() for name, data in events)


def anthropic(body: Any, answer: Answer, path: str) -> tuple[str, bytes]:
    """Messages API."""
    usage = {"input_tokens": INPUT_TOKENS, "output_tokens": OUTPUT_TOKENS}
    if isinstance(answer, Command | ToolCall):
        name, arguments = _call(body, answer)
        number = len(body["messages"])
        block: dict[str, Any] = {"type": "tool_use", "id": f"toolu_{number:04d}", "name": name, "input": {}}
        delta: dict[str, Any] = {"type": "input_json_delta", "partial_json": json.dumps(arguments)}
        reason = "tool_use"
    else:
        block, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": str(answer)}
        arguments, reason = {}, "end_turn"
    message = {
        "id": f"msg_{len(body['messages']):04d}", "type": "message", "role": "assistant", "model": body["model"],
        "content": [], "stop_reason": None, "stop_sequence": None, "usage": {**usage, "output_tokens": 1},
    }  # fmt: skip
    if not body.get("stream"):
        whole = {**block, "input": arguments} if reason == "tool_use" else {"type": "text", "text": str(answer)}
        return "application/json", json.dumps(
            {**message, "content": [whole], "stop_reason": reason, "usage": usage}
        ).encode()
    ended = {"stop_reason": reason, "stop_sequence": None}
    events = [
        ("message_start", {"type": "message_start", "message": message}),
        ("content_block_start", {"type": "content_block_start", "index": 0, "content_block": block}),
        ("content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta}),
        ("content_block_stop", {"type": "content_block_stop", "index": 0}),
        ("message_delta", {"type": "message_delta", "delta": ended, "usage": {"output_tokens": OUTPUT_TOKENS}}),
        ("message_stop", {"type": "message_stop"}),
    ]  # fmt: skip
    return "text/event-stream", _events(events)


def openai_responses(body: Any, answer: Answer, path: str) -> tuple[str, bytes]:
    """Responses API."""
    number = len(body.get("input", []))
    if isinstance(answer, Command | ToolCall):
        name, arguments = _call(body, answer)
        item: dict[str, Any] = {
            "type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": name,
            "arguments": json.dumps(arguments), "status": "completed",
        }  # fmt: skip
    else:
        content = [{"type": "output_text", "text": str(answer), "annotations": []}]
        item = {
            "type": "message",
            "id": f"msg_{number}",
            "role": "assistant",
            "status": "completed",
            "content": content,
        }
    usage = {
        "input_tokens": INPUT_TOKENS, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": OUTPUT_TOKENS,
        "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
    }  # fmt: skip
    response = {
        "id": f"resp_{number}", "object": "response", "created_at": 1, "status": "completed", "model": body["model"],
        "output": [item], "usage": usage,
    }  # fmt: skip
    if not body.get("stream"):
        return "application/json", json.dumps(response).encode()
    begun = {**response, "status": "in_progress", "output": [], "usage": None}
    events = [
        ("response.created", {"type": "response.created", "response": begun}),
        ("response.output_item.added", {"type": "response.output_item.added", "output_index": 0, "item": item}),
        ("response.output_item.done", {"type": "response.output_item.done", "output_index": 0, "item": item}),
        ("response.completed", {"type": "response.completed", "response": response}),
    ]
    return "text/event-stream", _events(events)


def openai_chat(body: Any, answer: Answer, path: str) -> tuple[str, bytes]:
    """Chat Completions API, of OpenAI and of compatible services."""
    message: dict[str, Any] = {"role": "assistant", "content": None}
    reason, number = "stop", len(body["messages"])
    if isinstance(answer, Command | ToolCall):
        name, arguments = _call(body, answer)
        function = {"name": name, "arguments": json.dumps(arguments)}
        message["tool_calls"] = [{"index": 0, "id": f"call_{number}", "type": "function", "function": function}]
        reason = "tool_calls"
    else:
        message["content"] = str(answer)
    usage = {
        "prompt_tokens": INPUT_TOKENS, "completion_tokens": OUTPUT_TOKENS, "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
    }  # fmt: skip
    shared = {"id": f"chatcmpl-{number}", "created": 1, "model": body["model"]}
    if not body.get("stream"):
        choice = {"index": 0, "message": message, "finish_reason": reason}
        return "application/json", json.dumps(
            {**shared, "object": "chat.completion", "choices": [choice], "usage": usage}
        ).encode()
    chunks = [
        {
            **shared,
            "object": "chat.completion.chunk",
            "choices": [{"index": 0, "delta": message, "finish_reason": None}],
        },
        {**shared, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
        {**shared, "object": "chat.completion.chunk", "choices": [], "usage": usage},
    ]
    return "text/event-stream", b"".join(
        f"data: {json.dumps(each)}\n\n".encode() for each in chunks
    ) + b"data: [DONE]\n\n"


def google(body: Any, answer: Answer, path: str) -> tuple[str, bytes]:
    """Gemini API."""
    if isinstance(answer, Command | ToolCall):
        name, arguments = _call(body, answer)
        part: dict[str, Any] = {"functionCall": {"name": name, "args": arguments}}
    else:
        part = {"text": str(answer)}
    content = {
        "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {
            "promptTokenCount": INPUT_TOKENS, "candidatesTokenCount": OUTPUT_TOKENS,
            "totalTokenCount": INPUT_TOKENS + OUTPUT_TOKENS,
        },
        "modelVersion": "scripted", "responseId": f"answer-{time.monotonic_ns()}",
    }  # fmt: skip
    if "stream" not in path:
        return "application/json", json.dumps(content).encode()
    return "text/event-stream", f"data: {json.dumps(content)}\n\n".encode()
