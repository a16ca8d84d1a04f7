"""Execution of a batch program to its end, with its output; no process of it is left."""

from __future__ import annotations

import os
import selectors
import subprocess
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from typing import IO

from simulators.clocks import Deadline
from simulators.errors import ExpectationFailed, TestcodeTimeout
from simulators.evidence import shortened
from simulators.failures import FailureKind
from simulators.runtime.processes.process_tree import end_program
from simulators.runtime.sandbox import Box, Launch


@dataclass(frozen=True)
class ProgramResult:
    """Exit status (128 + n: by signal n) and output of a program."""

    status: int
    stdout: str
    stderr: str

    def printed(self) -> str:
        """Return both streams, for messages."""
        return "\n".join(text.strip() for text in (self.stdout, self.stderr) if text.strip())


POLL_SECONDS = 0.5
"""Seconds between two checks for cancellation of the run."""


class ProgramRun:
    """One run of a program in `box`. `call_off` cancels it from another thread."""

    def __init__(self, box: Box, launch: Launch, most_output: int) -> None:
        self._box, self._launch, self._most_output = box, launch, most_output
        self._before = frozenset(box.pids())
        self._popen: subprocess.Popen[bytes] | None = None
        self._called_off = False
        self.exit_status: int | None = None
        self._lock = threading.Lock()

    def outcome(self, deadline: Deadline) -> ProgramResult:
        """Run the program to its end; all processes that it started have ended on return and on error.

        Raises `TestcodeTimeout` at the deadline, `ExpectationFailed` when a stream exceeds the output limit.
        """
        with ExitStack() as stack:
            popen = self._popen = self._launch.start(stderr=subprocess.PIPE)
            stack.callback(self._reap, popen)
            assert popen.stdout is not None
            assert popen.stderr is not None
            streams = {"standard output": popen.stdout, "standard error": popen.stderr}
            for stream in streams.values():
                stack.callback(stream.close)
            stack.callback(self._end, popen.pid)
            texts = self._follow(popen, streams, deadline)
        self.exit_status = popen.returncode
        status = popen.returncode if popen.returncode >= 0 else 128 - popen.returncode
        return ProgramResult(status, texts["standard output"], texts["standard error"])

    def call_off(self) -> None:
        self._called_off = True
        with self._lock:
            if self._popen is not None:
                self._end(self._popen.pid)

    def _follow(
        self, popen: subprocess.Popen[bytes], streams: dict[str, IO[bytes]], deadline: Deadline
    ) -> dict[str, str]:
        """Read both streams until the program has ended; later output of its children is ignored."""
        kept = {name: bytearray() for name in streams}
        with selectors.DefaultSelector() as selector:
            process = os.pidfd_open(popen.pid)
            try:
                selector.register(process, selectors.EVENT_READ)
                for name, stream in streams.items():
                    os.set_blocking(stream.fileno(), False)
                    selector.register(stream, selectors.EVENT_READ, name)
                while True:
                    ready = [key for key, _ in selector.select(_nap(deadline, kept))]
                    for key in ready:
                        if key.fileobj != process and not self._take(key.fd, key.data, kept[key.data]):
                            selector.unregister(key.fileobj)
                    if self._called_off:
                        raise TestcodeTimeout(f"the program was ended from outside{_printed(kept)}")
                    if len(ready) == 1 and ready[0].fileobj == process:  # ended, and nothing is left to read
                        return {name: content.decode("utf-8", "replace") for name, content in kept.items()}
            finally:
                os.close(process)

    def _take(self, descriptor: int, name: str, kept: bytearray) -> bool:
        """Store the available output; return True while more may come."""
        chunk = os.read(descriptor, 1 << 16)
        kept += chunk
        if len(kept) > self._most_output:
            message = f"the program was ended: it printed more than {self._most_output} bytes on {name}"
            raise ExpectationFailed(message, FailureKind.RESOURCE_LIMIT)
        return bool(chunk)

    def _reap(self, popen: subprocess.Popen[bytes]) -> None:
        """Reap the process; from here on its number may belong to another process."""
        with self._lock:
            self._popen = None
            popen.wait()

    def _end(self, pid: int) -> None:
        """Kill the program and its descendants, including those that have left its process tree but not the box."""
        end_program(pid, self._box, self._before)


def _nap(deadline: Deadline, kept: dict[str, bytearray]) -> float:
    try:
        return deadline.left(at_most=POLL_SECONDS)
    except TestcodeTimeout as error:
        raise TestcodeTimeout(f"the program has not ended: {error}{_printed(kept)}") from None


def _printed(kept: dict[str, bytearray]) -> str:
    texts = [content.decode("utf-8", "replace").strip() for content in kept.values()]
    together = shortened("\n".join(text for text in texts if text))
    return f"; printed: {together}" if together else "; nothing was printed"
