"""A run that was suspended as a whole has no timeout for the time that passed."""

from __future__ import annotations

import json
import secrets
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from evaluator.evaluators.simulated_use.play import MAX_GAP_SECONDS
from simulators.clocks import load_factor
from simulators.runtime.environments import host as environments
from tests.support.commands import MISSIONS, ROOT, environment
from tests.support.fault_injection import PROGRAM, Faulty
from tests.support.processes import TOKEN, name_of
from tests.support.verdicts import verdicts

SLOW = "import subprocess\nname = input(chr(63))\nsubprocess.run(['sleep', '1.5'])\nprint(f'Hello, {name}')\n"
TESTCODE_SECONDS = 4.0
MARGIN_SECONDS = TESTCODE_SECONDS + MAX_GAP_SECONDS


@pytest.fixture
def missions(tmp_path: Path) -> Path:
    """Write a slow console program, and a testcode with a limit slightly above its duration."""
    folder = tmp_path / "missions"
    shutil.copytree(MISSIONS / "hello-console", folder / "hello-console")
    head = folder / "hello-console" / "mission.toml"
    head.write_text(
        head.read_text().replace("testcode = 10.0", f"testcode = {TESTCODE_SECONDS}\n\n[setting]\npatience = 3.5")
    )
    (folder / "hello-console" / "canonical" / "project" / "main.py").write_text(SLOW)
    return folder


def test_what_stood_still_is_judged_anew(missions: Path, tmp_path: Path) -> None:
    environments.build("console")
    run = Faulty(tmp_path / "run", (), 0, 0, secrets.token_hex(8))
    words = ("run", "--agent", "canonical", "--missions", str(missions), "--steps", "generate,evaluate", "-j", "1")
    with subprocess.Popen(
        [PROGRAM, *words, "--out", str(run.folder)],
        env=environment({TOKEN: run.token}),
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        _wait_for_the_testcode(run)
        stopped = run.processes()
        for process in stopped:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGSTOP)
        time.sleep(load_factor() * TESTCODE_SECONDS + MARGIN_SECONDS)  # longer than the load of the machine explains
        for process in stopped:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGCONT)
        _, error = running.communicate(timeout=60)

    assert running.returncode == 0, error
    ((_, found),) = verdicts(run.folder).items()
    assert {verdict for _, verdict in found} == {"passed"}
    (evaluation,) = run.folder.rglob("simulated-use.json")
    stored = json.loads(evaluation.read_text())
    assert (stored["tries"], [cause["kind"] for cause in stored["repeated"]]) == (2, ["suspended"])
    assert "stood still for" in stored["repeated"][0]["message"]


def _wait_for_the_testcode(run: Faulty) -> None:
    """Wait until the program has read a name: a start test alone sends no input."""
    until = time.monotonic() + 60
    while "sleep" not in map(name_of, run.processes()):
        assert time.monotonic() < until
