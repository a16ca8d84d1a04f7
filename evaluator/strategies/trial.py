"""Executing a project while it is built, for strategies that use what it prints."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from evaluator.io.atomic import read_json, write_json
from missions.project_files import Files


@dataclass(frozen=True)
class TrialResult:
    """How a trial ended: exit status (None: time limit), and what was printed, shortened."""

    status: int | None
    output: str


class Trial(Protocol):
    """Executes a command on files of the agent, in the mission's environment and sandbox."""

    def run(self, files: Files, argv: Sequence[str], seconds: float) -> TrialResult: ...


@dataclass(frozen=True)
class StoredTrial:
    """Result of a trial as stored in the transcript: a resumed attempt does not repeat it."""

    digest: str
    result: TrialResult


def run_once(trial: Trial, files: Files, argv: Sequence[str], seconds: float, path: Path) -> TrialResult:
    """Return the result stored at `path` for the same files and command, else run the trial and store it."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    digest.update("\0".join(argv).encode())
    if path.exists() and (stored := read_json(path, StoredTrial)).digest == digest.hexdigest():
        return stored.result
    result = trial.run(files, argv, seconds)
    write_json(path, StoredTrial(digest.hexdigest(), result))
    return result
