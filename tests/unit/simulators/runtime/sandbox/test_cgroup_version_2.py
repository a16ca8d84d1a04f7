"""Control groups of version 2: what a real hierarchy counts, and what is done where it lacks controllers."""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulators.runtime.sandbox import BoxLimits, SandboxError
from simulators.runtime.sandbox.kernel.cgroups import PROCESSES, Group, Hierarchy

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
    (door,) = group.doors
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
