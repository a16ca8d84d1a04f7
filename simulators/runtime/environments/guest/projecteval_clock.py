"""Starts the clock that a mission fixes, in every Python of an environment (imported by a ``.pth`` file).

``PROJECTEVAL_CLOCK`` is the difference between the mission's time and the real one in seconds: all processes of one
stage and the browser that visits it agree on the time. As ``@SECONDS`` (since the epoch) it is the time at which every
process starts; then the clock moves only by a microsecond for each reading and by what the process sleeps, so that
what a project prints of it does not depend on how busy the machine is.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is not imported for every Python that starts
    from typing import Any

READING = 1000
"""Nanoseconds by which a reading moves a clock of the second kind: later readings are later, and loops that wait for a
time end."""


def _start(clock: str) -> None:
    import time

    import time_machine

    if clock.startswith("@"):
        _start_counting(float(clock[1:]) + int(os.environ.get("PROJECTEVAL_START") or 0))
    else:
        time_machine.travel(time.time() + float(clock), tick=True).start()


def _start_counting(seconds: float) -> None:
    """Start a clock that counts its readings. A program's later starts (``PROJECTEVAL_START``) begin later."""
    import itertools
    import time

    import time_machine

    traveller = time_machine.travel(seconds, tick=False).start()
    still, readings, sleep = traveller.time_ns, itertools.count(READING, READING), time.sleep

    def counted() -> int:
        return int(still()) + next(readings)

    def sleep_and_move(seconds: "Any") -> None:
        sleep(seconds)
        traveller.shift(float(seconds))

    traveller.time_ns = counted
    time.sleep = sleep_and_move


def _leave_to_the_project(before: "set[str]") -> None:
    """Forget the modules that came with the clock and of which the project has its own (it may be called
    ``calendar``): Python would have found the project's, in whose folder it starts."""
    for name in set(sys.modules) - before:
        if os.path.exists(name) or os.path.exists(name + ".py"):
            del sys.modules[name]


def begin() -> None:
    """Set the clock of this process as its environment says."""
    clock = os.environ.get("PROJECTEVAL_CLOCK")
    if clock:
        before = set(sys.modules)
        _start(clock)
        _leave_to_the_project(before)


begin()
