"""HTTP client of model services that counts the bytes of an answer while they arrive."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from evaluator.agents.model_errors import AnswerTooLarge

if TYPE_CHECKING:
    from httpx2 import AsyncByteStream, AsyncClient, Request, Response

PLAIN = "identity"
"""Content encoding without compression, which could turn a few bytes into many."""


def open_client(most_bytes: int, seconds: float) -> AsyncClient:
    """Return a client whose answers end with `AnswerTooLarge` after `most_bytes`, on the event loop that runs now."""
    from httpx2 import AsyncByteStream
    from pydantic_ai.models import create_async_httpx2_client

    class Counted(AsyncByteStream):
        """Body of an answer that is read until the limit."""

        def __init__(self, stream: AsyncByteStream) -> None:
            self._stream = stream

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in self._stream:
                size += len(chunk)
                if size > most_bytes:
                    raise AnswerTooLarge(f"the answer of the service has more than {most_bytes} bytes")
                yield chunk

        async def aclose(self) -> None:
            await self._stream.aclose()

    async def ask_for_plain(request: Request) -> None:
        request.headers["Accept-Encoding"] = PLAIN

    async def bound(response: Response) -> None:
        if response.headers.get("Content-Encoding", PLAIN) != PLAIN:
            raise AnswerTooLarge("the service compressed its answer although it was not asked to")
        assert isinstance(response.stream, AsyncByteStream)
        response.stream = Counted(response.stream)

    client = create_async_httpx2_client(timeout=seconds)
    client.event_hooks["request"].append(ask_for_plain)
    client.event_hooks["response"].append(bound)
    return client
