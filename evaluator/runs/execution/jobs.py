"""Jobs of a run: what engines evaluate here or on a worker of a cluster, and what agents that wait for services build
in threads.
"""

from __future__ import annotations

import atexit
import errno
import threading
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from evaluator.agents.interface import Agent
from evaluator.agents.models.services import ModelError, RunStopped
from evaluator.agents.settings import Budget
from evaluator.engines.scheduling import Jobs
from evaluator.io.files import read_json
from evaluator.model.errors import EvaluatorError, RunNotWritable
from evaluator.model.generation import Usage
from evaluator.model.result import GenerationRecord
from evaluator.runs.execution.attempt import AttemptJob, AttemptRunner, JobResult, Listener, perform
from evaluator.runs.execution.resolved_run import ResolvedRun, agent_of, limits_of_run
from evaluator.runs.execution.stages import PendingStage, StageStore
from evaluator.runs.folder.options import Step
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.records import read_generation
from evaluator.runs.folder.request import Lock, differences, lock_of
from evaluator.runs.folder.run import Run
from missions.catalog import open_catalog
from simulators.runtime.environments import host as environments
from simulators.runtime.processes.cleanup_guard import cleanup_guard
from simulators.runtime.sandbox.choice import sandbox_named

CANNOT_BE_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
"""Errors that the next attempt would meet as well: the run stops."""


@dataclass(frozen=True)
class Unbuilt:
    """An attempt that remains to be done, and why."""

    job: AttemptJob
    reason: Exception


class RunJobs(Jobs[AttemptJob]):
    """Jobs for the engine of a run: those that are `ready`, and those that building makes possible.

    An attempt is built in a thread until it is complete, or until a stage has to be evaluated; then the stage is a job,
    and building goes on after it (`advance`). `unbuilt` are attempts that got no answer.
    """

    def __init__(
        self, ready: Iterator[AttemptJob], run: ResolvedRun, agent: Agent, budget: Budget, calls: int, to: Listener
    ) -> None:
        self._ready, self._agent, self._budget, self._calls, self._listener = ready, agent, budget, calls, to
        self._runner = AttemptRunner(run)
        self._pool = ThreadPoolExecutor(calls, thread_name_prefix="building")
        self._building: dict[Future[GenerationRecord | PendingStage], AttemptJob] = {}
        self._stopped: RunStopped | None = None
        self.unbuilt: list[Unbuilt] = []

    def advance(self, job: AttemptJob) -> None:
        """Build the attempt of `job` in a thread, from where it is."""
        job = replace(job, stage="")
        self._building[self._pool.submit(self._build, job)] = job

    def next(self) -> AttemptJob | None:
        for future in [each for each in self._begun() if each.done()]:
            if (job := self._after(self._building.pop(future), future)) is not None:
                return job
        return next(self._ready, None)

    def awaited(self) -> Collection[Future[Any]]:
        return self._begun()

    def close(self) -> None:
        """End requests in progress; answers are in the transcripts."""
        self._pool.shutdown(wait=False, cancel_futures=True)  # nothing new begins
        self._agent.close()
        self._pool.shutdown(wait=True)

    def _begun(self) -> list[Future[GenerationRecord | PendingStage]]:
        """Return the builds that threads work on, or have ended: threads take them in job."""
        return list(islice(self._building, self._calls))

    def _build(self, job: AttemptJob) -> GenerationRecord | PendingStage:
        if self._stopped is not None:
            raise self._stopped
        try:
            found = self._runner.advance(job, self._agent, self._budget)
        except RunStopped as error:
            self._stopped = error
            raise
        if isinstance(found, GenerationRecord) and Step.EVALUATE in job.steps:
            self._listener.built(job.attempt, found)  # at once: its evaluation may have to wait
        return found

    def _after(self, job: AttemptJob, done: Future[GenerationRecord | PendingStage]) -> AttemptJob | None:
        """Return the job that follows a build, if any; report what ends here."""
        error = ModelError("cancelled before it was asked") if done.cancelled() else done.exception()
        if error is not None:
            reason = error if isinstance(error, Exception) else RuntimeError(str(error))
            check_writable(job, reason)
            self.unbuilt.append(Unbuilt(job, reason))
            if not isinstance(reason, RunStopped):
                self._listener.broke(job.attempt, reason)
            return None
        found = done.result()
        if isinstance(found, PendingStage):
            return replace(job, stage=found.folder)
        if Step.EVALUATE in job.steps:
            return job
        self._listener.ended(JobResult(job.attempt, note=found.failure))
        return None


