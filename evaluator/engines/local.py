"""Many processes on one machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.util import Finalize

import psutil

from evaluator.engines import Workshop
from simulators.browser.processes import end_with_parent
from simulators.keeping import keeping

MEMORY_PER_JOB = 1500 << 20
"""Bytes that one job may need: a browser, a project, a worker."""


INTERRUPTION = (signal.SIGINT,)

IMPORTED_IN = os.getpid()
"""The process that imported this module: in a worker, the one that it is a fork of, or itself."""


def usual_jobs() -> int:
    """As many jobs as this machine's processors and memory bear."""
    return max(1, min(len(os.sched_getaffinity(0)), psutil.virtual_memory().total // MEMORY_PER_JOB))


@dataclass(frozen=True)
class Local:
    """`asked` processes at a time, or as many as this machine bears."""

    asked: int | None = None
    elsewhere: bool = False

    def jobs(self) -> int:
        return self.asked or usual_jobs()

    @contextmanager
    def opened(self) -> Iterator[Workshop]:
        jobs = self.jobs()
        context = multiprocessing.get_context("forkserver")
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare_worker)
        try:
            yield Workshop(pool, lambda: jobs)
        except BaseException:
            for process in list((pool._processes or {}).values()):
                process.terminate()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def explained(self, error: Exception) -> Exception:
        return error


@contextmanager
def workers_begin(*modules: str) -> Iterator[None]:
    """Start the process of which workers are forks ahead of them: it imports `modules` while this one goes on.

    It ends with this process; to end it earlier is left to who guards the place. A worker ends with it.
    """
    multiprocessing.set_forkserver_preload([__name__, *modules])
    with _temporary_folder_of_multiprocessing(tempfile.gettempdir()):
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTION)  # so it is in what begins now
        try:
            forkserver.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)
        yield


@contextmanager
def _temporary_folder_of_multiprocessing(folder: str) -> Iterator[None]:
    """Its own one would be removed with the place where it is, and missed at the end of this process."""
    config: dict[str, object] = getattr(multiprocessing.current_process(), "_config")  # noqa: B009 - no other way
    before, config["tempdir"] = config.get("tempdir"), folder
    try:
        yield
    finally:
        config["tempdir"] = before


def _prepare_worker() -> None:
    """A worker leaves interruptions from the keyboard to its parent, keeps what is dear to start from one attempt to
    the next, and cleans up at its end, be it terminated. It ends at once with the process that it is a fork of: its
    orders are done elsewhere then."""
    end_with_parent()
    if IMPORTED_IN not in (os.getpid(), os.getppid()):
        os._exit(1)  # it has ended already
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTION)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    closing = ExitStack()
    closing.enter_context(keeping())
    Finalize(None, closing.close, exitpriority=0)
