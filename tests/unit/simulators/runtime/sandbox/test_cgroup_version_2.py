"""Control groups of version 2: what a real hierarchy counts, and what is done where it lacks controllers."""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulators.runtime.sandbox import BoxLimits, SandboxError
from simulators.runtime.sandbox.cgroups import PROCESSES, Group, Hierarchy, hierarchies

EVENTS = "low 0\nhigh 0\nmax 7\noom {oom}\noom_kill {kills}\noom_group_kill 0\n"
JOINS = 'echo 0 > "$1/cgroup.procs" && echo joined && read line && i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'


@pytest.fixture
def root() -> Path:
    """Return the mount of version 2, which may be there without controllers beside version 1."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    found = next((Path(mount[1]) for mount in mounts if mount[2] == "cgroup2"), None)
    if found is None or not os.access(found, os.W_OK):
        pytest.skip("no hierarchy of version 2 can be written here")
    return found


@pytest.fixture
def group(root: Path) -> Iterator[Group]:
    folder = root / f"projecteval-test-{secrets.token_hex(4)}"
    folder.mkdir()
    found = Group((folder,), PROCESSES)
    try:
        yield found
    finally:
        found.remove()
        assert not folder.exists()


def test_a_process_joins_and_its_processor_time_counts(group: Group) -> None:
    (door,) = group.join_files
    with subprocess.Popen(
        ["sh", "-c", JOINS, "sh", str(Path(door).parent)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "joined\n"
        assert group.pids() == (process.pid,)
        process.communicate("go\n", timeout=60)

    assert group.pids() == ()
    seconds = group.usage().cpu_seconds
    assert seconds is not None
    assert seconds > 0


def test_a_hierarchy_without_controllers_is_refused_and_leaves_nothing(root: Path) -> None:
    if {"memory", "pids"} <= set((root / "cgroup.subtree_control").read_text().split()):
        pytest.skip("this hierarchy has the controllers")
    before = set(root.iterdir())

    with pytest.raises(SandboxError, match="a control group cannot be made"):
        Hierarchy(2, (root,)).make(BoxLimits())

    assert set(root.iterdir()) == before


@pytest.mark.parametrize(("oom", "kills", "exceeded"), [(0, 0, False), (3, 0, False), (3, 1, True), (0, 1, False)])
def test_kills_at_the_memory_limit_are_read_from_the_events(
    oom: int, kills: int, exceeded: bool, tmp_path: Path
) -> None:
    (tmp_path / "memory.events").write_text(EVENTS.format(oom=oom, kills=kills))

    assert (Group((tmp_path,), PROCESSES).exceeded_limit() is not None) == exceeded


@pytest.fixture
def process(tmp_path: Path) -> Path:
    """Return a folder like ``/proc/self`` of a process in the group ``/user/session`` of version 2; it is mounted
    beside the controllers `memory` and `pids` of version 1."""
    folder = tmp_path / "proc"
    for name in ("proc", "unified/user/session", "memory", "pids"):
        (tmp_path / name).mkdir(parents=True)
    (folder / "cgroup").write_text("3:memory:/\n2:pids:/\n0::/user/session\n")
    mounts = [f"cgroup2 {tmp_path}/unified cgroup2 rw 0 0"]
    mounts += [f"cgroup {tmp_path}/{name} cgroup rw,{name} 0 0" for name in ("memory", "pids")]
    (folder / "mounts").write_text("\n".join(mounts) + "\n")
    return folder


def _hand_down(folder: Path, controllers: str) -> None:
    (folder / "cgroup.subtree_control").write_text(controllers + "\n")


def test_the_nearest_group_that_delegates_both_controllers_is_used(process: Path, tmp_path: Path) -> None:
    unified = tmp_path / "unified"
    _hand_down(unified, "cpu memory pids")
    _hand_down(unified / "user", "memory pids")
    _hand_down(unified / "user" / "session", "")

    first, second = hierarchies(process)

    assert first == Hierarchy(2, (unified / "user",))
    assert second == Hierarchy(1, (tmp_path / "memory", tmp_path / "pids"))


@pytest.mark.parametrize("controllers", ["", "cpu", "cpu memory"])
def test_version_1_is_used_where_version_2_lacks_a_controller(process: Path, tmp_path: Path, controllers: str) -> None:
    for folder in (tmp_path / "unified", tmp_path / "unified" / "user", tmp_path / "unified" / "user" / "session"):
        _hand_down(folder, controllers)

    assert [found.version for found in hierarchies(process)] == [1]


def test_a_group_outside_of_the_mounted_part_is_not_used(process: Path, tmp_path: Path) -> None:
    """In a container the path may be the host's."""
    _hand_down(tmp_path / "unified", "memory pids")
    (process / "cgroup").write_text("0::/../host/docker/abc\n")

    assert list(hierarchies(process)) == []


def test_limits_are_written_by_the_names_of_version_2(tmp_path: Path) -> None:
    """In a folder that is no hierarchy; a kernel that does not count swap has no file for it either."""
    (folder,) = Hierarchy(2, (tmp_path,)).make(BoxLimits(memory=1 << 20, processes=7)).folders

    assert {path.name: path.read_text() for path in folder.iterdir()} == {"memory.max": "1048576", "pids.max": "7"}


def test_a_kill_of_the_whole_machine_is_no_exceeded_limit(tmp_path: Path) -> None:
    """The kernel killed a process of the group (`oom_kill`) while the group was below its own limit (`oom`)."""
    group = Group((tmp_path,), PROCESSES)
    (tmp_path / "memory.events").write_text(EVENTS.format(oom=0, kills=2))
    assert group.exceeded_limit() is None

    (tmp_path / "memory.events").write_text(EVENTS.format(oom=1, kills=3))
    assert group.exceeded_limit() == "its memory limit was reached"
