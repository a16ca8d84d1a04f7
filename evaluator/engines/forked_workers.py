"""Engine of one machine: worker processes forked from one process that has imported what they need."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from types import FrameType, TracebackType
from typing import NoReturn, ParamSpec, TypeVar, cast

import psutil

from evaluator.engines import EngineGone, OpenExecutor
from evaluator.model.errors import WorkerTerminated
from simulators.runtime.processes.process import end_with_parent
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree
from simulators.runtime.processes.watchdog import Watchdog
from simulators.runtime.worker_context import WorkerContext

P = ParamSpec("P")
T = TypeVar("T")

FORKING = multiprocessing.get_context("forkserver")

MAX_END_SECONDS = 10.0
"""Seconds to wait for the end of a killed process, which takes milliseconds."""

CLEANUP_SECONDS = 0.5
"""Seconds that terminated workers have to clean up; what they leave, the cleanup guard removes."""

NOTICE_SECONDS = 0.3
"""Seconds that the fork server has to report the end of a killed worker; one that is stopped is killed as well."""

INTERRUPTION = (signal.SIGINT,)

WORKER: ContextVar[WorkerContext | None] = ContextVar("worker", default=None)
"""The context of the worker that runs this code; none outside of workers."""

IMPORTED_IN = os.getpid()
"""The process that imported this module: in a worker, its parent, or itself."""


@contextmanager
def workers_begin(*modules: str) -> Iterator[None]:
    """Start the fork server in advance: it imports `modules` while this process continues.

    It ends with this process, or earlier through the cleanup guard; its workers end with it.
    """
    multiprocessing.set_forkserver_preload([__name__, *modules])
    with _temporary_folder_of_multiprocessing(tempfile.gettempdir()):
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTION)  # inherited by the fork server
        try:
            forkserver.ensure_running()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)
        yield


@contextmanager
def _temporary_folder_of_multiprocessing(folder: str) -> Iterator[None]:
    """Let multiprocessing use `folder`: its own temporary folder would be removed before the end of this process."""
    config: dict[str, object] = getattr(multiprocessing.current_process(), "_config")  # noqa: B009 - no other way
    before, config["tempdir"] = config.get("tempdir"), folder
    try:
        yield
    finally:
        config["tempdir"] = before


class Forks(ProcessPoolExecutor):
    """Executor of `jobs` workers. It breaks when a worker or the fork server ends.

    At the end of the context it waits for jobs in work and cancels the others.
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
        """End the workers with their jobs; those that do not clean up within `CLEANUP_SECONDS` seconds are killed."""
        processes: list[BaseProcess] = list((self._processes or {}).values())
        for process in processes:
            process.terminate()
        stuck = _running(processes, CLEANUP_SECONDS)  # stopped, or in a library that holds the interpreter's lock
        trees = [process_tree(process.pid) for process in stuck if process.pid is not None]
        for tree in trees:
            kill_and_wait(reversed(tree))
        for stopped in _running(stuck, NOTICE_SECONDS):
            kill_and_wait(_parent(stopped.pid))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.shutdown(wait=True, cancel_futures=True)


def _running(processes: Iterable[BaseProcess], seconds: float) -> list[BaseProcess]:
    """Wait `seconds` at most for the end of `processes`; return those whose end the fork server did not report."""
    until, left = time.monotonic() + seconds, {process.sentinel: process for process in processes}
    while left and (remaining := until - time.monotonic()) > 0:
        for ended in wait(list(left), remaining):
            left.pop(cast(int, ended))
    return list(left.values())


def _parent(pid: int | None) -> list[psutil.Process]:
    """Return the fork server of worker `pid`; nothing when it has ended."""
    with suppress(psutil.NoSuchProcess):
        parent = psutil.Process(pid).parent()
        return [parent] if parent is not None and parent.pid != os.getpid() else []
    return []


def _wait_until_workers_can_be_started() -> None:
    """Wait until the fork server is replaced: one that is ending no longer answers.

    Raises `EngineGone` when no worker can be started.
    """
    until = time.monotonic() + MAX_END_SECONDS
    while True:
        try:
            trial = FORKING.Process()
            trial.start()
        except (OSError, EOFError) as error:
            if time.monotonic() > until:
                raise EngineGone(f"no worker can be started: {error}; free memory, then resume the run") from error
            time.sleep(0.01)  # the fork server's end can only be noticed by starting a process
        else:
            trial.join()
            return


def _terminated(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise WorkerTerminated(1)


def _prepare_worker() -> None:
    """Prepare a worker: ignore interruptions (the parent handles them), open the cache of expensive objects, clean up
    also when terminated. It ends with the fork server; its jobs are then repeated elsewhere."""
    end_with_parent()
    if IMPORTED_IN not in (os.getpid(), os.getppid()):
        os._exit(1)  # the fork server has ended
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTION)
    signal.signal(signal.SIGTERM, _terminated)
    closing = ExitStack()
    worker = closing.enter_context(WorkerContext())
    WORKER.set(worker)
    worker.get(Watchdog).start()  # a worker may be stopped before its first job
    Finalize(None, closing.close, exitpriority=0)


JOB_MEMORY_BYTES = 1500 << 20
"""Bytes that one job may need: a browser, a project, a worker."""


def usual_jobs() -> int:
    """Return the number of jobs that processors and memory allow."""
    return max(1, min(len(os.sched_getaffinity(0)), psutil.virtual_memory().total // JOB_MEMORY_BYTES))


@dataclass(frozen=True)
class Local:
    """`job_count` worker processes, by default `usual_jobs`."""

    job_count: int | None = None
    is_remote: bool = False

    def jobs(self) -> int:
        return self.job_count or usual_jobs()

    @contextmanager
    def opened(self) -> Iterator[OpenExecutor]:
        jobs = self.jobs()
        with Forks(jobs) as pool:
            try:
                yield OpenExecutor(pool, lambda: jobs)
            except BaseException:
                pool.terminate()
                raise

    def explained(self, error: Exception) -> Exception:
        return error
