"""One scheduler and two workers on one machine, one killed in mid-run: the results of an undisturbed run."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
import pytest

from simulators.runtime.environments import host as environments
from tests.support.cluster import scheduling, working
from tests.support.commands import MISSIONS, ROOT, projecteval
from tests.support.verdicts import verdicts

pytest.importorskip("distributed", reason="the package distributed is not installed")

RUN = ("run", "--agent", "canonical", "--missions", str(MISSIONS), "--samples", "3", "--steps", "generate,evaluate")


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Start a scheduler; return its process and its address."""
    with scheduling(tmp_path) as found:
        yield found


@contextmanager
def _run_on(scheduler: str, out: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [str(Path(sys.executable).with_name("projecteval")), *RUN]
    command += ["--engine", f"dask:{scheduler}", "--out", str(out)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        yield running


def _wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


def _descendants(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def test_a_killed_worker_costs_no_result(scheduler: tuple[subprocess.Popen[bytes], str], tmp_path: Path) -> None:
    for name in ("django", "console"):
        environments.build(name)

    _, address = scheduler
    with ExitStack() as stack:
        first, _second = (stack.enter_context(working(address, tmp_path)) for _ in range(2))
        running = stack.enter_context(_run_on(address, tmp_path / "many"))
        assert _wait_until(lambda: len(_descendants(first.pid)) > 2, 60), "the worker was given nothing"
        seen = _descendants(first.pid)
        os.kill(first.pid, signal.SIGKILL)
        _, error = running.communicate(timeout=300)

        assert running.returncode == 0, error.decode()
        results = verdicts(tmp_path / "many")
        assert len(results) == 6
        assert {outcome for cases in results.values() for _, outcome in cases} == {"passed"}
        assert _wait_until(lambda: not [p for p in seen if p.is_running() and p.status() != "zombie"], 60)


@pytest.mark.slow
def test_a_scheduler_that_goes_away_loses_nothing_that_was_done(
    scheduler: tuple[subprocess.Popen[bytes], str], tmp_path: Path
) -> None:
    process, address = scheduler
    out = tmp_path / "run"
    with working(address, tmp_path) as worker, _run_on(address, out) as running:
        assert _wait_until(lambda: len(_descendants(worker.pid)) > 2, 60), "the worker was given nothing"
        os.kill(process.pid, signal.SIGKILL)
        _, error = running.communicate(timeout=300)

    said = error.decode()
    assert running.returncode == 1, said
    assert f"the scheduler at {address} ended" in said
    assert f"projecteval resume {out}" in said
    assert "Traceback" not in said
    assert projecteval("resume", out).status == 0
    assert len(verdicts(out)) == 6


def test_messages_for_engines_that_cannot_be_used(tmp_path: Path) -> None:
    called = projecteval(*RUN, "--engine", "ray", "--out", tmp_path / "run")

    assert called.status == 2
    assert "local or dask:ADDRESS" in called.stderr
    assert not (tmp_path / "run").exists()
