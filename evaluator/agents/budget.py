"""Limits of tokens, cost and time, and the budget that all attempts of a run share."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass

from evaluator.agents.model_errors import RunOverBudget
from evaluator.model.generation import Usage, add_usage


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
