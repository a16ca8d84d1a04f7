"""Services of models: their providers, the errors of requests, and what follows from each: retry, end, or the agent's
failure.

ModelError       not the agent's failure: the attempt remains to be done and is built when the run is resumed
└── RunStopped     no further request of the run makes sense now
    ├── RunOverBudget   the run's own limits are used up
    ├── NoCredit        the account's quota or balance is used up
    └── RunRefused      the service refuses key, model or settings of the run
OverBudget         the agent's failure: the attempt used up its own limits
AnswerTooLarge     the agent's failure: the service sends more than one answer may have; the client raises it
Withheld           the agent's failure: the service refuses only this request (too long for the model, filtered)

A request that the service refuses as such (400, 413, 422) is refused every time. If the request is too long or
filtered, that is the agent's failure. So is a refusal for another reason after the service has answered another
request of the run, because it then accepts key, model and settings. Before that, the run stops: nothing is
recorded, and the message contains the service's own.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evaluator.agents.answers.json_values import UnreadableAnswer
from evaluator.model.errors import EvaluatorError

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.models import Model

ROOM_FOR_A_PROJECT = 16384
"""Output tokens requested where the client's default is 4096, which is too small for most projects."""


@dataclass(frozen=True)
class Provider:
    """Provider of models. `keys` are environment variables, of which the first that is set counts; `address` is the
    variable of the address, `usual` its default (empty: the provider's own). With an address a key is not required."""

    keys: tuple[str, ...]
    address: str
    opens: Callable[[str, str, str | None, AsyncClient], Model]
    usual: str = ""
    needs_key: bool = True

    def key(self) -> str:
        """Return the key, or an empty text."""
        return next((value for name in self.keys if (value := os.environ.get(name))), "")

    def asked_at(self) -> str:
        """Return the address of the service; empty for the provider's own."""
        return os.environ.get(self.address) or self.usual

    def lacks_key(self) -> bool:
        return self.needs_key and not self.key() and not self.asked_at()

    def open(self, model: str, client: AsyncClient) -> Model:
        """Return `model` with `client`, on the running event loop."""
        return self.opens(model, self.key() or "no-key", self.asked_at() or None, client)


def _openai(model: str, key: str, address: str | None, client: AsyncClient) -> Model:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    return OpenAIChatModel(model, provider=OpenAIProvider(base_url=address, api_key=key, http_client=client))


def _anthropic(model: str, key: str, address: str | None, client: AsyncClient) -> Model:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider
    from pydantic_ai.settings import ModelSettings

    provider = AnthropicProvider(base_url=address, api_key=key, http_client=client)
    usual_is_little = not (provider.model_profile(model) or {}).get("anthropic_max_output_tokens")
    settings = ModelSettings(max_tokens=ROOM_FOR_A_PROJECT) if usual_is_little else None
    return AnthropicModel(model, provider=provider, settings=settings)


def _google(model: str, key: str, address: str | None, client: AsyncClient) -> Model:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(model, provider=GoogleProvider(base_url=address, api_key=key, http_client=client))


def _ollama(model: str, key: str, address: str | None, client: AsyncClient) -> Model:
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.providers.ollama import OllamaProvider

    return OllamaModel(model, provider=OllamaProvider(base_url=address, api_key=key, http_client=client))


PROVIDERS = {
    "openai": Provider(("OPENAI_API_KEY",), "OPENAI_BASE_URL", _openai),
    "anthropic": Provider(("ANTHROPIC_API_KEY",), "ANTHROPIC_BASE_URL", _anthropic),
    "google": Provider(("GOOGLE_API_KEY", "GEMINI_API_KEY"), "GOOGLE_GEMINI_BASE_URL", _google),
    "ollama": Provider(
        ("OLLAMA_API_KEY",), "OLLAMA_BASE_URL", _ollama, usual="http://localhost:11434/v1", needs_key=False
    ),
}


@dataclass(frozen=True)
class Patience:
    """Seconds to keep retrying a request after transient errors, and to wait for one answer."""

    in_all: float = 600.0
    one_answer: float = 600.0
    first_pause: float = 1.0
    longest_pause: float = 60.0


class ModelError(EvaluatorError):
    """A model did not answer (network, rate limits beyond the retry time)."""


class RunStopped(ModelError):
    """No further request can be made in this run for now."""


class RunOverBudget(RunStopped):
    """The run used up the limits of all its attempts together; the rest remains for `resume`."""


class NoCredit(RunStopped):
    """The account has no quota or money left."""


class RunRefused(RunStopped):
    """Key, model or settings are refused; the message says what to set."""


