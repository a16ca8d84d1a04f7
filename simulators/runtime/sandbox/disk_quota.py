"""Disk limit of a box, checked while its programs run, and the owner of its folder before and after.

No quota can be set on a folder of an arbitrary file system, so the workspace is checked a few times
a second, and the box is ended when it contains too much. The kernel limits the size of a single file.
"""

from __future__ import annotations

import itertools
import os
import stat
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MAX_ENTRIES = 100_000
MAX_DEPTH = 100
"""Maximum nesting of folders; deeper ones break recursive tools."""

POLL_SECONDS = 0.25
"""Seconds between two checks of a workspace."""


class QuotaExceeded(Exception):
    """A workspace exceeds its limit; the message says which."""


def check(workspace: Path, most: int, processes: Iterable[int] = ()) -> None:
    """Raise `QuotaExceeded` when `workspace` and the files that `processes` hold unlinked exceed `most` bytes."""
    used = 0
    for number, entry in enumerate(_walk(workspace)):
        used += entry.st_blocks * 512
        if number >= MAX_ENTRIES:
            raise QuotaExceeded(f"more than {MAX_ENTRIES} files")
    used += sum(_unlinked(processes, workspace.stat().st_dev).values())
    if used > most:
        raise QuotaExceeded(f"{used >> 20} MiB on the disk, {most >> 20} are allowed")


def _walk(workspace: Path) -> Iterator[os.stat_result]:
    """Yield everything below `workspace`, links not followed; what vanishes meanwhile is omitted."""
    folders = [(str(workspace), 0)]
    while folders:
        folder, depth = folders.pop()
        if depth > MAX_DEPTH:
            raise QuotaExceeded(f"folders more than {MAX_DEPTH} deep")
        try:
            with os.scandir(folder) as entries:
                names = [entry.name for entry in itertools.islice(entries, MAX_ENTRIES + 1)]
            for path in (f"{folder}/{name}" for name in names):
                if (found := _stat(path, follow_symlinks=False)) is not None:
                    yield found
                    if stat.S_ISDIR(found.st_mode):
                        folders.append((path, depth + 1))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except PermissionError as error:
            raise QuotaExceeded("a folder that cannot be read") from error


def _stat(path: str, *, follow_symlinks: bool = True) -> os.stat_result | None:
    try:
        return os.stat(path, follow_symlinks=follow_symlinks)  # noqa: PTH116 - many of them
    except (FileNotFoundError, NotADirectoryError):
        return None


def _unlinked(processes: Iterable[int], device: int) -> dict[int, int]:
    """Return the bytes of unlinked but open files on `device`, by inode."""
    held = {}
    for process in processes:
        folder = f"/proc/{process}/fd/"
        try:
            descriptors = os.listdir(folder)
        except OSError:
            continue  # the process ended meanwhile
        for found in (_stat(folder + descriptor) for descriptor in descriptors):
            if found and found.st_nlink == 0 and stat.S_ISREG(found.st_mode) and found.st_dev == device:
                held[found.st_ino] = found.st_blocks * 512
    return held


class DiskQuota:
    """Thread that checks a workspace several times a second and calls `end` with the reason when it exceeds a limit."""

    def __init__(
        self, workspace: Path, most: int, processes: Callable[[], Iterable[int]], end: Callable[[str], None]
    ) -> None:
        self._left = threading.Event()
        self._thread = threading.Thread(
            target=self._look, args=(workspace, most, processes, end), name="disk watch", daemon=True
        )

    def __enter__(self) -> DiskQuota:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._left.set()
        self._thread.join()

    def _look(
        self, workspace: Path, most: int, processes: Callable[[], Iterable[int]], end: Callable[[str], None]
    ) -> None:
        while not self._left.wait(POLL_SECONDS):
            try:
                check(workspace, most, processes())
            except QuotaExceeded as reason:
                end(str(reason))
                return
            except OSError as error:
                end(f"the project folder cannot be checked: {error}")
                return


@contextmanager
def owned_by(workspace: Path, user: int | None) -> Iterator[None]:
    """Make `user` (None: the evaluator's own) the owner of `workspace` inside the context."""
    before = workspace.stat()
    try:
        if user is not None:
            give(workspace, user)
        yield
    finally:
        take_back(workspace, before)


def give(workspace: Path, user: int) -> None:
    """Make `user` (a number; also the group's) the owner of `workspace` and of everything in it.

    Safe while programs of the box run: no link is followed, no name looked up twice.
    """
    os.chown(workspace, user, user)
    folder = os.open(workspace, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        _give_below(folder, user, depth=1)
    finally:
        os.close(folder)


def _give_below(folder: int, user: int, depth: int) -> None:
    with os.scandir(folder) as entries:
        names = [entry.name for entry in itertools.islice(entries, MAX_ENTRIES)]
    for name in names:
        with suppress(OSError):  # vanished, or was replaced by something that is not a folder
            os.chown(name, user, user, dir_fd=folder, follow_symlinks=False)
            if depth <= MAX_DEPTH and stat.S_ISDIR(os.lstat(name, dir_fd=folder).st_mode):
                below = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
                try:
                    _give_below(below, user, depth + 1)
                finally:
                    os.close(below)


def take_back(workspace: Path, owner: os.stat_result) -> None:
    """Make `workspace` the evaluator's again: readable, removable, without set-user-id programs.

    `owner` is what `workspace` was like before. Folders deeper than `MAX_DEPTH` are removed.
    Call it only when no program of the box is left: it does not guard against races.
    """
    _tame(str(workspace), workspace.lstat(), owner, owner.st_mode)
    for path, depth in _paths(workspace):
        if depth > MAX_DEPTH:
            subprocess.run(["rm", "-rf", "--", path], check=True)
        else:
            found = os.lstat(path)
            _tame(path, found, owner, found.st_mode)


def _tame(path: str, status: os.stat_result, owner: os.stat_result, mode: int) -> None:
    if not stat.S_ISLNK(status.st_mode):
        safe = stat.S_IMODE(mode) & 0o1777 | (0o700 if stat.S_ISDIR(status.st_mode) else 0o600)
        if stat.S_IMODE(status.st_mode) != safe:
            os.chmod(path, safe)  # noqa: PTH101 - many of them
    if (status.st_uid, status.st_gid) != (owner.st_uid, owner.st_gid):
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _paths(workspace: Path) -> Iterator[tuple[str, int]]:
    """Yield every path below `workspace` with its depth, a folder before its content; skip what is too deep."""
    folders = [(str(workspace), 1)]
    while folders:
        folder, depth = folders.pop()
        with os.scandir(folder) as entries:
            found = [(entry.path, entry.is_dir(follow_symlinks=False)) for entry in entries]
        for path, is_folder in found:
            yield path, depth
            if is_folder and depth <= MAX_DEPTH:
                folders.append((path, depth + 1))


UNPRIVILEGED = 65534
FIRST = 1_000_000_000
FOR_ONE_EVALUATOR = 256

_numbers = itertools.count()


def unprivileged() -> int | None:
    """Return a user number for one box, or None when this process is not root and cannot choose.

    No two open boxes get the same number, so nothing that the kernel counts by user is shared. Where only few
    numbers are available (root of a container), all boxes use `UNPRIVILEGED`.
    """
    if os.geteuid() != 0:
        return None
    usable = sum(int(line.split()[2]) for line in Path("/proc/self/uid_map").read_text().splitlines())
    if usable < 1 << 31:
        return UNPRIVILEGED
    return FIRST + os.getpid() * FOR_ONE_EVALUATOR + next(_numbers) % FOR_ONE_EVALUATOR
