"""Engines, which execute attempts on one machine or on many.

An engine opens a `concurrent.futures.Executor` and limits the number of jobs in progress. Submission, repetition
after a lost worker and giving up are the same for every engine (`evaluator.engines.scheduling`).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from evaluator.model.errors import EvaluatorError, UsageError

J = TypeVar("J")
"""A job: what one call of a worker does."""
R = TypeVar("R")
"""The result of a job."""


class EngineGone(EvaluatorError):
    """No worker can execute jobs any more."""


class WorkerLost(Exception):
    """The worker that executed a job ended abruptly, several times."""


@dataclass(frozen=True)
class OpenExecutor:
    """Open executor and the number of jobs that it accepts now (workers may join and leave)."""

    executor: Executor
    capacity: Callable[[], int]


class Engine(Protocol):
    """Executor of jobs.

    An executor that lost a worker either repeats the job by itself, or ends its futures with
    `concurrent.futures.BrokenExecutor`, and is opened again. `is_remote` is True when jobs are executed on
    other machines, or in processes that this process did not start.
    """

    @property
    def is_remote(self) -> bool: ...

    def jobs(self) -> int:
        """Return the number of jobs executed at a time, as far as it is known in advance."""
        ...

    def opened(self) -> AbstractContextManager[OpenExecutor]:
        """Open an executor; leaving the context by an exception ends the jobs in progress."""
        ...

    def explained(self, error: Exception) -> Exception:
        """Return the translated exception of a job. Raises `EngineGone` when it means the end of the engine."""
        ...


def engine_named(name: str, jobs: int | None = None) -> Engine:
    """Return the engine ``local`` or ``dask:ADDRESS``. Raises `UsageError`."""
    kind, _, address = name.partition(":")
    if name == "local":
        from evaluator.engines.forked_workers import Local

        return Local(jobs)
    if kind == "dask" and address:
        from evaluator.engines.dask import Dask

        return Dask(address, jobs)
    raise UsageError(f"unknown engine {name!r}; choose local or dask:ADDRESS (for example dask:tcp://10.0.0.1:8786)")
