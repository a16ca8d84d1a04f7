"""Clock of a mission, ahead of the real time by a fixed difference and moved forward by testcodes; deadlines of
testcodes, which everything that waits is given."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo

from simulators.errors import SimulatorError, TestcodeTimeout
from simulators.evidence import TraceEntry
from simulators.failures import FailureKind
from simulators.setting import Setting

SECONDS = {"days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1}
"""Seconds of each unit of a move; a day has 24 hours in every time zone."""

MAX_MOVE = timedelta(days=3_653)
"""Most by which one testcode may move the clock in total."""


def step_forward(*, days: int = 0, hours: int = 0, minutes: int = 0, seconds: int = 0) -> timedelta:
    """Return the duration of one move. Raises `TypeError` or `ValueError` for one that a testcode must not ask for."""
    counts = {"days": days, "hours": hours, "minutes": minutes, "seconds": seconds}
    for unit, count in counts.items():
        if isinstance(count, bool) or not isinstance(count, int):
            raise TypeError(f"{unit} is {count!r}; it must be a whole number")
        if count < 0:
            raise ValueError(f"{unit} is {count}; the clock moves forward only")
    total = sum(count * SECONDS[unit] for unit, count in counts.items())
    if total == 0:
        raise ValueError("the clock would not move; name a duration, for example user.moves_clock(days=1)")
    if total > MAX_MOVE.total_seconds():
        raise ValueError(f"the clock would move by more than {MAX_MOVE.days} days")
    return timedelta(seconds=total)


def in_words(duration: timedelta) -> str:
    """Return ``2 days 1 hour`` for a positive number of seconds."""
    left, words = int(duration.total_seconds()), []
    for unit, size in SECONDS.items():
        count, left = divmod(left, size)
        if count:
            words.append(f"{count} {unit if count > 1 else unit.removesuffix('s')}")
    return " ".join(words)


@dataclass
class MissionClock:
    """Clock that a project and its users share: `offset` ahead of the real time, `moved` further by the testcode.

    `write` hands `moved` to the processes of the project. `moves` counts the changes of `moved`. A clock that shows the
    real time (`movable` is false) cannot be moved; `unreachable` says why none could move that of the project.
    """

    offset: timedelta
    timezone: str
    movable: bool = True
    write: Callable[[timedelta], None] = lambda moved: None
    moved: timedelta = timedelta()
    moves: int = 0
    unreachable: str = ""

    @classmethod
    def of(cls, setting: Setting) -> MissionClock:
        """Return a clock that starts now with the setting's time, for users without a project."""
        offset = timedelta() if setting.time is None else setting.time - datetime.now(UTC)
        return cls(offset, setting.timezone, setting.time is not None)

    @classmethod
    def real(cls, timezone: str, unreachable: str) -> MissionClock:
        """Return the clock of this machine, for a project whose own cannot be moved."""
        return cls(timedelta(), timezone, movable=False, unreachable=unreachable)

    @property
    def ahead(self) -> timedelta:
        """Return the difference to the real time."""
        return self.offset + self.moved

    def now(self) -> datetime:
        """Return the time in the mission's time zone."""
        return (datetime.now(UTC) + self.ahead).astimezone(ZoneInfo(self.timezone))

    def today(self) -> date:
        return self.now().date()

    def move(self, by: timedelta) -> None:
        """Move the clock forward. Raises `ValueError` or `SimulatorError` where mission or project prevent it."""
        if self.unreachable:
            raise SimulatorError(self.unreachable, FailureKind.NOT_STARTED)
        if not self.movable:
            raise ValueError('a clock with the real time cannot be moved; remove time = "real" from mission.toml')
        if self.moved + by > MAX_MOVE:
            raise ValueError(f"the clock would move by more than {MAX_MOVE.days} days in one testcode")
        self._set(self.moved + by)

    def restart(self) -> None:
        """Undo all moves, for the next testcode."""
        if self.moved:
            self._set(timedelta())

    def _set(self, moved: timedelta) -> None:
        self.write(moved)
        self.moved = moved
        self.moves += 1


def move_in(step: TraceEntry, clock: MissionClock, *, days: int, hours: int, minutes: int, seconds: int) -> None:
    """Move the clock forward as the step `step` of a testcode, and record by how much and to which time."""
    by = step_forward(days=days, hours=hours, minutes=minutes, seconds=seconds)
    step.what = f"forward by {in_words(by)}"
    clock.move(by)
    step.seen = f"now {clock.now():%Y-%m-%d %H:%M:%S %Z}"


LENGTH = 8
"""Bytes of the file: a signed number in the machine's order, so that processors store and read it as one word."""


@dataclass(frozen=True)
class ClockFile:
    """Open clock file at `path`, readable for every user."""

    path: Path
    descriptor: int

    def write(self, moved: timedelta) -> None:
        """Publish `moved`, in one write of one word."""
        nanoseconds = moved // timedelta(microseconds=1) * 1000
        os.pwrite(self.descriptor, nanoseconds.to_bytes(LENGTH, sys.byteorder, signed=True), 0)


@contextmanager
def clock_file(path: Path) -> Iterator[ClockFile]:
    """Create the file `path` for a clock that has not been moved; it can be written while the context is open."""
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o444)
    try:
        os.fchmod(descriptor, 0o444)  # whatever this process's mask is
        file = ClockFile(path, descriptor)
        file.write(timedelta())
        yield file
    finally:
        os.close(descriptor)


Awaited = TypeVar("Awaited")

MAX_SUSPENSION_SECONDS = 30.0

MAX_LOAD_FACTOR = 12.0
"""Most times that a limit is given on a machine with more work than processors."""


def load_factor() -> float:
    """Return how many processes wait for each processor (mean of a minute), at least 1 and at most the maximum."""
    return min(MAX_LOAD_FACTOR, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


LAST_PART = 0.25
"""Share of a limit before whose end a deadline moves: what waits then is not given whatever happens to be left."""


@dataclass
class Deadline:
    """A point on the monotonic clock, in seconds; `limit` is the whole span, for messages.

    Before its last part, it moves once by the load of the machine: a verdict does not depend on other work.
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

    def seconds(self) -> float:
        """Return the seconds until the point, or until it may move; 0 when it has passed."""
        earlier = 0.0 if self._was_moved else LAST_PART * self.limit
        return max(0.0, self.at - earlier - time.monotonic())

    def wait_for(self, wait: Callable[[float], Awaited | None]) -> Awaited | None:
        """Call `wait` with the seconds that it may take, until it returns something or the point has passed."""
        while (found := wait(self.seconds())) is None and not self.passed():
            pass
        return found

    def passed(self) -> bool:
        if not self._was_moved and time.monotonic() >= self.at - LAST_PART * self.limit:
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
