"""Run: a folder with a request and what it resolved to."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from evaluator.io.files import read_json
from evaluator.model.attempt import Attempt
from evaluator.model.errors import RunFolderError
from evaluator.runs.folder.lock import FORMAT, Lock
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.request import RunRequest, read_request


@dataclass(frozen=True)
class Run:
    """A run folder with its request and its lock."""

    folder: Path
    request: RunRequest
    lock: Lock

    @property
    def paths(self) -> RunPaths:
        return RunPaths(self.folder)

    def attempts(self) -> tuple[Attempt, ...]:
        return tuple(self.request.attempts(tuple(self.lock.missions), self.lock.combinations, self.lock.recorded))


def open_run(folder: Path) -> Run:
    """Open a run for reading, without a check for changes. Raises `RunFolderError`."""
    paths = RunPaths(folder)
    check_format(paths)
    return Run(folder, read_request(paths.request), read_json(paths.lock, Lock))


def check_format(paths: RunPaths) -> None:
    """Raise `RunFolderError` for a run folder that another version wrote in another layout."""
    try:
        found = json.loads(paths.lock.read_bytes())
    except FileNotFoundError:
        return  # no run, or one that never started: the request's reader says so
    except (OSError, ValueError) as error:
        raise RunFolderError(f"{paths.lock}: cannot be read: {error}") from error
    version = found.get("format", 1) if isinstance(found, dict) else None
    if version != FORMAT:
        raise RunFolderError(
            f"{paths.folder}: the run folder has format {version}, and this version of projecteval reads format "
            f"{FORMAT}; read it with the version that wrote it, or start a new run"
        )
