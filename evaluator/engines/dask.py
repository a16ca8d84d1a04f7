"""Many machines: a scheduler of dask.distributed hands the orders to its workers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from evaluator.engines import EngineGone, WorkerLost, Workshop
from evaluator.model.errors import EvaluatorError, UsageError

CONNECTING = 20.0
"""Seconds until a scheduler that does not answer is given up."""

FIRST_WORKER = 120.0
"""Seconds until a scheduler without any worker is given up; a batch system may take its time."""

ITS_LOGGERS = ("distributed", "distributed.client")
"""Each is given a level of its own by dask; they write tracebacks of connections that are refused."""

AHEAD = 2
"""Orders in the scheduler's hands for every worker, so that none waits for us."""


@dataclass(frozen=True)
class Dask:
    """The workers of the scheduler at `address`; `asked` orders at a time, or as many as they bear.

    An order whose worker is lost is done by another one; the scheduler gives up an order that lost as many
    workers as it allows (``distributed.scheduler.allowed-failures``, usually 3).
    """

    address: str
    asked: int | None = None
    elsewhere: bool = True

    def jobs(self) -> int:
        if self.asked:
            return self.asked
        with self._client() as client:
            return max(1, len(client.ncores()))

    @contextmanager
    def opened(self) -> Iterator[Workshop]:
        with self._client() as client:
            executor = client.get_executor(pure=False)
            try:
                yield Workshop(executor, lambda: self.asked or AHEAD * max(1, len(client.ncores())))
            except BaseException:
                executor.shutdown(wait=False)
                raise
            executor.shutdown(wait=True)

    def explained(self, error: Exception) -> Exception:
        from distributed.scheduler import KilledWorker

        if isinstance(error, KilledWorker):
            return WorkerLost(f"the workers that did it ended abruptly, again and again: {error}")
        if isinstance(error, (CancelledError, asyncio.CancelledError)):
            raise EngineGone(f"the scheduler at {self.address} has gone; what was done is kept") from error
        if isinstance(error, ModuleNotFoundError) and "evaluator" in str(error):
            raise UsageError(f"a worker of {self.address} does not have projecteval installed") from error
        return error

    @contextmanager
    def _client(self) -> Iterator[Any]:
        distributed = _distributed()
        try:
            client = distributed.Client(self.address, timeout=CONNECTING, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise EvaluatorError(
                f"no dask scheduler answers at {self.address} ({error}); start one with `dask scheduler`"
            ) from error
        with client:
            try:
                client.wait_for_workers(1, timeout=FIRST_WORKER)
            except TimeoutError as error:
                raise EvaluatorError(
                    f"the scheduler at {self.address} has no worker; start one on each machine with "
                    f"`dask worker {self.address} --nthreads 1`"
                ) from error
            yield client


def _distributed() -> Any:
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise UsageError("the engine dask needs the package distributed: pip install 'projecteval[cluster]'") from error
    for name in ITS_LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told in words of ours
    return distributed
