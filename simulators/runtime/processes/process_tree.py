"""Processes that belong together, and their end."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable, Iterable, Set
from contextlib import suppress
from pathlib import Path

from simulators.errors import InfrastructureError
from simulators.runtime.sandbox import Box

SWEEPS = 500
"""Sweeps before giving up on a process that cannot be killed (each takes 2 ms or more)."""

FLAGS, PF_EXITING = 6, 4
"""Where a process's flags stand behind its state, and the one that says that it is exiting; proc_pid_stat(5)."""

REAPING = 1.0
"""Seconds that a launched process gets to notice that its program has ended; it takes milliseconds."""


def tree(pid: int) -> list[int]:
    """`pid` and all its descendants; those that end meanwhile may be missing."""
    found, todo = [], [pid]
    while todo:
        found.append(todo.pop())
        for thread in threads(found[-1]):
            with suppress(OSError):
                todo += map(int, Path(f"/proc/{found[-1]}/task/{thread}/children").read_text().split())
    return found


def threads(pid: int) -> list[int]:
    """The threads of a process; none when it has gone."""
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def kill_all(find: Callable[[], Iterable[int]]) -> None:
    """Kill what `find` finds until it finds nothing alive: what was started meanwhile too."""
    running: list[int] = []
    for _ in range(SWEEPS):
        running = [pid for pid in find() if is_alive(pid)]
        if not running:
            return
        for pid in running:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        select.select([], [], [], 0.002)
    raise InfrastructureError(f"processes {', '.join(map(str, running))} cannot be killed")


def end_program(pid: int, box: Box, before: Set[int]) -> None:
    """Kill a program that was launched in `box` as process `pid`, with all that is there but was not `before`.

    Where the box encloses its processes, what belongs to `pid` outside of it is ours: it reaps the program and ends
    by itself. Killed together with the program it would leave that to the host's first process, which may take
    seconds, and until then the box does not end.
    """

    def started() -> set[int]:
        return set(box.pids()) - before

    if box.encloses:
        kill_all(started)
        if _ends_within(pid, REAPING):
            return
    kill_all(lambda: {*tree(pid), *started()})


def wait_for_ending(pids: Iterable[int], seconds: float) -> None:
    """Wait, `seconds` for each, until those of the processes have ended that are on their way out.

    The kernel closes what such a process holds one after the other: a connection may be gone while its port is still
    listened on.
    """
    for pid in pids:
        if _is_ending(pid):
            _ends_within(pid, seconds)


def _is_ending(pid: int) -> bool:
    """Whether no thread of the process goes on, although it has not ended yet."""
    stats = [_stat(f"/proc/{pid}/task/{thread}") for thread in threads(pid)]
    left = [stat for stat in stats if _has_not_ended(stat)]
    return bool(left) and all(int(stat[FLAGS]) & PF_EXITING for stat in left)


def _ends_within(pid: int, seconds: float) -> bool:
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)


def is_alive(pid: int) -> bool:
    """Whether the process runs: it has not ended, even unnoticed by its parent."""
    return _has_not_ended(_stat(f"/proc/{pid}"))


def _has_not_ended(stat: list[str]) -> bool:
    return bool(stat) and stat[0] not in "ZX"


def _stat(folder: str) -> list[str]:
    """What the kernel tells of a process or thread, from its state on; nothing when it has gone."""
    with suppress(OSError):
        return Path(folder, "stat").read_text(errors="replace").rpartition(")")[2].split()
    return []
