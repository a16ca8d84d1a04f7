"""Clock of a mission in every Python of an environment (imported by a ``.pth`` file).

``PROJECTEVAL_CLOCK`` is the difference between the mission's time and the real one in seconds: all processes of one
project and the browser that visits it agree on the time. As ``@SECONDS`` (since the epoch) it is the time at which
every process starts; then the clock advances only by a microsecond per reading and by the time that the process
sleeps, so that printed times do not depend on the load of the machine.

``PROJECTEVAL_CLOCK_FILE`` is a file with the nanoseconds by which a testcode has moved the clock since. It is mapped,
so that the next reading of the time in any process follows a move, without a system call.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is not imported for every Python that starts
    from collections.abc import Sequence
    from typing import Any

READING = 1000
"""Nanoseconds by which a reading advances a clock of the second kind: later readings are later, and loops that wait
for a time end."""

LENGTH = 8
"""Bytes of the file with the moves: one signed number."""

LOW = 9
"""Descriptors up to here are left to the project, which gets the same numbers as without a clock: a mapping keeps a
descriptor of its own, the lowest that is free when it is made."""


def _start(clock: str) -> None:
    moved = _moves(os.environ.get("PROJECTEVAL_CLOCK_FILE"))
    if clock.startswith("@"):
        _start_counting(float(clock[1:]) + int(os.environ.get("PROJECTEVAL_START") or 0), moved)
    else:
        _start_running(float(clock), moved)


def _moves(path: "str | None") -> "Sequence[int]":
    """Return a sequence whose only item always is the nanoseconds by which the clock has been moved."""
    if not path:
        return (0,)
    import mmap

    opened = [os.open(path, os.O_RDONLY)]
    while opened[-1] < LOW:
        opened.append(os.open(path, os.O_RDONLY))
    mapped = mmap.mmap(opened[-1], LENGTH, access=mmap.ACCESS_READ)
    for descriptor in opened:
        os.close(descriptor)
    return memoryview(mapped).cast("q")


def _start_running(difference: float, moved: "Sequence[int]") -> None:
    import time

    import time_machine

    traveller = time_machine.travel(time.time() + difference, tick=True).start()
    real, ahead = time_machine.escape_hatch.time.time_ns, round(difference * 1e9)

    def running() -> int:
        return int(real()) + ahead + moved[0]

    traveller.time_ns = running


def _start_counting(seconds: float, moved: "Sequence[int]") -> None:
    """Start a clock that counts its readings. Later starts of a program (``PROJECTEVAL_START``) have later times."""
    import itertools
    import time

    import time_machine

    traveller = time_machine.travel(seconds, tick=False).start()
    still, readings, sleep = traveller.time_ns, itertools.count(READING, READING), time.sleep

    def counted() -> int:
        return int(still()) + next(readings) + moved[0]

    def sleep_and_move(seconds: "Any") -> None:
        sleep(seconds)
        traveller.shift(float(seconds))

    traveller.time_ns = counted
    time.sleep = sleep_and_move


def _leave_to_the_project(before: "set[str]") -> None:
    """Unload the modules imported with the clock that the project replaces by a module of the same name
    (``calendar``): without the clock, Python would have found the project's, in whose folder it starts."""
    for name in set(sys.modules) - before:
        if os.path.exists(name) or os.path.exists(name + ".py"):
            del sys.modules[name]


def begin() -> None:
    """Set the clock of this process from its environment variable."""
    clock = os.environ.get("PROJECTEVAL_CLOCK")
    if clock:
        before = set(sys.modules)
        _start(clock)
        _leave_to_the_project(before)


begin()
