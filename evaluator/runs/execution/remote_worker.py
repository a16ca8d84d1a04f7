"""An order done by a worker of a cluster: on a machine that the run did not begin on."""

from __future__ import annotations

import atexit
import threading
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path

from evaluator.io.atomic import read_json
from evaluator.model.errors import EvaluatorError
from evaluator.runs.execution.attempt import Done, Order, perform
from evaluator.runs.folder.lock import Lock, differences, lock_of
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.request import Step
from missions.catalog import open_catalog
from simulators.runtime.environments import host as environments
from simulators.runtime.processes.cleanup_guard import cleanup_guard
from simulators.runtime.sandbox.choice import sandbox_named

_one_at_a_time = threading.Lock()


def perform_elsewhere(order: Order) -> Done:
    """Do an order in this worker's process, one at a time, guarded: nothing is left when the worker is killed.

    Raises `EvaluatorError` when this machine cannot see the run folder, or has other missions, environments
    or another version than the run began with; `SandboxError` when it lacks the run's sandbox.
    """
    with _one_at_a_time:
        _guarded()
        path = RunPaths(order.run).lock
        if not path.exists():
            raise EvaluatorError(
                f"{order.run}: this worker does not see the run folder; it must be on storage that all share"
            )
        lock = _lock_of(path, path.stat().st_mtime_ns)
        _must_be_alike(order, lock)
        _must_have(order.sandbox)
        for name in _needed(order, lock):
            environments.build(name)
        return perform(order)


@cache
def _guarded() -> None:
    stack = ExitStack()
    stack.enter_context(cleanup_guard())
    atexit.register(stack.close)


@cache
def _lock_of(path: Path, _changed: int) -> Lock:
    _alike.clear()  # what was found alike is to be compared with this one
    return read_json(path, Lock)


@cache
def _must_have(sandbox: str) -> None:
    sandbox_named(sandbox)


_alike: set[tuple[Path, str]] = set()


def _must_be_alike(order: Order, lock: Lock) -> None:
    mission = order.attempt.mission
    if (order.run, mission) in _alike:
        return
    catalog = open_catalog(order.request.missions)
    here = lock_of(
        catalog,
        (mission,),
        lock.benchmark,
        lock.agent,
        lock.sandbox,
        lock.combinations,
        lock.prompts,
        lock.recorded,
    )
    begun = replace(
        lock,
        missions={mission: lock.missions.get(mission, "")},
        environments={name: lock.environments.get(name, "") for name in here.environments},
        wheels=lock.wheels if catalog.mission(mission).extra_packages else {},
    )
    if changed := list(differences(begun, here)):
        raise EvaluatorError("this worker has something else than the run began with: " + "; ".join(changed))
    _alike.add((order.run, mission))


def _needed(order: Order, lock: Lock) -> list[str]:
    if Step.EVALUATE not in order.steps:
        return []
    return [name for name in lock.environments if not environments.is_built(name)]
