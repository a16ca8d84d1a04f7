"""Starts the clock that a mission fixes, in every Python of an environment (read by a ``.pth`` file).

``PROJECTEVAL_CLOCK`` is the difference between the mission's time and the real one, in seconds, so
that all processes of one stage, and the browser that visits it, agree on what time it is.
"""

import os
import sys


def _start(difference: float) -> None:
    import time

    import time_machine

    time_machine.travel(time.time() + difference, tick=True).start()


def _leave_to_the_project(before: "set[str]") -> None:
    """Forget the modules that came with the clock and of which the project has its own (it may be called
    ``calendar``): Python would have found the project's, in whose folder it starts."""
    for name in set(sys.modules) - before:
        if os.path.exists(name) or os.path.exists(name + ".py"):
            del sys.modules[name]


def begin() -> None:
    """Set the clock of this process as its environment says."""
    difference = os.environ.get("PROJECTEVAL_CLOCK")
    if difference:
        before = set(sys.modules)
        _start(float(difference))
        _leave_to_the_project(before)


begin()
