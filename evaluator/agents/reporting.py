"""What a program reports of its own work, and attempts that the service of its model ended.

Such an attempt is not the agent's failure: nothing of it is recorded, and it remains to be done.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator.agents.models.services import ModelError, RunStopped
from evaluator.agents.traces import PRINTED
from evaluator.agents.workspace import AGENT_FOLDER, WorkspaceResults
from evaluator.model.trajectory import FinishReason, Trajectory
from simulators.runtime.workspace import Workspace

MAX_SERVICE_FAILURES = 3
"""Attempts in a row that the model's service may end before the run stops."""


@dataclass(frozen=True)
class Reporting:
    """How a program reports its work: the format of its output (empty: it prints no trace), whether it writes a trace
    instead, whether it may report its cost, and what adds the usage that it stores in `AGENT_FOLDER`."""

    prints: str = ""
    writes: bool = False
    has_cost: bool = True
    with_stored_usage: Callable[[Trajectory, Workspace], Trajectory] = lambda trajectory, _: trajectory

    def trajectory(self, output: str, folder: Path) -> Trajectory | None:
        """Return the trace that a program printed which worked in `folder`; None for one that prints none."""
        if not self.prints:
            return None
        return self.with_stored_usage(PRINTED[self.prints](output), Workspace(folder, AGENT_FOLDER))


@dataclass(frozen=True)
class Ended:
    """Problem of a program's end (empty: none), its output, its duration, and the limit that it exceeded."""

    problem: str
    output: str
    seconds: float
    finish: FinishReason = FinishReason.UNKNOWN


def service_failure(left: WorkspaceResults, reporting: Reporting, turns: int, ended: Ended) -> str:
    """Return how the model's service ended the work of `turns` turns; empty if it did not.

    A program that reports its turns and was ended by its limit before the first one waited for an answer. One that
    reported no turn and wrote no file is suspect: it may never have reached its service.
    """
    trajectory = left.trajectory
    if trajectory is not None and trajectory.service_failure:
        return trajectory.service_failure
    if turns:
        return ""
    if ended.finish is FinishReason.TIME_LIMIT and (trajectory is not None or reporting.writes):
        return f"the service gave no answer in {ended.seconds:.0f} seconds"
    if left.is_untouched():
        return f"suspect: it wrote no file and reported no turn; it {ended.problem or 'ended'}"
    return ""


def with_ending(trajectory: Trajectory | None, finish: FinishReason) -> Trajectory | None:
    """Return the trajectory with the limit that ended the program, unless the agent had finished before."""
    if trajectory is None or finish is FinishReason.UNKNOWN or trajectory.finish is FinishReason.FINISHED:
        return trajectory
    return replace(trajectory, finish=finish)


class ServiceFailures:
    """Counter of attempts in a row that the model's service ended; thread-safe."""

    def __init__(self) -> None:
        self._lock, self._count = threading.Lock(), 0

    def check(self, agent: str, failure: str) -> None:
        """Count a failure (empty: none). Raises `ModelError`, and `RunStopped` from the third in a row on."""
        with self._lock:
            self._count = self._count + 1 if failure else 0
            count = self._count
        if count >= MAX_SERVICE_FAILURES:
            raise RunStopped(f"{agent}: {failure}, in {count} attempts in a row; check key, model, quota and network")
        if failure:
            raise ModelError(f"{agent}: {failure}; the attempt remains to be done")
