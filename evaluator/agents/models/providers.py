"""Providers of models: their keys, addresses, and clients."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
