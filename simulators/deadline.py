"""Deadline of a testcode, passed to everything that waits."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from simulators.errors import TestcodeTimeout

MAX_SUSPENSION_SECONDS = 30.0

MAX_LOAD_FACTOR = 12.0
"""Most times that a limit is given on a machine with more work than processors."""


def load_factor() -> float:
    """Return how many processes wait for each processor (mean of a minute), at least 1 and at most the maximum."""
    return min(MAX_LOAD_FACTOR, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


@dataclass
class Deadline:
    """A point on the monotonic clock, in seconds; `limit` is the whole span, for messages.

    When it is reached, it moves once by the load of the machine: a verdict does not depend on other work.
    """

    at: float
    limit: float
    load: Callable[[], float] = field(default=load_factor, compare=False, repr=False)
    _was_moved: bool = field(default=False, compare=False, repr=False)

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        return cls(time.monotonic() + seconds, seconds)

    def left(self, at_most: float | None = None) -> float:
        """Return the seconds left, at most `at_most`. Raises `TestcodeTimeout` when none are left."""
        if self.passed():
            raise TestcodeTimeout(f"the testcode's {self.limit:g} seconds were up")
        left = max(0.001, self.at - time.monotonic())
        return left if at_most is None else min(left, at_most)

    def passed(self) -> bool:
        if time.monotonic() >= self.at and not self._was_moved:
            self._was_moved = True
            self.at += self.limit * (self.load() - 1.0)
        return time.monotonic() >= self.at

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Do not count the time of the context, at most `MAX_SUSPENSION_SECONDS` seconds that the evaluator needs."""
        begun = time.monotonic()
        self.at += MAX_SUSPENSION_SECONDS
        try:
            yield
        finally:
            self.at += min(time.monotonic() - begun - MAX_SUSPENSION_SECONDS, 0.0)
