"""Watchdog process: it kills the process that started it when a time limit passes or when that process is stopped.

A limit that a process enforces itself has no effect when a library holds the interpreter lock, or when the process
is stopped by a signal. The watchdog is another process: it receives limits through a pipe, and ends with the pipe.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

import simulators
from simulators.clocks import load_factor
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree

WATCH = """
import sys
sys.path[:] = sys.argv.pop(1).split(':')
from simulators.runtime.processes.watchdog import main
main(*sys.argv[1:])
"""


@dataclass(frozen=True)
class TimeLimit:
    """`seconds` until the process is killed; `note` is then appended as a line to the file `path`.

    A later limit of the same `name` replaces an earlier one; `seconds` 0 removes it.
    """

    name: str
    seconds: float
    path: str = ""
    note: str = ""


class Watchdog:
    """Client of one watchdog process, which is started at the first limit and again when it was lost."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._limits: dict[str, TimeLimit] = {}

    @contextmanager
    def limited(self, limit: TimeLimit) -> Iterator[None]:
        """Apply `limit` to the block."""
        self.set(limit)
        try:
            yield
        finally:
            self.set(TimeLimit(limit.name, 0))

    def start(self) -> None:
        """Start the watchdog without a limit: it kills this process when it is stopped."""
        self._process = self._process or _started()

    def set(self, limit: TimeLimit) -> None:
        self._limits.pop(limit.name, None)
        if limit.seconds:
            self._limits[limit.name] = limit
        try:
            self._send(limit)
        except OSError:  # the watchdog was killed
            self.close()
            for each in tuple(self._limits.values()):
                self._send(each)

    def close(self) -> None:
        """End the watchdog."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.close()
        process.wait()

    def _send(self, limit: TimeLimit) -> None:
        process = self._process = self._process or _started()
        assert process.stdin is not None
        process.stdin.write(json.dumps(asdict(limit)).encode() + b"\n")


def _started() -> subprocess.Popen[bytes]:
    path = [str(Path(simulators.__file__).parents[1]), *filter(os.path.isabs, sys.path)]
    command = [sys.executable, "-I", "-S", "-c", WATCH, os.pathsep.join(path), str(os.getpid())]
    return subprocess.Popen(command, stdin=subprocess.PIPE, cwd=os.sep, start_new_session=True, bufsize=0)


POLL_SECONDS = 0.25
"""Seconds between two checks of the watched process."""

MAX_BEAT_SECONDS = 1.0
"""Seconds that one beat counts at most: when the machine sleeps or stops the watchdog too, no limit passes."""

MAX_STOP_SECONDS = 10.0
"""Seconds that the watched process alone may be stopped; no part of an evaluation does that."""


@dataclass
class Watch:
    """Time left of each limit, and how long the process has been stopped; `state` returns its scheduling state.

    On a machine with more work than processors, limits pass more slowly: `load` returns how many times.
    """

    state: Callable[[], str]
    load: Callable[[], float] = load_factor
    limits: dict[str, TimeLimit] = field(default_factory=dict)
    used: dict[str, float] = field(default_factory=dict)
    stopped: float = 0.0

    def learn(self, limit: TimeLimit) -> None:
        self.limits.pop(limit.name, None)
        self.used[limit.name] = 0.0
        if limit.seconds:
            self.limits[limit.name] = limit

    def passed(self, seconds: float) -> Iterator[TimeLimit | None]:
        """Count `seconds`; yield the limits that are used up, or None when the process was stopped for too long.

        While it is stopped for any reason, its limits do not run.
        """
        seconds = min(seconds, MAX_BEAT_SECONDS)
        state = self.state()
        self.stopped = self.stopped + seconds if state == psutil.STATUS_STOPPED else 0.0
        if self.stopped > MAX_STOP_SECONDS:
            yield None
        if state not in (psutil.STATUS_STOPPED, SUSPENDED):
            for name in self.limits:
                self.used[name] += seconds / self.load()
            yield from (limit for limit in self.limits.values() if self.used[limit.name] >= limit.seconds)


SUSPENDED = "suspended"
"""State of a process whose process group is stopped, as by Ctrl+Z."""


def main(pid: str) -> None:
    """Watch the parent, process `pid`, until it closes the pipe, ends, or is killed by this process."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    with suppress(psutil.NoSuchProcess):
        worker = psutil.Process(int(pid))
        _watch(worker, Watch(lambda: state_of(worker)))


def state_of(process: psutil.Process) -> str:
    """Return the state of `process`: `SUSPENDED` when the leader of its process group is stopped as well."""
    state = process.status()
    is_suspended = state == psutil.STATUS_STOPPED and _is_stopped(os.getpgid(process.pid))
    return SUSPENDED if is_suspended else state


def _is_stopped(pid: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(psutil.Process(pid).status() == psutil.STATUS_STOPPED)
    return False


def _watch(worker: psutil.Process, watch: Watch) -> None:
    begun, rest = time.monotonic(), b""
    while os.getppid() == worker.pid:
        if select.select([0], [], [], POLL_SECONDS)[0]:
            chunk = os.read(0, 1 << 16)
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                watch.learn(TimeLimit(**json.loads(line)))
        now = time.monotonic()
        over = list(watch.passed(now - begun))
        begun = now
        if over:
            for limit in over:
                _write_note(limit)
            _kill_with_all(worker)
            return


def _write_note(limit: TimeLimit | None) -> None:
    if limit is not None and limit.path:
        with suppress(OSError), Path(limit.path).open("ab") as handle:  # a full disk does not prevent the kill
            handle.write(limit.note.encode() + b"\n")


def _kill_with_all(worker: psutil.Process) -> None:
    """Kill the worker first, so that it does not react to the end of the others. A parent that is stopped as well
    would not notice the end of the worker: it is killed, too."""
    started = [process for process in process_tree(worker.pid) if process.pid != os.getpid()]
    parent = worker.parent()
    kill_and_wait([worker, *([parent] if parent is not None and _is_stopped(parent.pid) else [])])
    kill_and_wait(started)
