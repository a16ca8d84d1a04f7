"""The processes of a browser: what each may use, and the end of all of them."""

from __future__ import annotations

import ctypes
import resource
import signal
import time
from collections.abc import Iterable
from contextlib import suppress

import psutil

MEMORY = 3 << 30
"""Bytes that one process of a browser may fill: a page that wants more breaks, and not the machine."""

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def limit_memory(pid: int = 0) -> None:
    """Hold `pid` (0: this process), and whatever it starts from now on, to `MEMORY` each."""
    ceiling = resource.prlimit(pid, resource.RLIMIT_DATA)[1]
    most = MEMORY if ceiling == resource.RLIM_INFINITY else min(MEMORY, ceiling)
    resource.prlimit(pid, resource.RLIMIT_DATA, (most, most))


def end_with_parent() -> None:
    """In the child: the kernel ends it when its parent has ended, however that came."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def begin_bounded() -> None:
    """In the child: it ends with its parent (Chromium ends with its pipe, too), and its memory is bounded."""
    end_with_parent()
    limit_memory()


def family(pid: int) -> list[psutil.Process]:
    """The process `pid` and all below it, parents first; empty when it is gone."""
    try:
        parent = psutil.Process(pid)
        return [parent, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def children(pid: int) -> list[psutil.Process]:
    """The direct children of `pid`."""
    try:
        return psutil.Process(pid).children()
    except psutil.NoSuchProcess:
        return []


def command_line(process: psutil.Process) -> str:
    """The words it was started with; empty when it is gone."""
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


def end(processes: Iterable[psutil.Process], seconds: float = 5.0) -> None:
    """Kill the processes and wait until they are gone (psutil knows a reused number from the real one)."""
    killed = list(processes)
    for process in killed:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    wait(killed, seconds)


def wait(processes: Iterable[psutil.Process], seconds: float) -> None:
    """Wait until the processes have ended.

    One whose parent has not yet taken note of it has ended, too: `psutil.wait_procs` would wait for the
    parent, which after a kill is a process of the system and in no hurry.
    """
    ends = time.monotonic() + seconds
    while any(map(running, processes)) and time.monotonic() < ends:
        time.sleep(0.003)  # nothing tells of the end of a process that is not our child


def running(process: psutil.Process) -> bool:
    """Whether the process still does anything."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
