"""Engine fakes: an executor that works at once and breaks on request, and a simulated run of many attempts."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from evaluator.engines import OpenExecutor
from evaluator.engines.scheduling import JobList, run_all
from evaluator.model.result import Attempt


class Instant(Executor):
    """Executor that executes each order at once, or ends it with `BrokenExecutor` when its engine breaks."""

    def __init__(self, engine: Breaking) -> None:
        self._engine = engine

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        if self._engine.breaks_now():
            done.set_exception(BrokenExecutor("a worker was lost"))
        else:
            done.set_result(fn(*args, **kwargs))
        return done


@dataclass
class Breaking:
    """Engine that accepts `capacity` orders at a time and whose executor breaks every `every` orders."""

    capacity: int
    every: int = 0
    is_remote: bool = False
    submitted: int = 0
    opened_times: int = field(default=0)

    def jobs(self) -> int:
        return self.capacity

    @contextmanager
    def opened(self) -> Iterator[OpenExecutor]:
        self.opened_times += 1
        yield OpenExecutor(Instant(self), lambda: self.capacity)

    def explained(self, error: Exception) -> Exception:
        return error

    def breaks_now(self) -> bool:
        self.submitted += 1
        return bool(self.every) and self.submitted % self.every == 0


def orders(number: int) -> Iterator[Attempt]:
    """Yield attempts in the order of a run."""
    for each in range(number):
        yield Attempt(f"mission-{each % 1000:04}", "level-1", "direct", each // 1000 + 1)


def simulate(attempts: int, engine: Breaking) -> tuple[int, int]:
    """Execute all attempts; return their number and the peak memory of scheduling in bytes."""
    tracemalloc.start()
    seen = bytearray(attempts)
    for attempt, outcome in run_all(engine, lambda job: job, JobList(orders(attempts))):
        if isinstance(outcome, Exception):
            raise outcome
        number = (attempt.sample - 1) * 1000 + int(attempt.mission[-4:])
        seen[number] += 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    if set(seen) != {1}:
        raise AssertionError("an attempt was lost or done twice")
    return sum(seen), peak - attempts