class OverBudget(EvaluatorError):
    """An attempt used up its own limits."""


class AnswerTooLarge(Exception):
    """A service sends more bytes than one answer may have, or compressed ones."""


class Withheld(UnreadableAnswer):
    """The service gives no answer to this request; the message says why."""


WORTH_ANOTHER_TRY = frozenset({408, 409, 425, 429})
"""Client errors after which a request is retried; server errors always are."""

TOO_LONG = ("too long", "context length", "context size", "context limit", "context window", "payload size")
FILTERED = ("content filter", "content_filter", "content filtering", "content_policy", "content policy", "usage policy")
"""Texts of services that report a filtered request without a code."""

MAX_MESSAGE_CHARS = 400
"""Maximum characters of a service's message that are shown."""


@dataclass(frozen=True)
class Asker:
    """Agent, service and model for messages and their remedies."""

    name: str
    provider: Provider

    def words_of(self, error: Exception) -> str:
        """Return the client's message without the key, on one line."""
        words = " ".join(str(error).split())
        if key := self.provider.key():
            words = words.replace(key, "[key]")
        return words if len(words) <= MAX_MESSAGE_CHARS else f"{words[:MAX_MESSAGE_CHARS]}…"


def refusal_of(error: Exception, asker: Asker, answered: bool) -> ModelError | Withheld | None:
    """Return why a retry is useless; None when it may help. `answered` is True when the service has answered before.

    Raises `error` when it comes neither from the service nor from the network or the settings.
    """
    from pydantic_ai import exceptions as said

    if too_large := _answer_too_large(error):
        return Withheld(f"{asker.name}: {too_large} (--max-answer-bytes)")
    words = asker.words_of(error)
    match error:
        case said.ModelQuotaExceededError():
            return NoCredit(f"the account of {asker.name} has no quota or money left ({words})")
        case said.ModelAuthenticationError():
            return RunRefused(_about_the_key(asker, words))
        case said.ModelNotFoundError():
            return RunRefused(_about_the_name(asker, words))
        case said.ModelContextWindowExceededError():
            return Withheld(f"the question is too long for {asker.name} ({words})")
        case said.ModelRequestRejectedError():
            return _of_the_question(asker, words, answered)
        case said.ModelHTTPError(status_code=413):
            return Withheld(f"the question is too long for {asker.name} ({words})")
        case said.ModelHTTPError(status_code=status) if 400 <= status < 500 and status not in WORTH_ANOTHER_TRY:
            return _of_the_question(asker, words, answered)
        case said.UserError():
            return RunRefused(f"{asker.name} cannot be asked like this: {words}")
        case said.ModelAPIError() | said.UnexpectedModelBehavior() | OSError():
            return None
    raise error


def _answer_too_large(error: BaseException | None) -> AnswerTooLarge | None:
    """Return the exceeded limit among the causes of `error`: clients raise their own errors from it."""
    while error is not None and not isinstance(error, AnswerTooLarge):
        error = error.__cause__ or error.__context__
    return error


def _about_the_key(asker: Asker, words: str) -> str:
    name = " or ".join(asker.provider.keys)
    what = f"the key in {name} was refused" if asker.provider.key() else f"{name} is not set, and a key is demanded"
    return f"{asker.name}: {what} ({words}); set {name} to a key that may use this model"


def _about_the_name(asker: Asker, words: str) -> str:
    at = asker.provider.asked_at()
    there = f"at {at} ({asker.provider.address})" if at else "there"
    return f"{asker.name}: the service knows no such model {there} ({words}); check the name after the colon" + (
        f" and the address in {asker.provider.address}" if at else ""
    )


def _of_the_question(asker: Asker, words: str, answered: bool) -> ModelError | Withheld:
    if any(mark in words.lower() for mark in TOO_LONG):
        return Withheld(f"the question is too long for {asker.name} ({words})")
    if any(mark in words.lower() for mark in FILTERED):
        return Withheld(f"the service of {asker.name} filters this question ({words})")
    if answered:
        return Withheld(f"the service of {asker.name} refuses this question ({words})")
    return RunRefused(
        f"{asker.name}: the service refuses what it is asked ({words}); check the model and the options "
        "--temperature, --seed, --max-output-tokens"
    )


def pause_before(error: Exception, tries: int, patience: Patience) -> float:
    """Return the seconds until the next try: the service's value, otherwise doubling with jitter."""
    said = getattr(error, "retry_after", None)
    if said is not None:
        return min(float(said), patience.longest_pause)
    doubling = min(patience.first_pause * 2.0 ** (tries - 1), patience.longest_pause)
    return doubling * random.uniform(0.5, 1.0)
