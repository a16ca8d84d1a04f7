"""Deadline of a testcode, passed to everything that waits."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from simulators.errors import TestcodeTimeout

MAX_SUSPENSION_SECONDS = 30.0


@dataclass
class Deadline:
    """A point on the monotonic clock, in seconds; `limit` is the whole span, for messages."""

    at: float
    limit: float

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        return cls(time.monotonic() + seconds, seconds)

    def left(self, at_most: float | None = None) -> float:
        """Return the seconds left, at most `at_most`. Raises `TestcodeTimeout` when none are left."""
        left = self.at - time.monotonic()
        if left <= 0:
            raise TestcodeTimeout(f"the testcode's {self.limit:g} seconds were up")
        return left if at_most is None else min(left, at_most)

    def passed(self) -> bool:
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
