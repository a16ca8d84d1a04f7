"""A run: a folder with what was asked and what it resolved to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evaluator.io.atomic import read_json
from evaluator.model.attempt import Attempt
from evaluator.runs.folder.lock import Lock
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.request import RunRequest, read_request


@dataclass(frozen=True)
class Run:
    """A run folder with what was asked and what it resolved to."""

    folder: Path
    request: RunRequest
    lock: Lock

    @property
    def paths(self) -> RunPaths:
        return RunPaths(self.folder)

    def attempts(self) -> tuple[Attempt, ...]:
        return tuple(self.request.attempts(tuple(self.lock.missions), self.lock.recorded))


def look_at(folder: Path) -> Run:
    """Open a run to read it, whatever has changed since."""
    paths = RunPaths(folder)
    return Run(folder, read_request(paths.request), read_json(paths.lock, Lock))
