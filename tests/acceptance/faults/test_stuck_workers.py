"""Unresponsive workers, which hold the interpreter lock in a library or are stopped by a signal."""

from __future__ import annotations

import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from evaluator.evaluators.simulated_use.sessions import seconds_to_play
from evaluator.runs.execution.events import EXTRA_SECONDS, LIMIT_FACTOR
from missions.catalog import open_catalog
from simulators.clocks import MAX_LOAD_FACTOR
from simulators.runtime.environments import host as environments
from tests.support.cluster import scheduling, working
from tests.support.commands import MISSIONS, ROOT, environment
from tests.support.fault_injection import PROGRAM, Faulty
from tests.support.processes import TOKEN
from tests.support.verdicts import verdicts

STUCK = """

@testcode("Start", "Greet")
def holds_the_lock(user: ConsoleUser) -> None:
    sum(range(10**15))


@testcode("Start", "Greet")
def comes_later(user: ConsoleUser) -> None:
    user.starts()
"""


@pytest.fixture
def missions(tmp_path: Path) -> Path:
    """Write a mission whose second testcode never ends and ignores signals, and a usual one."""
    folder = tmp_path / "missions"
    for name in ("stuck", "usual"):
        shutil.copytree(MISSIONS / "hello-console", folder / name)
    with (folder / "stuck" / "testcodes.py").open("a") as handle:
        handle.write(STUCK)
    head = folder / "stuck" / "mission.toml"
    head.write_text(head.read_text().replace("start = 5.0", "start = 2.0").replace("testcode = 10.0", "testcode = 2.0"))
    return folder


@contextmanager
def _begun(missions: Path, run: Faulty, *options: str) -> Iterator[subprocess.Popen[str]]:
    environments.build("console")
    words = ("run", "--agent", "canonical", "--missions", str(missions), "--steps", "generate,evaluate", "-j", "2")
    with subprocess.Popen(
        [PROGRAM, *words, *options, "--out", str(run.folder)],
        env=environment({TOKEN: run.token}),
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        _wait_until(lambda: any("holds_the_lock" in log.read_text() for log in run.folder.rglob("cases.jsonl")))
        yield running


def _wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.parametrize("stopped", [False, True], ids=["the lock is held", "workers are stopped"])
def test_an_interruption_ends_the_run(missions: Path, tmp_path: Path, stopped: bool) -> None:
    run = Faulty(tmp_path / "run", (), 0, 0, secrets.token_hex(8))
    with _begun(missions, run) as running:
        for process in run.processes() if stopped else ():
            with suppress(psutil.NoSuchProcess):  # a program of the project that has ended since
                if "forkserver" in " ".join(process.cmdline()):
                    process.send_signal(signal.SIGSTOP)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=30)

    assert running.returncode == 1
    assert "projecteval resume" in said
    _wait_until(lambda: not run.processes())


@pytest.mark.slow
def test_a_case_that_holds_the_lock_times_out_and_the_run_ends(missions: Path, tmp_path: Path) -> None:
    run = Faulty(tmp_path / "run", (), 0, 0, secrets.token_hex(8))
    with _begun(missions, run) as running:
        _, said = running.communicate(timeout=_longest(missions))

    assert running.returncode == 0, said
    _assert_that_the_stuck_case_timed_out(run)


@pytest.mark.slow
def test_a_worker_of_a_cluster_that_holds_the_lock_is_killed_and_the_run_ends(missions: Path, tmp_path: Path) -> None:
    """The nanny replaces the worker, and the scheduler repeats its orders."""
    pytest.importorskip("distributed", reason="the package distributed is not installed")
    run = Faulty(tmp_path / "run", (), 0, 0, secrets.token_hex(8))
    with (
        scheduling(tmp_path) as (_, address),
        working(address, tmp_path, nanny=True),
        _begun(missions, run, "--engine", f"dask:{address}") as running,
    ):
        _, said = running.communicate(timeout=_longest(missions))

    assert running.returncode == 0, said
    _assert_that_the_stuck_case_timed_out(run)


def _longest(missions: Path) -> float:
    """Return the seconds in which a run ends for certain: its hard limit is reached twice, on a busy machine."""
    return (
        3
        * MAX_LOAD_FACTOR
        * (LIMIT_FACTOR * seconds_to_play(open_catalog(str(missions)).mission("stuck")) + EXTRA_SECONDS)
    )


def _assert_that_the_stuck_case_timed_out(run: Faulty) -> None:
    stuck, usual = sorted(verdicts(run.folder).items())
    assert dict(usual[1]) == {"runnable": "passed", "greets": "passed"}
    assert dict(stuck[1]) == {
        "runnable": "passed", "greets": "passed", "holds_the_lock": "timeout", "comes_later": "timeout",
    }  # fmt: skip
    assert not list(run.folder.rglob("*.jsonl"))
