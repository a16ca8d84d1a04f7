"""Wait for changes of files."""

from __future__ import annotations

import time
from pathlib import Path

from evaluator.io.terminal import tell
from missions.project_files import LEFT_OUT

POLL_SECONDS = 0.5
"""Seconds between two checks of the files."""


def changes_of(folder: Path) -> None:
    """Return when a file of `folder` was changed, added or removed."""
    before = _state(folder)
    tell(f"waiting for changes in {folder} (Ctrl+C ends)")
    while _state(folder) == before:
        time.sleep(POLL_SECONDS)  # file systems without notifications are supported


def _state(folder: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for path in folder.rglob("*"):
        if not LEFT_OUT & set(path.relative_to(folder).parts) and path.is_file() and not path.is_symlink():
            stat = path.stat()
            found[str(path)] = (stat.st_mtime_ns, stat.st_size)
    return found
