"""Whatever becomes of the evaluator, no browser outlives it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from simulators.setting import BrowserName

ROOT = Path(__file__).parents[3]


@pytest.fixture
def evaluator(engine: BrowserName, tmp_path: Path) -> Callable[[str], subprocess.Popen[str]]:
    """Start a process that uses browsers; all their processes have their temporary folder in `tmp_path`."""

    def start(ending: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.support.sample_evaluator", engine, ending],
            cwd=ROOT,
            env=os.environ | {"TMPDIR": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    return start


@pytest.mark.parametrize(("ending", "status"), [("well", 0), ("error", 1)])
def test_nothing_is_left(
    evaluator: Callable[[str], subprocess.Popen[str]], tmp_path: Path, ending: str, status: int
) -> None:
    with evaluator(ending) as process:
        assert process.wait(60) == status
    assert eventually(lambda: not living(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_no_browser_outlives_a_killed_evaluator(
    evaluator: Callable[[str], subprocess.Popen[str]], tmp_path: Path
) -> None:
    with evaluator("hang") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        assert len(living(tmp_path)) > 3
        process.kill()
    assert eventually(lambda: not living(tmp_path)), living(tmp_path)


def living(folder: Path) -> list[str]:
    """Return the processes whose temporary folder is in `folder`."""
    found = []
    for process in psutil.process_iter(["environ", "name", "status"]):
        variables = process.info["environ"] or {}
        if variables.get("TMPDIR", "").startswith(str(folder)) and process.info["status"] != "zombie":
            found.append(f"{process.pid} {process.info['name']}")
    return found


def eventually(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 60.0
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()
