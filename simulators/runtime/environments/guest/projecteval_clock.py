"""Clock of a mission in every Python of an environment (imported by a ``.pth`` file).

``PROJECTEVAL_CLOCK`` is the difference between the mission's time and the real one in seconds: all processes of one
project and the browser that visits it agree on the time. As ``@SECONDS`` (since the epoch) it is the time at which
every process starts; then the clock advances only by a microsecond per reading and by the time that the process
sleeps, so that printed times do not depend on the load of the machine.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is not imported for every Python that starts
    from typing import Any

READING = 1000
"""Nanoseconds by which a reading advances a clock of the second kind: later readings are later, and loops that wait
for a time end."""


def _start(clock: str) -> None:
    import time

    import time_machine

    if clock.startswith("@"):
        _start_counting(float(clock[1:]) + int(os.environ.get("PROJECTEVAL_START") or 0))
    else:
        time_machine.travel(time.time() + float(clock), tick=True).start()


def _start_counting(seconds: float) -> None:
    """Start a clock that counts its readings. Later starts of a program (``PROJECTEVAL_START``) have later times."""
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
