"""Every hostile program is contained, limited, and ends as stated in its entry."""

from __future__ import annotations

import os
import re
import shutil
import socket
import stat
import subprocess
import venv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from simulators.runtime.processes.process import Process
from simulators.runtime.sandbox import Box, BoxLimits, Environment, cgroups, disk_quota
from simulators.runtime.sandbox.bubblewrap import Bubblewrap
from simulators.runtime.sandbox.none import NoSandbox
from tests.hostile.programs import Program, programs

MIB = 1 << 20
LIMITS = BoxLimits(memory=256 * MIB, processes=64, cpu=1, disk=32 * MIB)
REPOSITORY = Path(__file__).parents[2]
CANARY = "as it was"
SECRET = "SECRET-KEY"
AFTERWARDS = "print('fine')"


@dataclass(frozen=True)
class Surroundings:
    """Objects of the host that programs aim at, named in `variables`; all must stay unchanged."""

    canary: Path
    service: socket.socket
    variables: dict[str, str]

    def assert_untouched(self) -> None:
        assert self.canary.read_text() == CANARY
        with pytest.raises(BlockingIOError):  # no process has connected
            self.service.accept()


@pytest.fixture(scope="module")
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Surroundings]:
    """Check the objects that no program may have changed."""
    with host(tmp_path_factory.mktemp("host"), "untouched") as found:
        yield found


@pytest.fixture
def visited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Surroundings]:
    """The same for programs outside of a box."""
    with host(tmp_path_factory.mktemp("host"), "visited") as found:
        yield found


@contextmanager
def host(folder: Path, name: str) -> Iterator[Surroundings]:
    (folder / "canary").write_text(CANARY)
    abstract = f"hostile-test-{name}-{os.getpid()}"
    with ExitStack() as stack:
        service = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        service.setblocking(False)
        for address in (f"\0{abstract}", str(folder / "socket")):
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(address)
            listener.listen()
        keys = {"OPENAI_API_KEY": SECRET, "PATH": os.environ["PATH"]}
        other = stack.enter_context(subprocess.Popen(["sleep", "1000"], env=keys))
        stack.callback(other.kill)
        variables = {
            "REPOSITORY": str(REPOSITORY),
            "HOST_FILE": str(folder / "canary"),
            "HOST_PORT": str(service.getsockname()[1]),
            "HOST_ABSTRACT": abstract,
            "HOST_SOCKET": str(folder / "socket"),
            "EVALUATOR": str(os.getpid()),
        }
        yield Surroundings(folder / "canary", service, variables)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    root = tmp_path_factory.mktemp("environment") / "bare"
    venv.EnvBuilder(symlinks=True, with_pip=False).create(root)
    return Environment("bare", root)


@pytest.fixture(scope="module")
def sandbox() -> Bubblewrap:
    found = Bubblewrap()
    if problem := found.problem():
        pytest.skip(problem)
    return found


def test_there_are_many_of_them_and_each_is_named_once() -> None:
    names = [program.name for program in programs()]
    assert len(names) >= 40
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)
def test_a_hostile_program_is_contained(
    program: Program,
    sandbox: Bubblewrap,
    environment: Environment,
    surroundings: Surroundings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if program.groups and cgroups.hierarchy() is None:
        pytest.skip("no control group can be made here")
    monkeypatch.setattr(disk_quota, "MAX_ENTRIES", 300)
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    (workspace / "hostile.py").write_text(program.code)
    before = fingerprint(environment.root)

    with sandbox.box(workspace, environment, LIMITS) as box:
        launch = box.launch(("python", "hostile.py"), env=surroundings.variables)
        with launch.running() as process:
            status = process.wait(program.seconds)
            assert_ended_as_stated(program, box, process, status)
        members = box.pids()

    assert not [pid for pid in members if alive(pid)]
    surroundings.assert_untouched()
    assert fingerprint(environment.root) == before
    assert_tamed(workspace)
    if program.box_ended is None:
        assert ran_afterwards(sandbox, environment, workspace) == "fine\n"
    shutil.rmtree(workspace)


@pytest.mark.parametrize("program", [found for found in programs() if found.outside], ids=lambda program: program.name)
def test_without_a_box_it_gets_in(
    program: Program, environment: Environment, visited: Surroundings, tmp_path: Path
) -> None:
    (tmp_path / "hostile.py").write_text(program.code)
    with NoSandbox().box(tmp_path, environment) as box:
        launch = box.launch(("python", "hostile.py"), env=visited.variables)
        with launch.running() as process:
            process.wait(60)
            assert "GOT IN" in process.output.text()


def assert_ended_as_stated(program: Program, box: Box, process: Process, status: int | None) -> None:
    output = process.output.text()
    assert re.search(program.prints, output), f"{program.tries}: printed {output[-2000:]!r}"
    assert not re.search(program.never, output), f"{program.tries}: printed {output[-2000:]!r}"
    assert how_ended(status) == program.ends or (status and program.ends == "by itself"), (
        f"status {status}: {output[-2000:]}"
    )
    assert (box.ended is None) == (program.box_ended is None), box.ended
    assert re.search(program.box_ended or "", box.ended or "")


def how_ended(status: int | None) -> str:
    if status is None:
        return "by the evaluator"
    return "by a limit" if status else "by itself"


def assert_tamed(workspace: Path) -> None:
    """Check that the evaluator can read and remove the remaining files, and that they give no process any right."""
    for path in (workspace, *workspace.rglob("*")):
        found = path.lstat()
        assert found.st_uid == os.geteuid(), path
        assert stat.S_ISLNK(found.st_mode) or not found.st_mode & 0o6000, path


def ran_afterwards(sandbox: Bubblewrap, environment: Environment, workspace: Path) -> str:
    """Return the output of an unrelated program in the next box around the same folder."""
    with sandbox.box(workspace, environment) as box:
        return box.run(("python", "-I", "-c", AFTERWARDS), 60).output


def fingerprint(folder: Path) -> list[tuple[str, int, int, int]]:
    paths = (folder, *folder.rglob("*"))
    return sorted((str(p), p.lstat().st_mode, p.lstat().st_size, p.lstat().st_mtime_ns) for p in paths)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
