"""Limits of the processes of a browser: the memory of each, and of all together."""

from __future__ import annotations

import os
import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from simulators.runtime.processes.process import end_with_parent
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree
from simulators.runtime.sandbox import BoxLimits, cgroups

MEMORY_BYTES = 3 << 30
"""Memory limit of one browser process in bytes: a page that needs more crashes, not the machine."""

ALL_MEMORY_BYTES = 4 << 30
"""Memory limit of all processes of the browsers of one attempt together, in bytes: windows and workers have their own
processes. The browsers of the built-in missions need less than 1 GiB."""

MAX_THREADS = 4096
"""Threads of all these processes together: an idle browser has about 100, and some 20 for each window."""

POLL_SECONDS = 0.25
"""Seconds between two sums of the memory where no control group can be made."""


class BrowserMemory:
    """Limit of the memory of all processes of the browsers of one attempt.

    `group` is their control group, which a browser's launch script joins (`join_files`). Without one, the memory of the
    trees that are passed to `watch` is added up several times a second, and they are killed above the limit.
    """

    def __init__(self, group: cgroups.Group | None) -> None:
        self._group = group
        self._roots: set[int] = set()
        self._exceeded = False
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def join_files(self) -> tuple[str, ...]:
        """Files into which a process with one thread writes ``0`` to be counted with all that it starts."""
        return self._group.join_files if self._group is not None else ()

    def watch(self, pid: int) -> None:
        """Count the process `pid` and its descendants, unless the kernel counts them."""
        if self._group is None:
            self._roots.add(pid)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="browser memory", daemon=True)
                self._thread.start()

    def exceeded(self) -> bool:
        """Return True when processes were killed because all together reached the limit."""
        return self._exceeded or (self._group is not None and self._group.exceeded_limit() is not None)

    def close(self) -> None:
        """Stop counting; the browsers have ended."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()
        if self._group is not None:
            self._group.remove()

    def _look(self) -> None:
        while not self._closed.wait(POLL_SECONDS):
            members = [member for pid in tuple(self._roots) for member in process_tree(pid)]
            if sum(map(_own_memory, members)) > ALL_MEMORY_BYTES:
                self._exceeded = True
                kill_and_wait(members)


@contextmanager
def limited_memory(folder: Path) -> Iterator[BrowserMemory]:
    """Yield the limit for browsers whose launch scripts lie in `folder`; close the browsers before the context."""
    hierarchy = cgroups.hierarchy() if runs_scripts(folder) else None
    limits = BoxLimits(memory=ALL_MEMORY_BYTES, processes=MAX_THREADS)
    memory = BrowserMemory(hierarchy.make(limits) if hierarchy is not None else None)
    try:
        yield memory
    finally:
        memory.close()


def runs_scripts(folder: Path) -> bool:
    """Return True when programs in `folder` can be executed."""
    return not os.statvfs(folder).f_flag & os.ST_NOEXEC


def _own_memory(process: psutil.Process) -> int:
    """Return the memory in bytes that a process shares with no other file or process; 0 when it has ended."""
    with suppress(psutil.Error):
        found = process.memory_info()
        return int(found.rss - found.shared)
    return 0


def limit_memory(pid: int = 0) -> None:
    """Limit `pid` (0: this process), and every process that it starts from now on, to `MEMORY_BYTES` each."""
    ceiling = resource.prlimit(pid, resource.RLIMIT_DATA)[1]
    most = MEMORY_BYTES if ceiling == resource.RLIM_INFINITY else min(MEMORY_BYTES, ceiling)
    resource.prlimit(pid, resource.RLIMIT_DATA, (most, most))


def begin_bounded() -> None:
    """In a child process: end it with its parent (Chromium ends with its pipe, too), and limit its memory."""
    end_with_parent()
    limit_memory()
