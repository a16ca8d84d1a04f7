"""Workers that are forks of one process, which has imported what they need."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from multiprocessing import forkserver
from multiprocessing.util import Finalize
from types import TracebackType
from typing import ParamSpec, TypeVar

from evaluator.engines import EngineGone
from simulators.runtime.processes.child_setup import end_with_parent
from simulators.runtime.worker_context import WorkerContext

P = ParamSpec("P")
T = TypeVar("T")

FORKING = multiprocessing.get_context("forkserver")

LONGEST_END = 10.0
"""Seconds for a killed process to end; it takes milliseconds."""

INTERRUPTION = (signal.SIGINT,)

WORKER: ContextVar[WorkerContext | None] = ContextVar("worker", default=None)
"""The context of the worker that runs this code; none outside of workers."""

IMPORTED_IN = os.getpid()
"""The process that imported this module: in a worker, the one that it is a fork of, or itself."""


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


class Forks(ProcessPoolExecutor):
    """`jobs` workers. Breaks, as for any worker that ended, when the process that they are forks of has.

    Left, it waits for what is in work, and gives up what waits.
    """

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs, mp_context=FORKING, initializer=_prepare_worker)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        try:
            return super().submit(fn, *args, **kwargs)
        except (OSError, EOFError) as error:
            _wait_until_workers_can_be_started()
            raise BrokenProcessPool(f"a worker could not be started: {error}") from error

    def terminate(self) -> None:
        """Have the workers give up what is in work."""
        for process in list((self._processes or {}).values()):
            process.terminate()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.shutdown(wait=True, cancel_futures=True)


def _wait_until_workers_can_be_started() -> None:
    """A process that is ending does not answer any more, but is not replaced before it has ended.

    Raises `EngineGone` when that is not the reason.
    """
    until = time.monotonic() + LONGEST_END
    while True:
        try:
            trial = FORKING.Process()
            trial.start()
        except (OSError, EOFError) as error:
            if time.monotonic() > until:
                raise EngineGone(f"this machine starts no worker: {error}; what was done is kept") from error
            time.sleep(0.01)  # only who starts processes may ask whether it has ended
        else:
            trial.join()
            return


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
    WORKER.set(closing.enter_context(WorkerContext()))
    Finalize(None, closing.close, exitpriority=0)
