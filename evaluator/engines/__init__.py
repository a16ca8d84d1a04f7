"""Engines, which execute attempts on one machine or on many.

An engine opens a `concurrent.futures.Executor` and limits the number of orders in progress. Submission, repetition
after a lost worker and giving up are the same for every engine (`evaluator.engines.scheduling`).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from evaluator.model.errors import EvaluatorError, UsageError

O = TypeVar("O")  # noqa: E741 - an order
D = TypeVar("D")


class EngineGone(EvaluatorError):
    """No worker can execute orders any more."""


class WorkerLost(Exception):
    """The worker that executed an order ended abruptly, several times."""


@dataclass(frozen=True)
class Workshop:
    """Open executor and the number of orders that it accepts now (workers may join and leave)."""

    executor: Executor
    room: Callable[[], int]


class Engine(Protocol):
    """Executor of orders.

    An executor that lost a worker either repeats the order by itself, or ends its futures with
    `concurrent.futures.BrokenExecutor`, and is opened again. `elsewhere` is True when orders are executed on
    other machines, or in processes that this process did not start.
    """

    @property
    def elsewhere(self) -> bool: ...

    def jobs(self) -> int:
        """Return the number of orders executed at a time, as far as it is known in advance."""
        ...

    def opened(self) -> AbstractContextManager[Workshop]:
        """Open an executor; leaving the context by an exception ends the orders in progress."""
        ...

    def explained(self, error: Exception) -> Exception:
        """Return the translated exception of an order. Raises `EngineGone` when it means the end of the engine."""
        ...


def engine_named(name: str, jobs: int | None = None) -> Engine:
    """Return the engine ``local`` or ``dask:ADDRESS``. Raises `UsageError`."""
    kind, _, address = name.partition(":")
    if name == "local":
        from evaluator.engines.local import Local

        return Local(jobs)
    if kind == "dask" and address:
        from evaluator.engines.dask import Dask

        return Dask(address, jobs)
    raise UsageError(f"unknown engine {name!r}; choose local or dask:ADDRESS (for example dask:tcp://10.0.0.1:8786)")
