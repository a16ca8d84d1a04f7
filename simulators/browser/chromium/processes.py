"""Limits of the processes of a browser."""

from __future__ import annotations

import resource

from simulators.runtime.processes.child_setup import end_with_parent

MEMORY_BYTES = 3 << 30
"""Memory limit of one browser process in bytes: a page that needs more crashes, not the machine."""


def limit_memory(pid: int = 0) -> None:
    """Limit `pid` (0: this process), and every process that it starts from now on, to `MEMORY_BYTES` each."""
    ceiling = resource.prlimit(pid, resource.RLIMIT_DATA)[1]
    most = MEMORY_BYTES if ceiling == resource.RLIM_INFINITY else min(MEMORY_BYTES, ceiling)
    resource.prlimit(pid, resource.RLIMIT_DATA, (most, most))


def begin_bounded() -> None:
    """In a child process: end it with its parent (Chromium ends with its pipe, too), and limit its memory."""
    end_with_parent()
    limit_memory()
