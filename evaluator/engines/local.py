"""Engine of one machine: worker processes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil

from evaluator.engines import OpenExecutor
from evaluator.engines.forked_workers import Forks

JOB_MEMORY_BYTES = 1500 << 20
"""Bytes that one job may need: a browser, a project, a worker."""


def usual_jobs() -> int:
    """Return the number of jobs that processors and memory allow."""
    return max(1, min(len(os.sched_getaffinity(0)), psutil.virtual_memory().total // JOB_MEMORY_BYTES))


@dataclass(frozen=True)
class Local:
    """`job_count` worker processes, by default `usual_jobs`."""

    job_count: int | None = None
    is_remote: bool = False

    def jobs(self) -> int:
        return self.job_count or usual_jobs()

    @contextmanager
    def opened(self) -> Iterator[OpenExecutor]:
        jobs = self.jobs()
        with Forks(jobs) as pool:
            try:
                yield OpenExecutor(pool, lambda: jobs)
            except BaseException:
                pool.terminate()
                raise

    def explained(self, error: Exception) -> Exception:
        return error
