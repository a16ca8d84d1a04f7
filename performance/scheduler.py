"""The scheduler alone, on 100,000 attempts that take no time: seconds, and how its memory grows.

    python performance/scheduler.py [--attempts 100000] [--room 64] [--breaks 20]

An executor of idle threads replaces machines; it breaks a given number of times, like one whose worker is killed.
"""

from __future__ import annotations

import argparse
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from evaluator.engines import Workshop
from evaluator.engines.scheduling import done_by
from evaluator.model.attempt import Attempt


class Instant(Executor):
    """Does what it is given at once; ends what it is given with `BrokenExecutor` when it breaks."""

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
    """An engine with `room` for orders whose executor breaks every `every` orders."""

    room: int
    every: int = 0
    elsewhere: bool = False
    submitted: int = 0
    opened_times: int = field(default=0)

    def jobs(self) -> int:
        return self.room

    @contextmanager
    def opened(self) -> Iterator[Workshop]:
        self.opened_times += 1
        yield Workshop(Instant(self), lambda: self.room)

    def explained(self, error: Exception) -> Exception:
        return error

    def breaks_now(self) -> bool:
        self.submitted += 1
        return bool(self.every) and self.submitted % self.every == 0


def orders(number: int) -> Iterator[Attempt]:
    """Attempts as a run makes them."""
    for each in range(number):
        yield Attempt(f"mission-{each % 1000:04}", "level-1", "direct", each // 1000 + 1)


def simulate(attempts: int, engine: Breaking) -> tuple[int, int]:
    """How many attempts came to an end, each once; bytes that scheduling held at most."""
    tracemalloc.start()
    seen = bytearray(attempts)
    for attempt, outcome in done_by(engine, lambda order: order, orders(attempts)):
        if isinstance(outcome, Exception):
            raise outcome
        number = (attempt.sample - 1) * 1000 + int(attempt.mission[-4:])
        seen[number] += 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    if set(seen) != {1}:
        raise AssertionError("an attempt was lost or done twice")
    return sum(seen), peak - attempts


def main() -> None:
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reading.add_argument("--attempts", type=int, default=100_000)
    reading.add_argument("--room", type=int, default=64)
    reading.add_argument("--breaks", type=int, default=20)
    asked = reading.parse_args()
    for attempts in (asked.attempts // 10, asked.attempts):
        engine = Breaking(asked.room, attempts // asked.breaks)
        begun, used = time.perf_counter(), time.process_time()
        done, peak = simulate(attempts, engine)
        print(
            f"{done} attempts, {asked.room} at a time, executor broke {engine.opened_times - 1} times: "
            f"{time.perf_counter() - begun:.1f} s ({time.process_time() - used:.1f} s of processor time), "
            f"{peak / 1024:.0f} KiB held at most"
        )


if __name__ == "__main__":
    main()
