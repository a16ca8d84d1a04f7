"""Runs with injected faults: the results are those of an undisturbed run, and no process is left."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simulators.runtime.environments import host as environments
from tests.support.commands import MISSIONS, projecteval
from tests.support.fault_injection import ALL, TRAP, Faulty
from tests.support.verdicts import Verdicts, files, verdicts

STEPS = ("--steps", "generate,evaluate")


TRAPPED = """

def fall_into(trap):
    if trap and os.path.exists(trap):
        os.unlink(trap)
        sum(range(10**15))
"""


@pytest.fixture
def missions(tmp_path: Path) -> Path:
    """Write the usual missions; the first testcode of one reacts to the trap."""
    folder = tmp_path / "missions"
    shutil.copytree(MISSIONS, folder)
    testcodes = folder / "hello-console" / "testcodes.py"
    head, begin, body = testcodes.read_text().partition("    user.starts()\n")
    call = f"    fall_into(os.environ.get({TRAP!r}))\n"
    testcodes.write_text(f"import os\n{head.replace(START, TRAPPED + START, 1)}{call}{begin}{body}")
    return folder


START = '\n\n@testcode("Start"'


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Separate file system."""
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=256m", "none", str(folder)]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("a file system cannot be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def _arguments(missions: Path, samples: int) -> tuple[str, ...]:
    return ("--agent", "canonical", "--missions", str(missions), "--samples", str(samples), *STEPS)


def _suffers(folder: Path, missions: Path, faults: int, samples: int, at_least: int, **more: Any) -> Faulty:
    seed = int(os.environ.get("PROJECTEVAL_FAULT_SEED", secrets.randbelow(1 << 32)))
    print(f"PROJECTEVAL_FAULT_SEED={seed}")
    for name in ("django", "console"):
        environments.build(name)
    calm = projecteval("run", *_arguments(missions, 1), "--out", folder / "calm")
    assert calm.status == 0, calm.stderr
    once = verdicts(folder / "calm")

    run = Faulty(folder / "run", _arguments(missions, samples), faults, seed, secrets.token_hex(8), **more)
    run.finish()

    print(f"{run.hit.total()} faults in {len(run.messages)} calls: {dict(run.hit)}")
    expected = {
        label.replace("sample-1", f"sample-{number}"): found
        for label, found in once.items()
        for number in range(1, samples + 1)
    }
    assert verdicts(folder / "run") == expected, f"seed {seed}: {_reasons(folder / 'run', expected)}"
    assert not [name for name in files(folder / "run") if "/." in name], f"seed {seed}"
    _assert_nothing_left(run)
    assert run.hit.total() >= at_least, "the run was done before: give it more samples"
    return run


def _reasons(run: Path, expected: Verdicts) -> dict[str, str]:
    """Return the complete evaluations that differ from the expected ones."""
    found = verdicts(run)
    return {
        label: (run / label / "evaluations" / "simulated-use.json").read_text()
        for label in found
        if found[label] != expected[label]
    }


def _assert_nothing_left(run: Faulty) -> None:
    deadline = time.monotonic() + 60
    while (left := run.processes()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == []


def test_a_few_faults(tmp_path: Path) -> None:
    _suffers(tmp_path, MISSIONS, faults=2, samples=2, at_least=1)


@pytest.mark.slow
def test_two_hundred_faults_of_all_kinds(disk: Path, missions: Path, tmp_path: Path) -> None:
    """`PROJECTEVAL_FAULTS` is their number; there is room for all of them."""
    faults = int(os.environ.get("PROJECTEVAL_FAULTS", "200"))
    places = {"trap": tmp_path / "trap", "filler": disk / "filler"}

    run = _suffers(disk, missions, faults, samples=3 * faults, at_least=faults - 1, of=ALL, **places)

    assert set(run.hit) == set(ALL)
