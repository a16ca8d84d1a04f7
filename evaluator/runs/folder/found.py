"""Runs found below a folder, and the name ``latest`` for the last of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from evaluator.model.errors import RunFolderError, UsageError
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.request import read_request
from simulators.data_files import RUN_FILE, read_json_value

LATEST = "latest"
USUAL_FOLDER = Path("runs")


@dataclass(frozen=True)
class FoundRun:
    """A run folder with its agent and score; `total` is None without a summary."""

    folder: Path
    agent: str
    began: float
    passed: int | None = None
    total: int | None = None


def runs_in(folder: Path) -> list[FoundRun]:
    """Return the runs directly below `folder`, the latest first; folders that are no runs are left out."""
    places = [path.parent for path in folder.glob("*/run.toml")]
    return sorted((run for each in places if (run := _found(each))), key=lambda run: run.began, reverse=True)


def resolved_run(folder: Path) -> Path:
    """Return the folder of a run; ``latest`` is the last one below ``runs/``. Raises `UsageError`."""
    if str(folder) != LATEST or folder.exists():
        return folder.resolve()
    found = runs_in(USUAL_FOLDER)
    if not found:
        raise UsageError(f"latest: there is no run below {USUAL_FOLDER.resolve()}; name the folder of a run")
    return found[0].folder.resolve()


def _found(folder: Path) -> FoundRun | None:
    paths = RunPaths(folder)
    try:
        agent, began = read_request(paths.request).agent, paths.request.stat().st_mtime
    except (RunFolderError, OSError):
        return None
    try:
        summary = read_json_value(paths.results, RUN_FILE)
        return FoundRun(folder, agent, began, int(summary["passed"]), int(summary["total"]))
    except (OSError, ValueError, KeyError, TypeError):
        return FoundRun(folder, agent, began)
