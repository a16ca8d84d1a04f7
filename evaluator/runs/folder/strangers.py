"""Checks of a run folder before it is read: a stranger may have chosen its names, links and sizes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path, PurePath

from evaluator.model.errors import RunFolderError
from evaluator.model.generation import ArtifactKind
from evaluator.runs.folder.paths import STAGES, RunPaths
from evaluator.runs.folder.request import FORMAT, Lock
from simulators.data_files import RUN_FILE, read_json_value, reading

OF_LABEL = 2
"""Slashes in the label of an attempt; the name of a recorded run may add some."""

ARTIFACTS = frozenset(kind.value for kind in ArtifactKind) | {"solution"}
"""Folders of an attempt that hold what agents wrote."""


def check_names(lock: Lock, paths: RunPaths) -> None:
    """Raise `RunFolderError` when a name of the lock, which becomes a part of paths, is none."""
    names = (*lock.missions, *chain.from_iterable(lock.combinations))
    of_recordings = (name for each in lock.recorded.values() for name in (each.input_set, each.strategy))
    in_folders = (part for name in lock.recorded for part in name.split("/"))
    for name in (*names, *of_recordings, *in_folders):
        if not is_plain_name(name):
            raise RunFolderError(f"{paths.lock}: {name[:100]!r} cannot be a part of a path; the file was changed")


def is_plain_name(part: str) -> bool:
    """Return True for a text that names a file or folder in its own folder."""
    return part not in ("", ".", "..") and part.isprintable() and not {"/", "\\"} & set(part) and len(part) <= 200


@dataclass(frozen=True)
class ArtifactFolders:
    """Folders of what agents wrote: those of attempts with these labels, and of their stages.

    `between` are folders above an attempt, which are none: the name of a recorded run may have any parts.
    """

    attempts: Path
    labels: frozenset[str]
    between: frozenset[str]

    @classmethod
    def of(cls, attempts: Path, labels: Iterable[str]) -> ArtifactFolders:
        known = frozenset(labels)
        parts = (label.split("/") for label in known if label.count("/") > OF_LABEL)
        between = frozenset("/".join(each[:depth]) for each in parts for depth in range(len(each)))
        return cls(attempts, known, between)

    def has(self, folder: str) -> bool:
        place = PurePath(folder).relative_to(self.attempts)
        if place.name not in ARTIFACTS or str(place) in self.between:
            return False
        above = place.parent
        return str(above) in self.labels or (above.parent.name == STAGES and str(above.parent.parent) in self.labels)


def check_entries(
    folder: Path, is_left_out: Callable[[str], bool] = lambda folder: False, max_bytes: int = RUN_FILE.max_bytes
) -> None:
    """Raise `RunFolderError` for anything but files of usual sizes and folders where the evaluator reads and writes: a
    link may lead to any file, a pipe holds who opens it. Folders that are `is_left_out` are not looked into."""
    folders = [str(folder)]
    while folders:
        for entry in _entries(folders.pop()):
            if entry.is_symlink():
                raise RunFolderError(
                    f"{entry.path}: is a link; a run folder has none (copy it with what the link means)"
                )
            if entry.is_dir():
                folders += [] if is_left_out(entry.path) else [entry.path]
            elif not entry.is_file():
                raise RunFolderError(f"{entry.path}: is neither a file nor a folder; remove it")
            elif entry.stat().st_size > max_bytes:
                raise RunFolderError(f"{entry.path}: has more than {max_bytes} bytes; remove it")


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise RunFolderError(f"{folder}: cannot be read: {error.strerror}") from error


def check_format(paths: RunPaths) -> None:
    """Raise `RunFolderError` for a run folder that another version wrote in another layout."""
    if not paths.lock.exists():
        return  # no run, or one that never started: the request's reader says so
    with reading(paths.lock, RunFolderError):
        found = read_json_value(paths.lock)
    version = found.get("format", 1) if isinstance(found, dict) else None
    if version != FORMAT:
        raise RunFolderError(
            f"{paths.folder}: the run folder has format {version}, and this version of projecteval reads format "
            f"{FORMAT}; read it with the version that wrote it, or start a new run"
        )