@contextmanager
def open_jobs(
    run: Run,
    ready: Iterator[AttemptJob],
    to_build: Sequence[AttemptJob],
    resolved: ResolvedRun,
    calls: int,
    listener: Listener,
) -> Iterator[RunJobs]:
    """Open the jobs of a run: `to_build` are built in threads, up to `calls` at a time, by an agent with the budget of
    the whole run."""
    budget = Budget(limits_of_run(run.request), used_so_far(run) if to_build else ())
    agent = agent_of(run.request, budget, listener.notes)
    jobs = RunJobs(ready, resolved, agent, budget, calls, listener)
    for mission in {job.attempt.mission for job in to_build}:
        resolved.catalog.mission(mission)  # missions are loaded by one thread only
    try:
        for job in to_build:
            jobs.advance(job)
        yield jobs
    finally:
        jobs.close()


def used_so_far(run: Run) -> Iterator[Usage]:
    """Yield the cost of every answered question of the run, also of attempts that did not end."""
    for attempt in run.attempts():
        paths = run.paths.of(attempt)
        record = read_generation(paths)
        yield from StageStore(paths).unfinished_usage() if record is None else (step.usage for step in record.steps)


def check_writable(job: AttemptJob, outcome: Exception) -> None:
    """Raises `RunNotWritable` when `outcome` says that the folder is not."""
    if isinstance(outcome, OSError) and outcome.errno in CANNOT_BE_WRITTEN:
        raise RunNotWritable(
            f"{outcome.filename or job.run}: {outcome.strerror}; what was done is kept: make room (or let it be "
            f"written), then continue with `projecteval resume {job.run}`"
        ) from outcome


def perform_remotely(job: AttemptJob) -> JobResult:
    """Do a job in this worker's process, one at a time, guarded: nothing is left when the worker is killed.

    Raises `EvaluatorError` when this machine cannot see the run folder, or has other missions, environments
    or another version than the run began with; `SandboxError` when it lacks the run's sandbox.
    """
    return _this_worker().perform(job)


@cache
def _this_worker() -> RemoteWorker:
    return RemoteWorker()


class RemoteWorker:
    """The process of a cluster's worker: does one job at a time, and remembers what it has compared."""

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self._locks: dict[tuple[Path, int], Lock] = {}
        self._alike: set[tuple[Path, str]] = set()
        stack = ExitStack()
        stack.enter_context(cleanup_guard())
        atexit.register(stack.close)

    def perform(self, job: AttemptJob) -> JobResult:
        with self._one_at_a_time:
            lock = self._lock_of(job.run)
            self._check_same_mission(job, lock)
            sandbox_named(job.sandbox)
            for name in _needed(job, lock):
                environments.build(name)
            return perform(job)

    def _lock_of(self, run: Path) -> Lock:
        path = RunPaths(run).lock
        if not path.exists():
            raise EvaluatorError(f"{run}: this worker does not see the run folder; it must be on shared storage")
        version = path, path.stat().st_mtime_ns
        if version not in self._locks:
            self._alike.clear()  # compared with another lock file
            self._locks = {version: read_json(path, Lock)}
        return self._locks[version]

    def _check_same_mission(self, job: AttemptJob, lock: Lock) -> None:
        mission = job.attempt.mission
        if (job.run, mission) in self._alike:
            return
        catalog = open_catalog(job.request.missions)
        here = lock_of(
            catalog,
            (mission,),
            lock.benchmark,
            lock.agent,
            lock.sandbox,
            lock.combinations,
            lock.prompts,
            lock.recorded,
            lock.inputs_seed,
        )
        here = replace(here, judge=lock.judge)
        begun = replace(
            lock,
            missions={mission: lock.missions.get(mission, "")},
            environments={name: lock.environments.get(name, "") for name in here.environments},
            wheels=lock.wheels if catalog.mission(mission).extra_packages else {},
        )
        if changed := list(differences(begun, here)):
            raise EvaluatorError("this worker has something else than the run began with: " + "; ".join(changed))
        self._alike.add((job.run, mission))


def _needed(job: AttemptJob, lock: Lock) -> list[str]:
    if Step.EVALUATE not in job.steps and not job.stage:
        return []
    missing = (name for name in lock.environments if not environments.is_built(name))
    return [name for name in missing if not environments.problem(name)]
