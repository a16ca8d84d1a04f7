"""Submit jobs, a bounded number at a time, and repeat those whose worker was lost."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from typing import Any, Generic

from evaluator.engines import Engine, J, OpenExecutor, R, WorkerLost

MAX_LOSSES = 3
"""Number of workers that a job may lose before it is reported."""

POLL_SECONDS = 1.0
"""Seconds of one wait: workers may have joined an engine, and Ctrl+C just before a wait takes effect only after it."""


class Jobs(ABC, Generic[J]):
    """Source of jobs, of which some exist only after other work has ended."""

    @abstractmethod
    def next(self) -> J | None:
        """Return a job that can be executed now; None when there is none."""

    def awaited(self) -> Collection[Future[Any]]:
        """Return the work after which further jobs may exist; without any, and without a next job, it is the end."""
        return ()


class JobList(Jobs[J]):
    """Jobs that all exist; they are read one at a time."""

    def __init__(self, jobs: Iterable[J]) -> None:
        self._jobs = iter(jobs)

    def next(self) -> J | None:
        return next(self._jobs, None)


def run_all(engine: Engine, perform: Callable[[J], R], jobs: Jobs[J]) -> Iterator[tuple[J, R | Exception]]:
    """Yield each job with the result or exception of `perform`, as they end.

    `jobs` is read while the engine accepts jobs, so that only jobs in progress are in memory. The engine is opened with
    the first job, and stays open. When an executor breaks, the jobs in progress are repeated one at a time, which
    identifies the one that broke it. So is a job that an engine gave up since its workers were lost: others may have
    been the cause.
    """
    queue = _Queue(jobs)
    while queue.wait():
        with engine.opened() as executor:
            yield from _until_broken(engine, executor, perform, queue)


class _Queue(Generic[J]):
    """Jobs not yet submitted, with the number of workers that each has lost."""

    def __init__(self, jobs: Jobs[J]) -> None:
        self._jobs = jobs
        self._next: deque[J] = deque()
        self._suspects: deque[tuple[J, int]] = deque()

    def wait(self) -> bool:
        """Wait while a job may become available; return True when there is one."""
        while not self.is_ready() and (awaited := self.awaited()):
            wait(awaited, POLL_SECONDS, FIRST_COMPLETED)
        return self.is_ready()

    def awaited(self) -> Collection[Future[Any]]:
        return self._jobs.awaited()

    def has_more(self) -> bool:
        return self.is_ready() or bool(self.awaited())

    def next_job(self, in_work: int, capacity: int) -> tuple[J, int] | None:
        """Return the next job, or None when it must wait: jobs that lost a worker are executed alone and first."""
        if in_work >= (1 if self._suspects else capacity) or not self.is_ready():
            return None
        return self._suspects.popleft() if self._suspects else (self._next.popleft(), 0)

    def requeue(self, job: J, losses: int) -> None:
        self._suspects.append((job, losses))

    def is_ready(self) -> bool:
        """Return True when a job can be submitted; reads at most one job ahead."""
        if not self._next and (job := self._jobs.next()) is not None:
            self._next.append(job)
        return bool(self._next or self._suspects)


def _until_broken(
    engine: Engine, executor: OpenExecutor, perform: Callable[[J], R], queue: _Queue[J]
) -> Iterator[tuple[J, R | Exception]]:
    in_work: dict[Future[R], tuple[J, int]] = {}
    broken = alone = False
    while in_work or (not broken and queue.has_more()):
        while not broken and not alone and (taken := queue.next_job(len(in_work), executor.capacity())):
            alone = taken[1] > 0
            try:
                in_work[executor.executor.submit(perform, taken[0])] = taken
            except BrokenExecutor:
                broken = True
                queue.requeue(*taken)
        for future in _ended(in_work, () if broken or alone or queue.is_ready() else queue.awaited()):
            job, losses = in_work.pop(future)
            alone = False
            error = _error_of(future)
            is_broken = isinstance(error, BrokenExecutor)
            result = error if error is None or is_broken else engine.explained(error)
            if not is_broken and not isinstance(result, WorkerLost):
                yield job, future.result() if result is None else result
                continue
            broken |= is_broken
            if losses + 1 < MAX_LOSSES:
                queue.requeue(job, losses + 1)
            else:
                yield job, WorkerLost(f"the worker ended abruptly {MAX_LOSSES} times")


def _ended(in_work: dict[Future[R], Any], awaited: Collection[Future[Any]]) -> list[Future[R]]:
    """Wait until a job or awaited work ends, or `POLL_SECONDS` have passed; return the jobs that ended."""
    if not in_work and not awaited:
        return []
    wait([*in_work, *awaited], POLL_SECONDS, FIRST_COMPLETED)
    return [future for future in in_work if future.done()]


def _error_of(future: Future[R]) -> Exception | None:
    """Return the exception of a future; an exit or interruption within a worker is raised here."""
    try:
        error = future.exception()
    except Exception as cancelled:  # noqa: BLE001 - `CancelledError`, for the engine to explain
        return cancelled
    if error is None or isinstance(error, Exception):
        return error
    raise error
