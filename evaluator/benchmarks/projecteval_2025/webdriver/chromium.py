"""Chromium processes driven through their debugging pipe, used by one attempt at a time and reused by a worker."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fcntl import F_DUPFD_CLOEXEC, fcntl
from pathlib import Path
from typing import BinaryIO

from evaluator.benchmarks.projecteval_2025.webdriver.pipe import Pipe
from simulators.browser.chromium import launch as chromium
from simulators.browser.chromium.browser_files import private_folder
from simulators.browser.chromium.processes import BrowserMemory, begin_bounded, limited_memory
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting

READS, WRITES = 3, 4
"""Descriptors of Chromium's debugging pipe (``--remote-debugging-pipe``)."""

NOWHERE = "socks5://127.0.0.1:9"
"""Proxy of everything outside of attempts; the port is closed."""

FLAGS = (
    "--allow-pre-commit-input",  # keys reach a page before it has been drawn
    "--disable-back-forward-cache",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    "--disable-renderer-backgrounding",
    "--enable-features=NetworkServiceInProcess2",
    "--no-startup-window",
)

FEATURES_OFF = ("RenderDocument",)
"""A page of the same site reuses the frame of the previous one: cheaper (docs/performance.md). The element under the
mouse is then hovered as soon as a page appears."""

MAX_ATTEMPTS = 50
"""Attempts that a browser serves before it is replaced: bounds what accumulates in it."""


@dataclass(eq=False)
class Running:
    """Browser that was started with `setting`: its process and the pipe to it."""

    setting: Setting
    process: subprocess.Popen[bytes]
    pipe: Pipe
    closing: ExitStack
    memory: BrowserMemory
    attempts: int = 0

    def is_well(self) -> bool:
        return self.process.poll() is None and not self.memory.exceeded() and self.attempts < MAX_ATTEMPTS


class Browsers:
    """Browsers of a worker that no attempt uses now."""

    def __init__(self) -> None:
        self._free: list[Running] = []
        self._lock = threading.Lock()

    def taken(self, setting: Setting) -> Running | None:
        """Return a free browser that was started with `setting`; end others."""
        with self._lock:
            for running in self._free:
                if running.setting == setting:
                    self._free.remove(running)
                    return running
        self.close()
        return None

    def give_back(self, running: Running) -> None:
        with self._lock:
            self._free.append(running)

    def close(self) -> None:
        with self._lock:
            while self._free:
                self._free.pop().closing.close()


@contextmanager
def borrowed_chromium(setting: Setting, worker: WorkerContext | None) -> Iterator[Running]:
    """Yield a browser for one attempt. It is ended afterwards unless a worker reuses it and no exception was raised."""
    browsers = None if worker is None else worker.get(Browsers)
    running = (browsers and browsers.taken(setting)) or _started(setting)
    with ExitStack() as ending:
        ending.callback(running.closing.close)
        running.attempts += 1
        yield running
        if browsers is not None and running.is_well():
            ending.pop_all()
            browsers.give_back(running)


def _started(setting: Setting) -> Running:
    with ExitStack() as closing:
        home = closing.enter_context(private_folder("chromium"))
        memory = closing.enter_context(limited_memory(home))
        process, pipe = closing.enter_context(_chromium(setting, home, memory))
        memory.watch(process.pid)
        return Running(setting, process, pipe, closing.pop_all(), memory)


@contextmanager
def _chromium(setting: Setting, home: Path, memory: BrowserMemory) -> Iterator[tuple[subprocess.Popen[bytes], Pipe]]:
    """Yield the browser's process and the pipe to it; both are closed afterwards."""
    flags = [*chromium.piped_flags(setting, NOWHERE, FEATURES_OFF), *FLAGS, f"--user-data-dir={home / 'profile'}"]
    with _pipe() as (theirs_in, ours_out), _pipe() as (ours_in, theirs_out):

        def prepared() -> None:
            begin_bounded()
            # Both are moved first: either may have the other's number, or its own already.
            ends = [fcntl(end.fileno(), F_DUPFD_CLOEXEC, WRITES + 1) for end in (theirs_in, theirs_out)]
            for end_there, number in zip(ends, (READS, WRITES), strict=True):
                os.dup2(end_there, number)

        process = subprocess.Popen(
            [str(chromium.program(home, memory=memory)), *flags],
            env=chromium.environment(setting, home),
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,  # descriptors are not inheritable by default, and the browser's two ends must be
            preexec_fn=prepared,
        )
        try:
            for theirs in (theirs_in, theirs_out):
                theirs.close()
            yield process, Pipe(ours_out.fileno(), ours_in.fileno())
        finally:
            kill_and_wait(process_tree(process.pid))
            process.wait()


@contextmanager
def _pipe() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Yield both ends of a pipe: reader, writer."""
    reads, writes = os.pipe()
    with os.fdopen(reads, "rb", 0) as reading, os.fdopen(writes, "wb", 0) as writing:
        yield reading, writing
