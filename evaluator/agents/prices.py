"""Prices of models that no list knows: of a service of one's own, or negotiated ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from evaluator.model.errors import UsageError
from evaluator.model.generation import Usage
from simulators.data_files import DataError, read_toml

TOKENS = 1_000_000
"""Tokens that a price is for."""


@dataclass(frozen=True)
class Price:
    """US dollars per million tokens."""

    input: float
    output: float

    def of(self, usage: Usage) -> float:
        return (usage.input_tokens * self.input + usage.output_tokens * self.output) / TOKENS


def price_of(values: Sequence[str]) -> Price | None:
    """Return the price for ``INPUT OUTPUT``; None without values. Raises `UsageError`."""
    if not values:
        return None
    try:
        numbers = [float(value) for value in values]
    except ValueError:
        numbers = []
    if len(numbers) != 2 or not all(math.isfinite(each) and each >= 0 for each in numbers):
        raise UsageError(
            f"--price {' '.join(values)}: write dollars per million tokens of input and of output (--price 0.5 1.5), "
            "or a TOML file of prices"
        )
    return Price(*numbers)


def stated_price(values: Sequence[str], agent: str) -> tuple[str, ...]:
    """Return ``INPUT OUTPUT`` for what the command line says: the numbers, or a file that has them for the agent.

    The file has a table for each agent: ``["openai:my-model"]`` with ``input`` and ``output``. Raises `UsageError`.
    """
    if len(values) != 1:
        return tuple(values)
    path = Path(values[0])
    try:
        prices = TypeAdapter(dict[str, Price]).validate_python(read_toml(path))
    except OSError as error:
        raise UsageError(f"--price {path}: cannot be read: {error.strerror}") from error
    except (ValidationError, DataError) as error:
        raise UsageError(f"--price {path}: no file of prices: {error}") from error
    if agent not in prices:
        raise UsageError(f"--price {path}: it has no price of {agent}; it has {', '.join(prices) or 'none'}")
    return str(prices[agent].input), str(prices[agent].output)
