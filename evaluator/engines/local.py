"""Many processes on one machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.util import Finalize

import psutil

from evaluator.engines import Workshop
from simulators.keeping import keeping

MEMORY_PER_JOB = 1500 << 20
"""Bytes that one job may need: a browser, a project, a worker."""


def usual_jobs() -> int:
    """As many jobs as this machine's processors and memory bear."""
    return max(1, min(len(os.sched_getaffinity(0)), psutil.virtual_memory().total // MEMORY_PER_JOB))


@dataclass(frozen=True)
class Local:
    """`asked` processes at a time, or as many as this machine bears."""

    asked: int | None = None
    elsewhere: bool = False

    def jobs(self) -> int:
        return self.asked or usual_jobs()

    @contextmanager
    def opened(self) -> Iterator[Workshop]:
        jobs = self.jobs()
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare_worker)
        try:
            yield Workshop(pool, lambda: jobs)
        except BaseException:
            for process in list((pool._processes or {}).values()):
                process.terminate()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def explained(self, error: Exception) -> Exception:
        return error


def _prepare_worker() -> None:
    """A worker leaves interruptions from the keyboard to its parent, keeps what is dear to start from one attempt to
    the next, and cleans up at its end, be it terminated."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    closing = ExitStack()
    closing.enter_context(keeping())
    Finalize(None, closing.close, exitpriority=0)
