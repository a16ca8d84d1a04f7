"""Models behind an API, through pydantic-ai."""

from __future__ import annotations

import threading
from functools import partial

from evaluator.agents.error_classification import Asker
from evaluator.agents.interface import PROGRAM, ConversationalAgent
from evaluator.agents.model_conversation import ModelConversation, OpenModel
from evaluator.agents.model_errors import ModelError
from evaluator.agents.providers import PROVIDERS
from evaluator.agents.settings import AgentSettings
from evaluator.model.errors import UsageError


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
        if limited and not self._has_price():
            raise UsageError(
                f"the price of {self.name} is not known here, so a limit on cost cannot be kept; limit tokens instead "
                "(--max-tokens, --run-max-tokens)"
            )

    def conversation(self, label: str) -> ModelConversation:
        asker = Asker(self.name, self._provider)
        return ModelConversation(self._once_opened(), asker, self.settings, label)

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
