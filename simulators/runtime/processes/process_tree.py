"""Process trees: members of a tree, their states and usage, and how to end all of them.

psutil is used except where it would read every process of the machine: a tree is read from the kernel's own
list of children, which takes 0.05 ms instead of 4 ms, because a terminal requests it many times a second.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.runtime.sandbox import Box, BoxUsage

KILL_SECONDS = 10.0
"""Seconds after which killing is given up, because a process is stuck in the kernel."""

POLL_SECONDS = 0.002
"""Seconds between two checks of processes that are ending: there is no event for a process that is not a child."""

FLAGS, PF_EXITING = 6, 4
"""Index of a process's flags after its state, and the flag of an exiting process; proc_pid_stat(5)."""

REAP_SECONDS = 1.0
"""Seconds that a launched process gets to notice that its program has ended; it takes milliseconds."""


def pids_of_tree(pid: int) -> list[int]:
    """Return `pid` and all its descendants; those that end meanwhile may be missing."""
    found, todo = [], [pid]
    while todo:
        found.append(todo.pop())
        for thread in threads(found[-1]):
            with suppress(OSError):
                todo += map(int, Path(f"/proc/{found[-1]}/task/{thread}/children").read_text().split())
    return found


def threads(pid: int) -> list[int]:
    """Return the threads of a process; none when it has ended."""
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def process_tree(pid: int) -> list[psutil.Process]:
    """Return the process `pid` and all its descendants, parents first; nothing when it has ended."""
    return _processes(pids_of_tree(pid))


def child_processes(pid: int) -> list[psutil.Process]:
    """Return the direct children of `pid`."""
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).children()
    return []


def command_line(process: psutil.Process) -> str:
    """Return the command line of a process; empty when it has ended."""
    with suppress(psutil.NoSuchProcess):
        return " ".join(process.cmdline())
    return ""


def pids_with_variable(assignment: str) -> Iterator[int]:
    """Yield the processes that were started with ``NAME=value`` in their environment."""
    wanted = assignment.encode()
    for pid in psutil.pids():
        with suppress(OSError):
            if wanted in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                yield pid


def is_alive(pid: int) -> bool:
    """Return True while the process has not ended; one that its parent has not reaped has ended."""
    return any(map(is_running, _processes([pid])))


def is_running(process: psutil.Process) -> bool:
    """Return True while the process has not ended; psutil detects a reused process number."""
    with suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    return False


def kill_all(find: Callable[[], Iterable[int]], seconds: float = KILL_SECONDS) -> set[int]:
    """Kill what `find` finds until it finds nothing alive, so that processes started meanwhile are killed too.

    Return the processes that were killed. Raises `InfrastructureError` when some are alive after `seconds`.
    """
    until, killed = time.monotonic() + seconds, set[int]()
    while running := list(filter(is_running, _processes(find()))):
        if time.monotonic() > until:
            numbers = ", ".join(str(process.pid) for process in running)
            raise InfrastructureError(f"processes {numbers} cannot be killed", FailureKind.SANDBOX)
        _kill(running)
        killed.update(process.pid for process in running)
        select.select([], [], [], POLL_SECONDS)
    return killed


def kill_and_wait(processes: Iterable[psutil.Process], seconds: float = 5.0) -> None:
    """Kill the processes and wait, `seconds` at most, until they have ended."""
    killed = list(processes)
    _kill(killed)
    wait_until_ended(killed, seconds)


def wait_until_ended(processes: Iterable[psutil.Process], seconds: float) -> None:
    """Wait until the processes have ended, `seconds` at most.

    One that its parent has not reaped yet has ended too: `psutil.wait_procs` would wait for the parent, which after
    a kill is the host's first process and may take seconds.
    """
    until, watched = time.monotonic() + seconds, list(processes)
    while any(map(is_running, watched)) and time.monotonic() < until:
        time.sleep(POLL_SECONDS)


def end_program(pid: int, box: Box, before: Set[int]) -> None:
    """Kill a program that was launched in `box` as process `pid`, and all processes of the box not in `before`.

    Where the box encloses its processes, the processes of `pid` outside of it are the launcher, which reaps the program
    and ends by itself. If it were killed together with the program, the host's first process would have to reap the
    program, which may take seconds, and until then the box does not end.
    """

    def started() -> set[int]:
        return set(box.pids()) - before

    if box.encloses:
        kill_all(started)
        if _ends_within(pid, REAP_SECONDS):
            return
    kill_all(lambda: {*pids_of_tree(pid), *started()})


def wait_for_ending(pids: Iterable[int], seconds: float) -> None:
    """Wait, up to `seconds` for each, for those of the processes that are ending already.

    The kernel closes the descriptors of such a process one after the other: a connection may be closed while its port
    still accepts others.
    """
    for pid in pids:
        if _is_ending(pid):
            _ends_within(pid, seconds)


def _kill(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()


def _processes(pids: Iterable[int]) -> list[psutil.Process]:
    found = []
    for pid in pids:
        with suppress(psutil.NoSuchProcess):
            found.append(psutil.Process(pid))
    return found


def _is_ending(pid: int) -> bool:
    """Return True when the process has not ended yet but none of its threads continues."""
    stats = [_stat(f"/proc/{pid}/task/{thread}") for thread in threads(pid)]
    left = [stat for stat in stats if stat and stat[0] not in "ZX"]
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


def _stat(folder: str) -> list[str]:
    """Return the fields of a process or thread, starting with its state; empty when it has ended."""
    with suppress(OSError):
        return Path(folder, "stat").read_text(errors="replace").rpartition(")")[2].split()
    return []


SOURCE = "processes"


@dataclass
class ProcessUsage:
    """Usage added up over observations: a process counts with its last observed processor time, proc_pid_stat(5).

    What a process used after its last observation is missing: observe often.
    """

    _seconds: dict[tuple[int, float], float] = field(default_factory=dict)
    _peak: int = 0

    def observe(self, pids: Iterable[int]) -> BoxUsage:
        """Return the usage of all processes that were observed so far, now of `pids`."""
        memory = sum(map(self._observe_process, pids))
        self._peak = max(self._peak, memory)
        return BoxUsage(sum(self._seconds.values()), self._peak, memory, SOURCE)

    def _observe_process(self, pid: int) -> int:
        """Note the processor time of a process and return its resident memory; 0 when it has ended."""
        with suppress(psutil.Error):
            process = psutil.Process(pid)
            with process.oneshot():
                times = process.cpu_times()
                self._seconds[pid, process.create_time()] = times.user + times.system
                return int(process.memory_info().rss)
        return 0
