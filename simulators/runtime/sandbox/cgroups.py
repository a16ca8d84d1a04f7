"""Limits and usage of a whole box (memory, processes, processor time), by control groups: version 2, else 1, else none.

A group is created below the evaluator's own (version 2: below its nearest ancestor that delegates the
controllers), so that limits set on the evaluator, for example by Slurm, also hold for its boxes.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from simulators.runtime.processes.cleanup_guard import remove_groups
from simulators.runtime.sandbox import BoxLimits, BoxUsage, SandboxError

CONTROLLERS = ("memory", "pids")
ACCOUNTING = "cpuacct"
"""Controller that counts processor time in version 1; boxes work without it. Version 2 counts in every group."""
SOURCE = "control group"
PROCESSES = "cgroup.procs"
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Hierarchy:
    """Folders in which groups can be created: one (version 2) or one per controller (version 1); memory is first, pids
    last, and between them the accounting of processor time if it exists."""

    version: int
    folders: tuple[Path, ...]

    def make(self, limits: BoxLimits) -> Group:
        """Return a new group with `limits`. Raises `SandboxError` when the kernel refuses."""
        name = f"projecteval-{os.getpid()}-{next(_numbers)}"
        group = Group(tuple(folder / name for folder in self.folders), PROCESSES if self.version == 2 else "tasks")
        try:
            for folder in group.folders:
                folder.mkdir()
            self._limit(group, limits)
        except OSError as error:
            group.remove()
            raise SandboxError(f"a control group cannot be made: {error}") from error
        return group

    def _limit(self, group: Group, limits: BoxLimits) -> None:
        first, last = group.folders[0], group.folders[-1]
        (last / "pids.max").write_text(str(limits.processes))
        if self.version == 2:
            (first / "memory.max").write_text(str(limits.memory))
            _write_where_there(first / "memory.swap.max", "0")
        else:
            (first / "memory.limit_in_bytes").write_text(str(limits.memory))
            _write_where_there(first / "memory.memsw.limit_in_bytes", str(limits.memory))


@dataclass(frozen=True)
class Group:
    """Control group of one box."""

    folders: tuple[Path, ...]
    member_file: str

    @property
    def join_files(self) -> tuple[str, ...]:
        """Return the files into which a process with a single thread writes ``0`` to join.

        In version 1 these move the thread alone: moving a whole process stops all others of the machine from forking,
        which takes milliseconds.
        """
        return tuple(str(folder / self.member_file) for folder in self.folders)

    def pids(self) -> tuple[int, ...]:
        """Return the processes in the group, by the host's numbers."""
        return tuple(int(line) for line in (self.folders[-1] / PROCESSES).read_text().split())

    def exceeded_limit(self) -> str | None:
        """Return the limit for which the kernel killed a process of the group; None without such a kill."""
        killed, reached = self._killed_in_version_2() if self.member_file == PROCESSES else self._killed_in_version_1()
        return "its memory limit was reached" if killed and reached else None

    def usage(self) -> BoxUsage:
        """Return the processor time and memory of all processes that are or were in the group."""
        return self._usage_in_version_2() if self.member_file == PROCESSES else self._usage_in_version_1()

    def _usage_in_version_2(self) -> BoxUsage:
        folder = self.folders[0]
        seconds = _counters(folder / "cpu.stat")["usage_usec"] / 1e6
        return BoxUsage(seconds, _number(folder / "memory.peak"), _number(folder / "memory.current"), SOURCE)

    def _usage_in_version_1(self) -> BoxUsage:
        memory, *accounting, _ = self.folders
        nanoseconds = _number(accounting[0] / "cpuacct.usage") if accounting else None
        seconds = None if nanoseconds is None else nanoseconds / 1e9
        peak, now = (_number(memory / f"memory.{name}_in_bytes") for name in ("max_usage", "usage"))
        return BoxUsage(seconds, peak, now, SOURCE)

    def _killed_in_version_2(self) -> tuple[int, bool]:
        counted = _counters(self.folders[0] / "memory.events")
        return counted["oom_kill"], counted["oom"] > 0

    def _killed_in_version_1(self) -> tuple[int, bool]:
        folder = self.folders[0]
        most, used = (int((folder / f"memory.{name}_in_bytes").read_text()) for name in ("limit", "max_usage"))
        return _counters(folder / "memory.oom_control").get("oom_kill", 0), used >= most

    def remove(self, patience: float = 5.0) -> None:
        """Remove the group; wait up to `patience` seconds for the end of its killed processes."""
        until = time.monotonic() + patience
        for folder in self.folders:
            while not _removed(folder) and time.monotonic() < until:
                time.sleep(0.002)  # the kernel sends no notice when the last process has left


