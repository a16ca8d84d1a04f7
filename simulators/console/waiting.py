"""Detection of programs that wait for input, from the kernel's information on their threads.

A thread that sleeps in ``read`` on the terminal waits only for the user; so does one that sleeps in
``select``, ``poll`` or ``epoll`` on the terminal alone, without a time limit. Everything else (sleeping,
computing, waiting for a connection or a child) does not count as waiting for the user. Sources: proc(5), on
/proc/PID/syscall; fs/proc/base.c and lib/syscall.c of Linux: a thread that is running, or woken and about
to run, is never shown in a system call.
"""

from __future__ import annotations

import os
import platform
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from simulators.runtime.processes.process_tree import threads

POLLIN, EPOLLIN = 0x0001 | 0x0040, 0x001
MAX_DESCRIPTORS = 4096


class Activity(Enum):
    """Combined activity of the threads of a program."""

    ASKS = "waits for the user, and nothing else of it runs"
    MAY_ASK = "would react to the user, but may go on by itself as well"
    RELAYED = "asks on a terminal elsewhere"
    BUSY = "does not wait for the user"
    UNKNOWN = "sleeps; this machine does not tell in what"


@dataclass(frozen=True)
class SystemCalls:
    """Numbers of the system calls of one processor architecture."""

    read: frozenset[int]
    select: frozenset[int]
    poll: frozenset[int]
    ppoll: frozenset[int]
    epoll: frozenset[int]
    wait: frozenset[int]


CALLS = {
    "x86_64": SystemCalls(
        read=frozenset({0, 19}),  # read, readv
        select=frozenset({23, 270}),  # select, pselect6
        poll=frozenset({7}),
        ppoll=frozenset({271}),
        epoll=frozenset({232, 281, 441}),  # epoll_wait, epoll_pwait, epoll_pwait2
        wait=frozenset({61, 247}),  # wait4, waitid
    ),
    "aarch64": SystemCalls(
        read=frozenset({63, 65}),
        select=frozenset({72}),
        poll=frozenset(),
        ppoll=frozenset({73}),
        epoll=frozenset({22, 441}),
        wait=frozenset({260, 95}),
    ),
}
EPOLL_PWAIT2 = 441


LAST_ADDRESS = (1 << 63) - 1


class UnreadableArgument(Exception):
    """The arguments of a waiting system call are in memory that the program has unmapped."""


class _Doing(Enum):
    """Activity of one thread."""

    READS_TERMINAL = 1
    WATCHES_TERMINAL = 2
    WAITS_FOR_CHILD = 3
    SLEEPS = 4
    RUNS = 5
    HIDDEN = 6


@dataclass(frozen=True)
class Terminal:
    """Terminal device, identified by its numbers."""

    major: int
    minor: int

    @classmethod
    def of(cls, descriptor: int) -> Terminal:
        device = os.fstat(descriptor).st_rdev
        return cls(os.major(device), os.minor(device))

    @classmethod
    def controlling(cls, pid: int) -> Terminal | None:
        """Return the controlling terminal of `pid`; None when it has none or has ended."""
        try:
            number = int(_stat(f"/proc/{pid}/stat")[4])
        except (OSError, IndexError):
            return None
        return cls(number >> 8 & 0xFFF, number & 0xFF | number >> 12 & 0xFFF00) if number else None

    def controls(self, pid: int) -> bool:
        """Return True when this is the controlling terminal of `pid`."""
        return Terminal.controlling(pid) == self

    def is_open_as(self, descriptor: int, pid: int) -> bool:
        """Return True when `descriptor` of `pid` is this terminal, by its own name or as ``/dev/tty``."""
        device = Path(f"/proc/{pid}/fd/{descriptor}").stat().st_rdev
        numbers = (os.major(device), os.minor(device))
        return numbers == (self.major, self.minor) or (numbers == (5, 0) and self.controls(pid))


@dataclass(frozen=True)
class Observation:
    """Activity of a program at one moment; `alone` says that only the thread that waits for input could print."""

    activity: Activity
    alone: bool = False

    def is_known(self) -> bool:
        return self.activity is not Activity.UNKNOWN


def observe(pids: Iterable[int], terminal: Terminal) -> Observation:
    """Return the activity of the processes `pids`.

    Threads are observed twice: a thread that passes its line to another one and reads again wakes the other before it
    sleeps, so the second observation finds the other one running.
    """
    pids = tuple(pids)
    first = [_doing(pid, thread, terminal) for pid, thread in _threads(pids)]
    if _Doing.READS_TERMINAL not in first and _Doing.WATCHES_TERMINAL not in first:
        sleeping = first and all(doing in (_Doing.HIDDEN, _Doing.SLEEPS) for doing in first)
        return Observation(Activity.UNKNOWN if sleeping and _Doing.HIDDEN in first else Activity.BUSY)
    doings = [_doing(pid, thread, terminal) for pid, thread in _threads(pids)]
    others = [d for d in doings if d not in (_Doing.READS_TERMINAL, _Doing.WAITS_FOR_CHILD)]
    if _Doing.READS_TERMINAL in doings and _Doing.WATCHES_TERMINAL not in others and _Doing.RUNS not in others:
        return Observation(Activity.ASKS, alone=not others)
    if _Doing.READS_TERMINAL in doings or _Doing.WATCHES_TERMINAL in doings:
        return Observation(Activity.MAY_ASK, alone=False)
    return Observation(Activity.BUSY)


