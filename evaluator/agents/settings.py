"""Settings of a run for every agent: prices of models that no list knows, and the budget of tokens, cost and time that
attempts share.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from evaluator.agents.models.services import Patience, RunOverBudget
from evaluator.model.errors import UsageError
from evaluator.model.generation import Usage, add_usage
from simulators.data_files import DataError, read_toml
from simulators.runtime.sandbox.egress_proxy import Dialer, Host

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


@dataclass(frozen=True)
class BudgetLimits:
    """Limits of one attempt or of a run: tokens in and out, US dollars, seconds of waiting; None means no limit."""

    tokens: int | None = None
    cost: float | None = None
    seconds: float | None = None

    def exceeded_by(self, usage: Usage) -> str:
        """Return a message about the limit that `usage` exceeds; empty when none."""
        tokens = usage.input_tokens + usage.output_tokens
        if self.tokens is not None and tokens > self.tokens:
            return f"{tokens} tokens, more than {self.tokens}"
        if self.cost is not None and usage.calls and usage.cost is None:
            return (
                f"an unknown amount of money (the model's price is not known), and the limit is {self.cost:g} dollars"
            )
        if self.cost is not None and usage.cost is not None and usage.cost > self.cost:
            return f"{usage.cost:.4f} dollars, more than {self.cost:g}"
        if self.seconds is not None and usage.seconds > self.seconds:
            return f"{usage.seconds:.0f} seconds of model time, more than {self.seconds:g}"
        return ""


class Budget:
    """Thread-safe sum of the usage of all answers of a run, including those of an earlier part of the run.

    It is checked before each request; requests in progress at that moment are completed and counted.
    """

    def __init__(self, limits: BudgetLimits = BudgetLimits(), used: Iterable[Usage] = ()) -> None:
        self.limits, self._lock, self._used = limits, threading.Lock(), Usage()
        for usage in used:
            self.spend(usage)

    @property
    def used(self) -> Usage:
        with self._lock:
            return self._used

    def spend(self, usage: Usage) -> None:
        with self._lock:
            self._used = add_usage(self._used, usage)

    def check_budget(self) -> None:
        """Raise `RunOverBudget` when the limits of the run are used up."""
        if over := self.limits.exceeded_by(self.used):
            raise RunOverBudget(f"the run used {over}")


@dataclass(frozen=True)
class AgentSettings:
    """Values of the run's request, the `budget` that its attempts share, and `tell`, which shows a note to the user.

    `limits` are those of one attempt, `most_tokens` and `most_bytes` those of one answer; `context_window` is the
    model's in tokens (None: the known one). `sandbox` and `passed_on`
    (environment variables by name), `variables` (with their values), `network` (hosts that they may reach) and `tools`
    (folders that they may read) are for agents that start programs, as is `trace`, the format of what a program of the
    user prints (empty: no trace); `dialer` opens their connections. `price` replaces what a service says that answers
    cost. Any thread may call `tell`.
    """

    limits: BudgetLimits = BudgetLimits()
    patience: Patience = Patience()
    temperature: float | None = None
    seed: int | None = None
    most_tokens: int | None = None
    context_window: int | None = None
    price: Price | None = None
    most_bytes: int = 16 << 20
    sandbox: str = "auto"
    passed_on: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    network: tuple[Host, ...] = ()
    tools: tuple[Path, ...] = ()
    trace: str = ""
    dialer: Dialer = field(default_factory=Dialer, compare=False)
    budget: Budget = field(default_factory=Budget, compare=False)
    tell: Callable[[str], None] = field(default=lambda _: None, compare=False)

    def priced(self, usage: Usage) -> Usage:
        """Return `usage` with the cost by the stated price, where there is one."""
        return usage if self.price is None else replace(usage, cost=self.price.of(usage))