def _counters(path: Path) -> dict[str, int]:
    return {name: int(count) for name, count in (line.split() for line in path.read_text().splitlines())}


def _number(path: Path) -> int | None:
    """Return the number in a file; None where this kernel has no such file."""
    try:
        return int(path.read_text())
    except FileNotFoundError:
        return None


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _write_where_there(path: Path, text: str) -> None:
    if path.exists():  # swap is not accounted for on every machine
        path.write_text(text)


@cache
def hierarchy() -> Hierarchy | None:
    """Return the hierarchy that this process can use, determined by a trial; None when neither version works."""
    for found in hierarchies(Path("/proc/self")):
        if _works(found):
            remove_groups(found.folders)  # of evaluators that were killed
            return found
    return None


def hierarchies(process: Path) -> Iterator[Hierarchy]:
    """Yield the hierarchies with the controllers that boxes need, version 2 first; `process` is a folder of ``/proc``
    with the files ``cgroup`` and ``mounts``."""
    memberships = [line.split(":", 2) for line in (process / "cgroup").read_text().splitlines()]
    mounts = [line.split() for line in (process / "mounts").read_text().splitlines()]
    yield from filter(None, (_version_2(memberships, mounts), _version_1(memberships, mounts)))


def _version_2(memberships: list[list[str]], mounts: list[list[str]]) -> Hierarchy | None:
    own = next((path for number, _, path in memberships if number == "0"), None)
    root = next((Path(mount[1]) for mount in mounts if mount[2] == "cgroup2"), None)
    if own is None or root is None:
        return None
    folder = root / own.strip("/")
    for candidate in (folder, *folder.parents):
        handed_down = candidate / "cgroup.subtree_control"
        if not candidate.is_relative_to(root) or not handed_down.exists():
            break
        if set(CONTROLLERS) <= set(handed_down.read_text().split()):
            return Hierarchy(2, (candidate,))
    return None


def _version_1(memberships: list[list[str]], mounts: list[list[str]]) -> Hierarchy | None:
    memory, processes = (_of_controller(name, memberships, mounts) for name in CONTROLLERS)
    accounting = _of_controller(ACCOUNTING, memberships, mounts)
    if memory is None or processes is None:
        return None
    if accounting is not None and accounting not in (memory, processes) and _may_move_into(accounting):
        return Hierarchy(1, (memory, accounting, processes))
    return Hierarchy(1, (memory, processes))


def _of_controller(controller: str, memberships: list[list[str]], mounts: list[list[str]]) -> Path | None:
    """Return the folder of this process's group of a controller of version 1."""
    own = next((path for _, names, path in memberships if controller in names.split(",")), None)
    root = next((m[1] for m in mounts if m[2] == "cgroup" and controller in m[3].split(",")), None)
    if own is None or root is None:
        return None
    folder = Path(root) / own.strip("/")
    # In a container the path is the host's, but what is mounted is the container's own part.
    return folder if folder.is_dir() else Path(root)


def _may_move_into(folder: Path) -> bool:
    """Return True when this process may create groups, for which it must have write access to `folder`."""
    return os.access(folder, os.W_OK) and os.access(folder / PROCESSES, os.W_OK)


def _works(hierarchy: Hierarchy) -> bool:
    if not all(map(_may_move_into, hierarchy.folders)):
        return False
    try:
        hierarchy.make(BoxLimits()).remove()
    except SandboxError:
        return False
    return True


def group_of(pid: int) -> Group | None:
    """Return the control group of another process, to read its usage; None where it cannot be read here."""
    try:
        memberships = [line.split(":", 2) for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines()]
    except OSError:
        return None
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    for group in _groups_of(memberships, mounts):
        if (
            all(folder.is_dir() for folder in group.folders)
            and (group.folders[0] / _MEMORY[group.member_file]).exists()
        ):
            return group
    return None


_MEMORY = {PROCESSES: "memory.current", "tasks": "memory.usage_in_bytes"}


def _groups_of(memberships: list[list[str]], mounts: list[list[str]]) -> Iterator[Group]:
    root = next((Path(mount[1]) for mount in mounts if mount[2] == "cgroup2"), None)
    own = next((path for number, _, path in memberships if number == "0"), None)
    if root is not None and own is not None:
        yield Group((root / own.strip("/"),), PROCESSES)
    found = [_of_controller(name, memberships, mounts) for name in ("memory", ACCOUNTING, "pids")]
    if all(found):
        yield Group(tuple(folder for folder in found if folder is not None), "tasks")
