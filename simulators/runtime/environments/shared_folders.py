"""Read-only folders that are built once, shared by processes, and removed only while no process uses them."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BUILT = ".built"
"""File that is written last. A process that uses the folder holds a shared lock on it."""

_held: dict[Path, int] = {}


def is_built(folder: Path) -> bool:
    return (folder / BUILT).exists()


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """Hold the exclusive lock for building or removing `folder`, across processes."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (folder.parent / f".{folder.name}.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def finish(folder: Path, words: str) -> None:
    """Mark `folder` as built and make all of it read-only."""
    (folder / BUILT).write_text(words + "\n")
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222 | 0o444)
    folder.chmod(0o755)  # so that it can be removed as a whole


def hold(folder: Path) -> bool:
    """Lock the built `folder` against removal until this process ends; return False when it does not exist."""
    if folder in _held and is_built(folder):
        return True
    try:
        place = os.open(folder / BUILT, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    fcntl.flock(place, fcntl.LOCK_SH)
    if not is_built(folder):  # removed between the two calls
        os.close(place)
        return False
    if folder in _held:
        os.close(_held.pop(folder))
    _held[folder] = place
    return True


def remove_unused(folder: Path) -> bool:
    """Remove `folder`, built or half built; return False and leave it when a process uses it."""
    if folder in _held:
        return False
    with exclusive(folder):
        try:
            place = os.open(folder / BUILT, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            remove_tree(folder)
            return True
        try:
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
            (folder / BUILT).unlink()  # so that no process uses it as complete while the rest is removed
        except BlockingIOError:
            return False
        finally:
            os.close(place)
        remove_tree(folder)
    return True


def remove_tree(folder: Path) -> None:
    """Remove a folder whose folders may be read-only; a missing one is not an error."""
    for parent, folders, _ in os.walk(folder):
        for name in folders:
            path = Path(parent) / name
            if not path.is_symlink():
                path.chmod(0o755)
    if folder.exists():
        shutil.rmtree(folder)
