"""What all attempts of a run may use together, shared by the threads that ask."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from evaluator.agents import Usage
from evaluator.agents.model_errors import RunOverBudget
from evaluator.strategies.inquiry import Limits, added


class Budget:
    """Counts every answer once, those of an earlier part of the run too. Before each question it is looked at;
    answers that are on their way at that moment are still taken and counted."""

    def __init__(self, limits: Limits = Limits(), used: Iterable[Usage] = ()) -> None:
        self.limits, self._lock, self._used = limits, threading.Lock(), Usage()
        for usage in used:
            self.spend(usage)

    @property
    def used(self) -> Usage:
        with self._lock:
            return self._used

    def spend(self, usage: Usage) -> None:
        with self._lock:
            self._used = added(self._used, usage)

    def must_last(self) -> None:
        """Raises `RunOverBudget` when nothing may be asked any more."""
        if over := self.limits.exceeded_by(self.used):
            raise RunOverBudget(f"the run used {over}")
