"""Cleanup at any end of a verb."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from evaluator.model.errors import UsageError

MAX_SOCKET_PATH_BYTES = 107
"""Bytes of the longest path of a Unix socket on Linux."""

SOCKET_BELOW = "/projecteval-12345678/listener-12345678"
"""Socket of the workers below the folder for temporary files: both names end with eight random characters."""


@contextmanager
def cleaned_up(engine: str = "") -> Iterator[None]:
    """End all processes and remove all temporary folders that begin inside.

    Entered before other imports: the workers of the engine ``local`` import what they need at the same time.
    """
    if engine == "local":
        _check_path_length(tempfile.gettempdir())
    from multiprocessing import resource_tracker

    from simulators.runtime.processes.cleanup_guard import cleanup_guard

    resource_tracker.ensure_running()  # before the guard: it ends by itself, and later than the guard
    with cleanup_guard(), ExitStack() as stack:
        if engine == "local":
            from evaluator.engines.forked_workers import workers_begin

            stack.enter_context(workers_begin("evaluator.runs.execution.attempt"))
        yield


def _check_path_length(folder: str) -> None:
    """Raise `UsageError` when paths of sockets in the folder for temporary files would be too long for the system."""
    most, length = MAX_SOCKET_PATH_BYTES - len(SOCKET_BELOW), len(os.fsencode(folder))
    if length > most:
        raise UsageError(
            f"{folder}: this folder for temporary files has a path of {length} bytes, which is too long for sockets "
            f"below it (at most {most}): name another one, for example TMPDIR=/tmp"
        )
