"""Whatever is killed while a run works: its results are those of an undisturbed run, and nothing is left."""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path

import pytest

from simulators.runtime.environments import host as environments
from tests.support.commands import MISSIONS, projecteval
from tests.support.fault_injection import Faulty
from tests.support.verdicts import Verdicts, files, verdicts

STEPS = ("--steps", "generate,evaluate")


def _arguments(samples: int) -> tuple[str, ...]:
    return ("--agent", "canonical", "--missions", str(MISSIONS), "--samples", str(samples), *STEPS)


def _suffers(tmp_path: Path, faults: int, samples: int, at_least: int) -> None:
    seed = int(os.environ.get("PROJECTEVAL_FAULT_SEED", secrets.randbelow(1 << 32)))
    print(f"PROJECTEVAL_FAULT_SEED={seed}")
    for name in ("django", "console"):
        environments.build(name)
    calm = projecteval("run", *_arguments(1), "--out", tmp_path / "calm")
    assert calm.status == 0, calm.stderr
    once = verdicts(tmp_path / "calm")

    run = Faulty(tmp_path / "run", _arguments(samples), faults, seed, secrets.token_hex(8))
    run.finish()

    print(f"{run.hit.total()} faults in {len(run.messages)} calls: {dict(run.hit)}")
    expected = {
        label.replace("sample-1", f"sample-{number}"): found
        for label, found in once.items()
        for number in range(1, samples + 1)
    }
    assert verdicts(tmp_path / "run") == expected, f"seed {seed}: {_reasons(tmp_path / 'run', expected)}"
    assert not [name for name in files(tmp_path / "run") if "/." in name], f"seed {seed}"
    _assert_nothing_left(run)
    assert run.hit.total() >= at_least, "the run was done before: give it more samples"


def _reasons(run: Path, expected: Verdicts) -> dict[str, str]:
    """The judgements that are not as expected, whole."""
    found = verdicts(run)
    return {
        label: (run / label / "evaluations" / "simulated-use.json").read_text()
        for label in found
        if found[label] != expected[label]
    }


def _assert_nothing_left(run: Faulty) -> None:
    deadline = time.monotonic() + 10
    while (left := run.processes()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == []


def test_a_few_faults(tmp_path: Path) -> None:
    _suffers(tmp_path, faults=4, samples=4, at_least=1)


@pytest.mark.slow
def test_a_hundred_faults(tmp_path: Path) -> None:
    run_with_room_for_all = 250
    _suffers(tmp_path, faults=100, samples=run_with_room_for_all, at_least=100)
