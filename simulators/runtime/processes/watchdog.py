"""Watchdog process: it kills the process that started it when a time limit passes or when that process is stopped.

A limit that a process enforces itself has no effect when a library holds the interpreter lock, or when the process
is stopped by a signal. The watchdog is another process: it receives limits through a pipe, and ends with the pipe.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import simulators

WATCH = """
import sys
sys.path[:] = sys.argv.pop(1).split(':')
from simulators.runtime.processes.watchdog_process import main
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