def _threads(pids: Iterable[int]) -> Iterator[tuple[int, int]]:
    for pid in pids:
        for thread in threads(pid):
            yield pid, thread


def _doing(pid: int, thread: int, terminal: Terminal) -> _Doing:
    task = f"/proc/{pid}/task/{thread}"
    try:
        if (state := _stat(f"{task}/stat")[0]) in "ZXxTt":
            return _Doing.WAITS_FOR_CHILD if state in "ZXx" else _Doing.SLEEPS
        if state != "S":
            return _Doing.RUNS
        try:
            call = Path(f"{task}/syscall").read_text().split()
        except PermissionError:
            return _Doing.HIDDEN
        doing = _of_call(call, pid, terminal)
        asleep_since = _stat(f"{task}/stat")[0] == "S"  # woken meanwhile: shown as R, though not yet running
        return doing if asleep_since else _Doing.RUNS
    except (FileNotFoundError, ProcessLookupError):
        return _Doing.WAITS_FOR_CHILD  # the thread has ended


def _of_call(call: list[str], pid: int, terminal: Terminal) -> _Doing:
    calls = CALLS.get(platform.machine())
    if calls is None:
        return _Doing.HIDDEN
    if call[0] in ("running", "-1"):
        return _Doing.RUNS if call[0] == "running" else _Doing.SLEEPS
    number, arguments = int(call[0]), [int(word, 16) for word in call[1:7]]
    if number in calls.wait:
        return _Doing.WAITS_FOR_CHILD
    try:
        if number in calls.read:
            return _Doing.READS_TERMINAL if terminal.is_open_as(arguments[0], pid) else _Doing.SLEEPS
        watched, limited = _watched(calls, number, arguments, pid)
        terminals = [descriptor for descriptor in watched if terminal.is_open_as(descriptor, pid)]
    except PermissionError:
        return _Doing.HIDDEN
    except (OSError, UnreadableArgument):  # it ended meanwhile, or unmapped its arguments
        return _Doing.SLEEPS
    if not terminals:
        return _Doing.SLEEPS
    alone = len(terminals) == len(watched) and not limited
    return _Doing.READS_TERMINAL if alone else _Doing.WATCHES_TERMINAL


def _watched(calls: SystemCalls, number: int, arguments: list[int], pid: int) -> tuple[list[int], bool]:
    """Return the descriptors on which a waiting call waits for input, and whether it has a time limit."""
    if number in calls.select:
        return _of_select(pid, arguments[0], arguments[1]), arguments[4] != 0
    if number in calls.poll:
        return _of_poll(pid, arguments[0], arguments[1]), not arguments[2] & 0x80000000
    if number in calls.ppoll:
        return _of_poll(pid, arguments[0], arguments[1]), arguments[2] != 0
    if number in calls.epoll:
        limit = arguments[3]
        return _of_epoll(pid, arguments[0]), limit != 0 if number == EPOLL_PWAIT2 else not limit & 0x80000000
    return [], False


def _of_select(pid: int, count: int, address: int) -> list[int]:
    count = min(count, MAX_DESCRIPTORS)
    bits = int.from_bytes(_memory(pid, address, (count + 63) // 64 * 8), "little") if address else 0
    return [descriptor for descriptor in range(count) if bits >> descriptor & 1]


def _of_poll(pid: int, address: int, count: int) -> list[int]:
    entries = struct.iter_unpack("=ihh", _memory(pid, address, min(count, MAX_DESCRIPTORS) * 8))
    return [descriptor for descriptor, events, _ in entries if descriptor >= 0 and events & POLLIN]


def _of_epoll(pid: int, descriptor: int) -> list[int]:
    lines = Path(f"/proc/{pid}/fdinfo/{descriptor}").read_text().splitlines()
    entries = [line.split() for line in lines if line.startswith("tfd:")]
    return [int(entry[1]) for entry in entries if int(entry[3], 16) & EPOLLIN]


def _memory(pid: int, address: int, length: int) -> bytes:
    """Return memory of a process at `address`. Raises `UnreadableArgument` when not all of it is mapped."""
    if address > LAST_ADDRESS:
        raise UnreadableArgument
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:  # noqa: PTH123 - unbuffered
        memory.seek(address)
        content = memory.read(length)
    if len(content) < length:
        raise UnreadableArgument
    return content


def _stat(path: str) -> list[str]:
    """Return the fields of a stat file after the name: state, parent, group, session, terminal, …"""
    return Path(path).read_text(errors="replace").rpartition(")")[2].split()
