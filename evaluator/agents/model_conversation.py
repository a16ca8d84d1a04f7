"""Conversation with a model: one event loop for all threads, requests retried after transient errors."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent import futures
from typing import TYPE_CHECKING, Any

from evaluator.agents.bounded_http import open_client
from evaluator.agents.error_classification import Asker, pause_before, refusal_of
from evaluator.agents.event_loop import Loop
from evaluator.agents.model_errors import ModelError
from evaluator.agents.settings import AgentSettings
from evaluator.model.generation import Usage
from evaluator.model.messages import ChatMessage, Reply

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model

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
                return _reply(self._response(messages), tries)
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


def _reply(response: ModelResponse, tries: int) -> Reply:
    try:
        cost = float(response.cost().total_price)
    except (LookupError, AssertionError, ValueError):
        cost = None  # the model's price is unknown
    usage = Usage(response.usage.input_tokens, response.usage.output_tokens, cost, calls=tries)
    return Reply(response.text or "", usage, _why_not_whole(response), response.model_name or "")


def _why_not_whole(response: ModelResponse) -> str:
    if response.finish_reason == "length":
        return f"the answer was cut off after {response.usage.output_tokens} tokens (--max-output-tokens asks for more)"
    if response.finish_reason == "content_filter":
        return "the service's content filter ended the answer"
    return ""
