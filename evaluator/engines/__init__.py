"""One machine, many machines: the interface is `concurrent.futures.Executor`.

An engine opens an executor and says how many orders it takes at a time; what to hand out, what to do
again and what to give up is the same for all of them (`evaluator.engines.scheduling`).
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
    """No order can be done any more, neither here nor by another worker."""


class WorkerLost(Exception):
    """The worker that did an order ended abruptly, again and again."""


@dataclass(frozen=True)
class Workshop:
    """An executor that is open, and how many orders it may hold now (workers may come and go)."""

    executor: Executor
    room: Callable[[], int]


class Engine(Protocol):
    """Where orders are done.

    An executor that lost a worker either does the work elsewhere by itself, or ends its futures with
    `concurrent.futures.BrokenExecutor`: then it is opened anew. `elsewhere` says that orders are done on
    other machines, or in processes that this one did not start.
    """

    @property
    def elsewhere(self) -> bool: ...

    def jobs(self) -> int:
        """How many orders are done at a time, as far as that is known before."""
        ...

    def opened(self) -> AbstractContextManager[Workshop]:
        """An executor until the end of the context; leaving by an exception ends what is in work."""
        ...

    def explained(self, error: Exception) -> Exception:
        """What an order ended with, in words of ours. Raises `EngineGone` when that is it."""
        ...


def engine_named(name: str, jobs: int | None = None) -> Engine:
    """``local`` or ``dask:ADDRESS``. Raises `UsageError` for another, or when it cannot be used here."""
    kind, _, address = name.partition(":")
    if name == "local":
        from evaluator.engines.local import Local

        return Local(jobs)
    if kind == "dask" and address:
        from evaluator.engines.dask import Dask

        return Dask(address, jobs)
    raise UsageError(f"there is no engine {name!r}; there are local and dask:ADDRESS (as dask:tcp://10.0.0.1:8786)")
