"""After a run, an interrupted run, a killed evaluator: no process, no port, no folder, no browser is left."""

import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from simulators.runtime.environments import host as environments
from simulators.runtime.processes.cleanup_guard import GROUPS
from simulators.runtime.sandbox import cgroups
from tests.support.commands import MISSIONS, ROOT
from tests.support.parameters import in_proofs
from tests.support.processes import TOKEN, lives, marked, name_of

PROGRAM = str(Path(sys.executable).with_name("projecteval"))


@pytest.fixture
def token() -> str:
    return secrets.token_hex(8)


@pytest.fixture
def temporary() -> Iterator[Path]:
    """Short path, because sockets of browsers are below it."""
    with tempfile.TemporaryDirectory(prefix="pe-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def _started(token: str, temporary: Path, run: Path) -> subprocess.Popen[bytes]:
    for name in ("django", "console"):
        environments.build(name)
    command = [
        PROGRAM,
        "run",
        "--agent",
        "canonical",
        "--missions",
        str(MISSIONS),
        "--out",
        str(run),
        "--jobs",
        "2",
    ]
    environment = {**os.environ, TOKEN: token, "TMPDIR": str(temporary)}
    return subprocess.Popen(command, env=environment, cwd=ROOT, stderr=subprocess.PIPE, start_new_session=True)


def _wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


def _is_evaluating(token: str) -> bool:
    return any("chrom" in name or "headless" in name for name in map(name_of, marked(token)))


def _assert_nothing_left(token: str, temporary: Path, seen: list[psutil.Process]) -> None:
    assert _wait_until(lambda: not marked(token), 60), marked(token)
    assert _wait_until(lambda: not any(map(lives, seen)), 60), [process for process in seen if lives(process)]
    assert _wait_until(lambda: not list(temporary.iterdir()), 60), list(temporary.iterdir())
    assert _wait_until(lambda: not _groups_of(seen), 60), _groups_of(seen)


def _groups_of(processes: list[psutil.Process]) -> list[Path]:
    """Return the control groups created by any of `processes`."""
    found = cgroups.hierarchy()
    numbers = {str(process.pid) for process in processes}
    folders = () if found is None else found.folders
    return [group for folder in folders for group in folder.glob(GROUPS) if group.name.split("-")[1] in numbers]


def test_after_a_run(token: str, temporary: Path, tmp_path: Path) -> None:
    running = _started(token, temporary, tmp_path / "run")
    assert _wait_until(lambda: _is_evaluating(token), 60)
    seen = marked(token)
    _, error = running.communicate(timeout=120)
    assert running.returncode == 0, error.decode()
    _assert_nothing_left(token, temporary, seen)


@pytest.mark.parametrize(
    "number",
    [signal.SIGINT, in_proofs(signal.SIGTERM), signal.SIGKILL],
    ids=["SIGINT", "SIGTERM", "SIGKILL"],
)
def test_after_an_interruption(token: str, temporary: Path, tmp_path: Path, number: signal.Signals) -> None:
    running = _started(token, temporary, tmp_path / "run")
    assert _wait_until(lambda: _is_evaluating(token), 60)
    seen = marked(token)
    running.send_signal(number)
    _, error = running.communicate(timeout=60)
    assert running.returncode == (-9 if number is signal.SIGKILL else 1), error.decode()
    _assert_nothing_left(token, temporary, seen)


def test_ctrl_c_at_a_terminal_reaches_everything(token: str, temporary: Path, tmp_path: Path) -> None:
    running = _started(token, temporary, tmp_path / "run")
    assert _wait_until(lambda: _is_evaluating(token), 60)
    seen = marked(token)
    os.killpg(running.pid, signal.SIGINT)
    _, error = running.communicate(timeout=60)
    assert running.returncode == 1
    assert b"resume" in error
    assert b"Traceback" not in error
    _assert_nothing_left(token, temporary, seen)
