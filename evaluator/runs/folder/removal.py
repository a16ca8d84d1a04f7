"""Removal of run folders that nothing works on."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from evaluator.model.errors import UsageError
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.run import FoundRun


def remove_run(folder: Path) -> None:
    """Remove a run with all that it holds. Raises `UsageError` for a folder that is no run, and while it goes on."""
    paths = RunPaths(folder)
    if folder.is_symlink() or not paths.request.is_file():
        raise UsageError(f"{folder}: this is no run folder (it has no {paths.request.name}); nothing was removed")
    if _is_worked_on(paths):
        raise UsageError(f"{folder}: the run goes on; end it first; nothing was removed")
    shutil.rmtree(folder)


def prune_runs(runs: Sequence[FoundRun], keep: int) -> list[Path]:
    """Remove all of `runs` (the latest first) behind the first `keep`; return their folders. Those that go on stay."""
    removed = []
    for run in runs[keep:]:
        with suppress(UsageError):
            remove_run(run.folder)
            removed.append(run.folder)
    return removed


def _is_worked_on(paths: RunPaths) -> bool:
    """Return True while a process holds the lock of the run."""
    try:
        with paths.in_use.open("rb") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False
