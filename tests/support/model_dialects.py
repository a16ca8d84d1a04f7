"""Messages of providers' APIs: requests, answers and refusals, as far as their clients read them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

INPUT_TOKENS, OUTPUT_TOKENS = 100, 20


class Dialect(Protocol):
    """API of a provider; `key_in` is the header with the key."""

    key_in: str

    def texts(self, body: Any) -> list[str]:
        """Return the texts of the conversation, the request last. Raises `AssertionError` for invalid requests."""
        ...

    def answer(self, body: Any, text: str, whole: bool) -> tuple[str, bytes]:
        """Return content type and content of an answer."""
        ...

    def refusal(self, status: int, kind: str, message: str) -> bytes: ...


class OpenAI:
    """https://platform.openai.com/docs/api-reference/chat; also the interface of Ollama and others."""

    key_in = "Authorization"

    def texts(self, body: Any) -> list[str]:
        return [message["content"] for message in body["messages"]]

    def answer(self, body: Any, text: str, whole: bool) -> tuple[str, bytes]:
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": text},
            "finish_reason": "stop" if whole else "length",
        }
        usage = {
            "prompt_tokens": INPUT_TOKENS,
            "completion_tokens": OUTPUT_TOKENS,
            "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
        }
        return _json(
            {
                "id": "answer",
                "object": "chat.completion",
                "created": 1,
                "model": body["model"],
                "choices": [choice],
                "usage": usage,
            }
        )

    def refusal(self, status: int, kind: str, message: str) -> bytes:
        return json.dumps({"error": {"message": message, "type": "error", "code": kind or None}}).encode()


class Anthropic:
    """https://docs.anthropic.com/en/api/messages, streamed on request."""

    key_in = "Authorization"  # as a bearer's; `x-api-key` in earlier clients

    def texts(self, body: Any) -> list[str]:
        texts = [
            content if isinstance(content, str) else "".join(block["text"] for block in content)
            for content in (message["content"] for message in body["messages"])
        ]
        assert all(texts), "messages: text content blocks must be non-empty"
        assert body["max_tokens"] > 4096, "no project fits into so little"
        return texts

    def answer(self, body: Any, text: str, whole: bool) -> tuple[str, bytes]:
        reason = "end_turn" if whole else "max_tokens"
        message = {
            "id": "answer",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": [{"type": "text", "text": text}],
            "stop_reason": reason,
            "stop_sequence": None,
            "usage": {"input_tokens": INPUT_TOKENS, "output_tokens": OUTPUT_TOKENS},
        }
        if not body.get("stream"):
            return _json(message)
        begun = {**message, "content": [], "stop_reason": None}
        block = {"index": 0}
        events: list[Mapping[str, Any]] = [
            {"type": "message_start", "message": begun},
            {"type": "content_block_start", **block, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", **block, "delta": {"type": "text_delta", "text": text}},
            {"type": "content_block_stop", **block},
            {
                "type": "message_delta",
                "delta": {"stop_reason": reason, "stop_sequence": None},
                "usage": {"output_tokens": OUTPUT_TOKENS},
            },
            {"type": "message_stop"},
        ]
        lines = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
        return "text/event-stream", lines.encode()

    def refusal(self, status: int, kind: str, message: str) -> bytes:
        return json.dumps({"type": "error", "error": {"type": kind, "message": message}}).encode()


class Google:
    """https://ai.google.dev/api/generate-content"""

    key_in = "x-goog-api-key"

    def texts(self, body: Any) -> list[str]:
        return ["".join(part["text"] for part in content["parts"]) for content in body["contents"]]

    def answer(self, body: Any, text: str, whole: bool) -> tuple[str, bytes]:
        candidate = {
            "content": {"role": "model", "parts": [{"text": text}]},
            "finishReason": "STOP" if whole else "MAX_TOKENS",
            "index": 0,
        }
        usage = {
            "promptTokenCount": INPUT_TOKENS,
            "candidatesTokenCount": OUTPUT_TOKENS,
            "totalTokenCount": INPUT_TOKENS + OUTPUT_TOKENS,
        }
        return _json({"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-2.5-pro"})

    def refusal(self, status: int, kind: str, message: str) -> bytes:
        retry = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0s"}
        reason = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": kind}
        error = {
            "code": status,
            "message": message,
            "status": GOOGLE_STATUS.get(status, "UNKNOWN"),
            "details": [retry, reason],
        }
        return json.dumps({"error": error}).encode()


GOOGLE_STATUS = {
    400: "INVALID_ARGUMENT",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}


def dialect_at(path: str) -> Dialect:
    """Return the API at an address."""
    if path.endswith(":generateContent"):
        return Google()
    return Anthropic() if path.split("?")[0].endswith("/messages") else OpenAI()


def _json(answer: Mapping[str, Any]) -> tuple[str, bytes]:
    return "application/json", json.dumps(answer).encode()
