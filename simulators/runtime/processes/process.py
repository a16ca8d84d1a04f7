"""Running process whose output is read continuously, beginning and end of it stored."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import threading
from contextlib import suppress
from typing import IO, Self

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


def end_with_parent() -> None:
    """Have the kernel kill the calling process when the thread that started it ends for any reason."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


KEPT = 256 << 10
"""Bytes of output kept from the beginning and again from the end, unless more are asked for."""


class Output:
    """Head and tail of a stream, filled by a thread until the stream ends."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._total = 0
        self._kept = KEPT
        self._lock = threading.Lock()
        self.follow(stream)

    def follow(self, stream: IO[bytes]) -> None:
        """Read a stream to its end: the first one, or that of a program started again, after the one before."""
        self._stream = stream
        self._thread = threading.Thread(target=self._drain, name="output", daemon=True)
        self._thread.start()

    def text(self) -> str:
        """Return the output as text; the part between head and tail is replaced by its size."""
        with self._lock:
            dropped = self._total - len(self._head) - len(self._tail)
            between = f"\n… {dropped} bytes left out …\n".encode() if dropped else b""
            return (bytes(self._head) + between + bytes(self._tail)).decode("utf-8", "replace")

    def keep(self, size: int) -> None:
        """Keep `size` bytes of the beginning, and again of the end, of what is printed from now on."""
        with self._lock:
            self._kept = size

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
        room = max(0, self._kept - len(self._head)) if not self._tail else 0
        self._head += chunk[:room]
        self._tail += chunk[room:]
        del self._tail[: -self._kept]


class Process:
    """Running program that leads a session: its exit status and its output."""

    def __init__(self, popen: subprocess.Popen[bytes], output: Output | None = None) -> None:
        """`output` is that of the program before, when this one takes its place."""
        assert popen.stdout is not None
        self._popen = popen
        if output is None:
            output = Output(popen.stdout)
        else:
            output.follow(popen.stdout)
        self.output = output

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Kill the program's session and reap the program."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait()
        self.output.wait(1.0)
        assert self._popen.stdout is not None
        self._popen.stdout.close()

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


def describe_exit(status: int) -> str:
    """Return an exit status as text: ``with status 1``, ``by signal SIGKILL``."""
    if status >= 0:
        return f"with status {status}"
    with suppress(ValueError):
        return f"by signal {signal.Signals(-status).name}"
    return f"by signal {-status}"
