"""Engine of many machines: a dask.distributed scheduler passes jobs to its workers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from evaluator.engines import EngineGone, OpenExecutor, WorkerLost
from evaluator.model.errors import EvaluatorError, UsageError

CONNECT_SECONDS = 20.0
"""Seconds to wait for the answer of a scheduler."""

FIRST_WORKER_SECONDS = 120.0
"""Seconds to wait for the first worker of a scheduler; batch systems start workers slowly."""

ITS_LOGGERS = ("distributed", "distributed.client")
"""Loggers that write tracebacks of refused connections; dask sets a level for each."""

AHEAD = 2
"""Jobs submitted per worker, so that no worker waits for this process."""


@dataclass(frozen=True)
class Dask:
    """Workers of the scheduler at `address`; `job_count` jobs at a time, by default `AHEAD` per worker.

    A job whose worker is lost is repeated by another worker; the scheduler gives up a job that lost as many
    workers as it allows (``distributed.scheduler.allowed-failures``, usually 3).
    """

    address: str
    job_count: int | None = None
    is_remote: bool = True

    def jobs(self) -> int:
        if self.job_count:
            return self.job_count
        with self._client() as client:
            return max(1, len(client.ncores()))

    @contextmanager
    def opened(self) -> Iterator[OpenExecutor]:
        with self._client() as client:
            executor = client.get_executor(pure=False)
            try:
                yield OpenExecutor(executor, lambda: self.job_count or AHEAD * max(1, len(client.ncores())))
            except BaseException:
                executor.shutdown(wait=False)
                raise
            executor.shutdown(wait=True)

    def explained(self, error: Exception) -> Exception:
        from distributed.scheduler import KilledWorker

        if isinstance(error, KilledWorker):
            return WorkerLost(f"every worker that did this job ended abruptly: {error}")
        if isinstance(error, (CancelledError, asyncio.CancelledError)):
            raise EngineGone(f"the scheduler at {self.address} ended; resume the run with another engine") from error
        if isinstance(error, ModuleNotFoundError) and "evaluator" in str(error):
            raise UsageError(f"projecteval is not installed on a worker of {self.address}; install it there") from error
        return error

    @contextmanager
    def _client(self) -> Iterator[Any]:
        distributed = _distributed()
        try:
            client = distributed.Client(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise EvaluatorError(
                f"no dask scheduler answers at {self.address} ({error}); start one with `dask scheduler`"
            ) from error
        with client:
            try:
                client.wait_for_workers(1, timeout=FIRST_WORKER_SECONDS)
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
        logging.getLogger(name).setLevel(logging.CRITICAL)  # errors are translated by `Dask.explained`
    return distributed
