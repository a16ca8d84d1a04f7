"""Exit statuses of launched programs: as text for messages, as a failure kind for decisions."""

from __future__ import annotations

import signal
from contextlib import suppress

from simulators.failures import FailureKind
from simulators.runtime.sandbox import Box


def describe_exit(status: int) -> str:
    """Return an exit status as text: ``with status 1``, ``by signal SIGKILL``."""
    if status >= 0:
        return f"with status {status}"
    with suppress(ValueError):
        return f"by signal {signal.Signals(-status).name}"
    return f"by signal {-status}"


def kind_of_end(box: Box, status: int) -> FailureKind:
    """Return why a program that was launched in `box` ended with `status` (negative: by a signal).

    `RESOURCE_LIMIT` and `PROCESS_KILLED` come from observations of the sandbox and the kernel, never from the
    program's output.
    """
    if status == -signal.SIGXCPU:
        return FailureKind.RESOURCE_LIMIT
    if box.was_killed(status):
        return FailureKind.RESOURCE_LIMIT if box.exceeded_limit() else FailureKind.PROCESS_KILLED
    return FailureKind.PROCESS_EXITED
