"""Models behind an API, through pydantic-ai."""

from __future__ import annotations

import inspect
import os
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent import futures
from typing import TYPE_CHECKING, Any

from evaluator.agents import Generation, Task, Usage
from evaluator.agents.loop import Loop
from evaluator.agents.settings import AgentSettings, Patience
from evaluator.errors import UsageProblem
from evaluator.generation.asking import Inquiry, Message, ModelTrouble, Reply
from evaluator.generation.building import Building

if TYPE_CHECKING:
    from pydantic_ai.models import Model

PROVIDERS = ("openai", "anthropic", "google", "ollama")
KEYS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "google": "GOOGLE_API_KEY"}
WORTH_ANOTHER_TRY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
OLLAMA = "http://localhost:11434/v1"


class ModelAgent:
    """``openai:NAME`` (any OpenAI-compatible address: OPENAI_BASE_URL), ``anthropic:…``, ``google:…``, ``ollama:…``."""

    asks = True

    def __init__(self, spec: str, settings: AgentSettings) -> None:
        self.name, self.settings = spec, settings
        self.prompts = settings.prompts.versions()
        provider, _, model = spec.partition(":")
        if provider not in PROVIDERS or not model:
            raise UsageProblem(f"{spec!r} names no model; write PROVIDER:MODEL with one of {', '.join(PROVIDERS)}")
        self._provider, self._model = provider, model
        self._opening = threading.Lock()
        self._opened: _Opened | None = None

    def check(self) -> None:
        """Raises `UsageProblem` when the model cannot be asked from here: no key, no package, a limit on cost for a
        model whose price is not known."""
        key = KEYS.get(self._provider)
        if key and not os.environ.get(key):
            raise UsageProblem(f"{self.name} needs a key: set the environment variable {key}")
        try:
            import pydantic_ai  # noqa: F401
        except ImportError as error:
            raise UsageProblem("models need the extra: pip install 'projecteval[models]'") from error
        limited = self.settings.limits.cost is not None or self.settings.budget.limits.cost is not None
        if limited and not _has_price(self._provider, self._model):
            raise UsageProblem(
                f"the price of {self.name} is not known here, so a limit on cost cannot be kept; limit tokens instead "
                "(--max-tokens, --run-max-tokens)"
            )

    def build(self, task: Task) -> Generation:
        settings = self.settings
        inquiry = Inquiry(
            _Asked(self._once_opened(), settings),
            task.workplace,
            repair=lambda problem: settings.prompts.text("repair", problem=problem),
            repairs=settings.repairs,
            limits=settings.limits,
            purse=settings.budget,
        )
        return Building(task, inquiry, settings.prompts).generation()

    def close(self) -> None:
        """End calls that are under way: who waits for them gets `ModelTrouble`."""
        with self._opening:
            if self._opened is not None:
                self._opened.close()
                self._opened = None

    def _once_opened(self) -> _Opened:
        with self._opening:
            if self._opened is None:
                self._opened = _Opened(self._open())
            return self._opened

    def _open(self) -> Model:
        from pydantic_ai.models import infer_model

        if self._provider not in ("openai", "ollama"):
            return infer_model(self.name)
        from openai import AsyncOpenAI
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider

        local = self._provider == "ollama"
        client = AsyncOpenAI(
            base_url=os.environ.get("OLLAMA_BASE_URL", OLLAMA) if local else os.environ.get("OPENAI_BASE_URL"),
            api_key="ollama" if local else os.environ.get("OPENAI_API_KEY"),
            max_retries=0,  # tries are counted and paced here
            timeout=self.settings.patience.one_answer,
        )
        return OpenAIChatModel(self._model, provider=OpenAIProvider(openai_client=client))


class _Opened:
    """A model with its client, and the event loop on which it is asked."""

    def __init__(self, model: Model) -> None:
        self.model, self.loop, self.closing = model, Loop(), threading.Event()

    def close(self) -> None:
        self.closing.set()
        if (closed := getattr(getattr(self.model, "client", None), "close", None)) is not None:
            self.loop.run(_awaited(closed))
        self.loop.close()


class _Asked:
    """A model as a `Conversation`: tried again after faults that pass, within the patience."""

    def __init__(self, opened: _Opened, settings: AgentSettings) -> None:
        self._opened, self._settings = opened, settings

    def ask(self, messages: Sequence[Message]) -> Reply:
        patience = self._settings.patience
        give_up, tries = time.monotonic() + patience.in_all, 0
        while True:
            tries += 1
            try:
                return self._once(messages, tries)
            except futures.CancelledError as error:
                raise ModelTrouble("interrupted while it was asked") from error
            except Exception as error:
                pause = _pause(error, tries, patience)
                if pause is None or time.monotonic() + pause > give_up:
                    raise ModelTrouble(f"no answer after {tries} tries: {_in_words(error)}") from error
                if self._opened.closing.wait(pause):
                    raise ModelTrouble("interrupted while waiting to ask again") from error

    def _once(self, messages: Sequence[Message], tries: int) -> Reply:
        from pydantic_ai.direct import model_request
        from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart

        history: list[ModelMessage] = [
            ModelRequest([UserPromptPart(message.text)])
            if message.role == "user"
            else ModelResponse([TextPart(message.text)])
            for message in messages
        ]
        asked = model_request(self._opened.model, history, model_settings=self._model_settings())
        response = self._opened.loop.run(asked)
        return Reply(response.text or "", _usage_of(response, tries))

    def _model_settings(self) -> Any:
        asked = {
            "temperature": self._settings.temperature,
            "seed": self._settings.seed,
            "max_tokens": self._settings.most_tokens,
            "timeout": self._settings.patience.one_answer,
        }
        return {key: value for key, value in asked.items() if value is not None}


async def _awaited(closed: Callable[[], Any]) -> None:
    waiting = closed()
    if inspect.isawaitable(waiting):
        await waiting


def _has_price(provider: str, model: str) -> bool:
    import genai_prices

    try:
        genai_prices.calc_price(genai_prices.Usage(input_tokens=1, output_tokens=1), model, provider_id=provider)
    except LookupError:
        return False
    return True


def _usage_of(response: Any, tries: int) -> Usage:
    try:
        cost = float(response.cost().total_price)
    except (LookupError, AssertionError, ValueError):
        cost = None  # the model's price is not known
    return Usage(response.usage.input_tokens, response.usage.output_tokens, cost, calls=tries)


def _pause(error: Exception, tries: int, patience: Patience) -> float | None:
    """Seconds until the next try: what the service says, else doubling with jitter; None: trying is useless."""
    from pydantic_ai.exceptions import ModelAPIError, ModelHTTPError, UnexpectedModelBehavior

    if isinstance(error, ModelHTTPError):
        if error.status_code not in WORTH_ANOTHER_TRY:
            return None
        if error.retry_after is not None:
            return min(float(error.retry_after), patience.longest_pause)
    elif not isinstance(error, (ModelAPIError, UnexpectedModelBehavior, OSError)) and not _is_network(error):
        return None
    doubling = min(patience.first_pause * 2 ** (tries - 1), patience.longest_pause)
    return float(doubling * random.uniform(0.5, 1.0))


def _is_network(error: BaseException) -> bool:
    import httpx

    chain: BaseException | None = error
    while chain is not None:
        if isinstance(chain, (httpx.HTTPError, OSError)):
            return True
        chain = chain.__cause__
    return False


def _in_words(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
