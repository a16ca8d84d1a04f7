"""Unprivileged users of boxes."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

UNPRIVILEGED = 65534
FIRST = 1_000_000_000
FOR_ONE_EVALUATOR = 256

_numbers = itertools.count()


def unprivileged() -> int | None:
    """Return a user number for one box, or None when this process is not root and cannot choose.

    No two open boxes get the same number, so nothing that the kernel counts by user is shared. Where only few
    numbers are available (root of a container), all boxes use `UNPRIVILEGED`.
    """
    if os.geteuid() != 0:
        return None
    usable = sum(int(line.split()[2]) for line in Path("/proc/self/uid_map").read_text().splitlines())
    if usable < 1 << 31:
        return UNPRIVILEGED
    return FIRST + os.getpid() * FOR_ONE_EVALUATOR + next(_numbers) % FOR_ONE_EVALUATOR
