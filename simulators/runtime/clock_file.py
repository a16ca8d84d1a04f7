"""File with the nanoseconds by which a testcode has moved the clock of a running project.

The processes of the project map it (`guest.projecteval_clock`) or read it at every reading of the time. They cannot
write it in a sandbox that isolates files. The evaluator never reads it or maps it: a file that was cut short could end
the process that has it mapped.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

LENGTH = 8
"""Bytes of the file: a signed number in the machine's order, so that processors store and read it as one word."""


@dataclass(frozen=True)
class ClockFile:
    """Open clock file at `path`, readable for every user."""

    path: Path
    descriptor: int

    def write(self, moved: timedelta) -> None:
        """Publish `moved`, in one write of one word."""
        nanoseconds = moved // timedelta(microseconds=1) * 1000
        os.pwrite(self.descriptor, nanoseconds.to_bytes(LENGTH, sys.byteorder, signed=True), 0)


@contextmanager
def clock_file(path: Path) -> Iterator[ClockFile]:
    """Create the file `path` for a clock that has not been moved; it can be written while the context is open."""
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o444)
    try:
        os.fchmod(descriptor, 0o444)  # whatever this process's mask is
        file = ClockFile(path, descriptor)
        file.write(timedelta())
        yield file
    finally:
        os.close(descriptor)
