"""Running process whose output is read continuously, beginning and end of it stored."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from simulators.runtime.sandbox import Launch

KEPT = 256 << 10
"""Bytes of output kept from the beginning and again from the end."""


class Output:
    """Head and tail of a stream, filled by a thread until the stream ends."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._head = bytearray()
        self._tail = bytearray()
        self._total = 0
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._drain, name="output", daemon=True)
        self._thread.start()

    def text(self) -> str:
        """Return the output as text; the part between head and tail is replaced by its size."""
        with self._lock:
            dropped = self._total - len(self._head) - len(self._tail)
            between = f"\n… {dropped} bytes left out …\n".encode() if dropped else b""
            return (bytes(self._head) + between + bytes(self._tail)).decode("utf-8", "replace")

    @property
    def size(self) -> int:
        """Bytes that were printed so far."""
        with self._lock:
            return self._total

    def since(self, position: int) -> str:
        """Return what was printed from byte `position` on, as far as it is kept."""
        with self._lock:
            head = bytes(self._head[position:])
            dropped = self._total - len(self._tail)
            return (head + bytes(self._tail[max(0, position - dropped) :])).decode("utf-8", "replace")

    def wait(self, seconds: float) -> None:
        """Wait until the stream has ended."""
        self._thread.join(seconds)

    def _drain(self) -> None:
        with suppress(OSError, ValueError):
            while chunk := os.read(self._stream.fileno(), 1 << 16):
                with self._lock:
                    self._keep(chunk)

    def _keep(self, chunk: bytes) -> None:
        self._total += len(chunk)
        room = KEPT - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:]
        del self._tail[:-KEPT]


class Process:
    """Running program: its exit status and its output."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        assert popen.stdout is not None
        self._popen = popen
        self.output = Output(popen.stdout)

    def ended(self) -> int | None:
        """Return the exit status, or None while the program runs."""
        return self._popen.poll()

    def wait(self, seconds: float) -> int | None:
        """Wait up to `seconds` for the exit status and return it; None when the program still runs then."""
        try:
            status = self._popen.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        self.output.wait(1.0)
        return status


@contextmanager
def started(launch: Launch) -> Iterator[Process]:
    """Start `launch` in a separate session with empty standard input; kill it at the end of the context."""
    popen = subprocess.Popen(
        launch.argv,
        env=dict(launch.env),
        cwd=launch.cwd,
        pass_fds=launch.pass_fds,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    process = Process(popen)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(popen.pid, signal.SIGKILL)
        popen.wait()
        process.output.wait(1.0)
        assert popen.stdout is not None
        popen.stdout.close()
