"""Models behind an API, through pydantic-ai: agent, conversation, HTTP client and event loop.

Clients reuse connections, which belong to an event loop: with one loop in a thread of its own, all threads share
connections, and all are closed at once.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent import futures
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from evaluator.agents.interface import PROGRAM, ConversationalAgent
from evaluator.agents.models.services import PROVIDERS, AnswerTooLarge, Asker, ModelError, pause_before, refusal_of
from evaluator.agents.settings import AgentSettings
from evaluator.model.errors import UsageError
from evaluator.model.generation import ChatMessage, Reply, Usage

if TYPE_CHECKING:
    from httpx2 import AsyncByteStream, AsyncClient, Request, Response
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model

T = TypeVar("T")


class Loop:
    """Event loop that runs coroutines for other threads until it is closed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._lock, self._closed = threading.Lock(), False
        self._thread = threading.Thread(target=self._loop.run_forever, name="model calls", daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Return the result of `coroutine`. Raises `concurrent.futures.CancelledError` when the loop is closed."""
        with self._lock:  # coroutines started before the end are cancelled by it
            if self._closed:
                coroutine.close()
                raise CancelledError
            begun = self._begun(coroutine)
        return begun.result()

    def close(self, last: Coroutine[Any, Any, Any]) -> None:
        """Cancel running coroutines, run `last`, and end the thread."""
        with self._lock:
            self._closed = True
            cancelled = self._begun(_cancel_the_others())
        cancelled.result()
        self._begun(last).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def _begun(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)


async def _cancel_the_others() -> None:
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


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


MIN_REPORTED_SECONDS = 2.0
"""Minimum pause in seconds that is reported."""


class OpenModel:
    """Model with its client and the event loop of its requests. One answer has at most `most_bytes`."""

    def __init__(self, opens: Callable[[AsyncClient], Model], most_bytes: int, seconds: float) -> None:
        self.loop, self.closing = Loop(), threading.Event()
        self._client, self.model = self.loop.run(_entered(opens, most_bytes, seconds))

    def close(self) -> None:
        """End requests in progress; their callers get `ModelError`."""
        self.closing.set()
        self.loop.close(last=_left(self.model, self._client))


async def _entered(opens: Callable[[AsyncClient], Model], most_bytes: int, seconds: float) -> tuple[AsyncClient, Model]:
    client = open_client(most_bytes, seconds)
    return client, await opens(client).__aenter__()


async def _left(model: Model, client: AsyncClient) -> None:
    await model.__aexit__(None, None, None)
    await client.aclose()


class ModelConversation:
    """Requests of one attempt to an open model. `label` is the attempt's name in reports."""

    def __init__(self, opened: OpenModel, asker: Asker, settings: AgentSettings, label: str) -> None:
        self._opened, self._asker, self._settings, self._label = opened, asker, settings, label

    def ask(self, messages: Sequence[ChatMessage]) -> Reply:
        """Send `messages` and return the reply. Raises `ModelError` or `Withheld`, by `error_classification`."""
        patience = self._settings.patience
        give_up, tries = time.monotonic() + patience.in_all, 0
        while True:
            tries += 1
            try:
                return _reply(self._response(messages), tries, self._settings)
            except futures.CancelledError as error:
                raise ModelError("interrupted while it was asked") from error
            except Exception as error:
                if self._opened.closing.is_set():
                    raise ModelError("interrupted while it was asked") from error
                if refusal := refusal_of(error, self._asker, self._settings.budget.used.calls > 0):
                    raise refusal from error
                pause, words = pause_before(error, tries, patience), self._asker.words_of(error)
                if time.monotonic() + pause > give_up:
                    raise ModelError(f"no answer after {tries} tries: {words}") from error
                self._wait(pause, words)

    def _wait(self, pause: float, words: str) -> None:
        if pause >= MIN_REPORTED_SECONDS:
            self._settings.tell(f"{self._label}: asked again in {pause:.0f} s: {words}")
        if self._opened.closing.wait(pause):
            raise ModelError("interrupted while waiting to ask again")

    def _response(self, messages: Sequence[ChatMessage]) -> ModelResponse:
        from pydantic_ai.direct import model_request

        history = [_as_sent(message) for message in messages]
        return self._opened.loop.run(
            model_request(self._opened.model, history, model_settings=_model_settings(self._settings))
        )


def _as_sent(message: ChatMessage) -> ModelMessage:
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    if message.role == "user":
        return ModelRequest([UserPromptPart(message.text)])
    return ModelResponse([TextPart(message.text)])


def _model_settings(settings: AgentSettings) -> Any:
    asked = {
        "temperature": settings.temperature,
        "seed": settings.seed,
        "max_tokens": settings.most_tokens,
        "max_retries": 0,  # tries are counted and paced here
        "timeout": settings.patience.one_answer,
        "request_timeout": settings.patience.one_answer,  # also limits an answer that arrives slowly
    }
    return {key: value for key, value in asked.items() if value is not None}


def _reply(response: ModelResponse, tries: int, settings: AgentSettings) -> Reply:
    try:
        cost = float(response.cost().total_price)
    except (LookupError, AssertionError, ValueError):
        cost = None  # the model's price is unknown
    usage = settings.priced(Usage(response.usage.input_tokens, response.usage.output_tokens, cost, calls=tries))
    return Reply(response.text or "", usage, _why_not_whole(response), response.model_name or "")


def _why_not_whole(response: ModelResponse) -> str:
    if response.finish_reason == "length":
        return f"the answer was cut off after {response.usage.output_tokens} tokens (--max-output-tokens asks for more)"
    if response.finish_reason == "content_filter":
        return "the service's content filter ended the answer"
    return ""


class ModelAgent(ConversationalAgent):
    """``openai:NAME`` (any OpenAI-compatible address: OPENAI_BASE_URL), ``anthropic:…``, ``google:…``, ``ollama:…``."""

    ignores = PROGRAM

    def __init__(self, spec: str, settings: AgentSettings) -> None:
        self.name, self.settings = spec, settings
        name, _, model = spec.partition(":")
        if name not in PROVIDERS or not model:
            raise UsageError(f"{spec!r} names no model; write PROVIDER:MODEL with one of {', '.join(PROVIDERS)}")
        self._provider_name, self._provider, self._model = name, PROVIDERS[name], model
        self._opening, self._closed = threading.Lock(), False
        self._opened: OpenModel | None = None

    def check(self) -> None:
        """Raise `UsageError` when the model cannot be used here: no key, no package, a cost limit for a model without a
        known price."""
        if self._provider.lacks_key():
            raise UsageError(
                f"{self.name} needs a key: set the environment variable {' or '.join(self._provider.keys)} "
                f"(or {self._provider.address} for a service of your own)"
            )
        try:
            import pydantic_ai  # noqa: F401
        except ImportError as error:
            raise UsageError("models need the extra: pip install 'projecteval[models]'") from error
        limited = self.settings.limits.cost is not None or self.settings.budget.limits.cost is not None
        if limited and self.settings.price is None and not self._has_price():
            raise UsageError(
                f"the price of {self.name} is not known here, so a limit on cost cannot be kept; state it "
                "(--price), or limit tokens instead (--max-tokens, --run-max-tokens)"
            )

    def conversation(self, label: str) -> ModelConversation:
        asker = Asker(self.name, self._provider)
        return ModelConversation(self._once_opened(), asker, self.settings, label)

    def context_window(self) -> int | None:
        """Return the given context window, else the known one of the model."""
        if self.settings.context_window is not None:
            return self.settings.context_window
        from genai_prices.data_snapshot import get_snapshot

        try:
            _, found = get_snapshot().find_provider_model(self._model, None, self._provider_name, None)
        except LookupError:
            return None
        return found.context_window

    def close(self) -> None:
        """End requests in progress; their callers get `ModelError`."""
        with self._opening:
            self._closed = True
            if self._opened is not None:
                self._opened.close()
                self._opened = None

    def _once_opened(self) -> OpenModel:
        with self._opening:
            if self._closed:
                raise ModelError("interrupted before it was asked")
            if self._opened is None:
                settings = self.settings
                self._opened = OpenModel(
                    partial(self._provider.open, self._model), settings.most_bytes, settings.patience.one_answer
                )
            return self._opened

    def _has_price(self) -> bool:
        from genai_prices import Usage, calc_price

        one = partial(calc_price, Usage(input_tokens=1, output_tokens=1), self._model)
        by_address = partial(one, provider_api_url=self._provider.asked_at())
        for price in (by_address, partial(one, provider_id=self._provider_name)):  # as its answers are priced
            try:
                price()
            except LookupError:
                continue
            return True
        return False
