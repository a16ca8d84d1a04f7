"""Functions that a child process calls before it executes its program."""

from __future__ import annotations

import ctypes
import signal

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


def end_with_parent() -> None:
    """Have the kernel kill the calling process when the thread that started it ends for any reason."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
