"""An order done by a worker of a cluster: on a machine that the run did not begin on."""

from __future__ import annotations

import atexit
import threading
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path

from evaluator.io.files import read_json
from evaluator.model.errors import EvaluatorError
from evaluator.runs.execution.attempt import AttemptJob, JobResult, perform
from evaluator.runs.folder.options import Step
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.request import Lock, differences, lock_of
from missions.catalog import open_catalog
from simulators.runtime.environments import host as environments
from simulators.runtime.processes.cleanup_guard import cleanup_guard
from simulators.runtime.sandbox.choice import sandbox_named


def perform_remotely(job: AttemptJob) -> JobResult:
    """Do an job in this worker's process, one at a time, guarded: nothing is left when the worker is killed.

    Raises `EvaluatorError` when this machine cannot see the run folder, or has other missions, environments
    or another version than the run began with; `SandboxError` when it lacks the run's sandbox.
    """
    return _this_worker().perform(job)


@cache
def _this_worker() -> RemoteWorker:
    return RemoteWorker()


class RemoteWorker:
    """The process of a cluster's worker: does one order at a time, and remembers what it has compared."""

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
