"""DevBench's tasks in the sandbox: the reference, nothing, and the public data where it is on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.commands import ROOT, projecteval

DATA = ROOT / "tests" / "fixtures" / "devbench"
PUBLIC = os.environ.get("PROJECTEVAL_DEVBENCH", "")
"""Folder with a copy of DevBench's repository."""


def _run(tmp_path: Path, *more: str, agent: str = "canonical", data: Path | str = DATA) -> tuple[str, ...]:
    return ("run", "--agent", agent, "--missions", f"devbench:{data}", "--out", str(tmp_path / "run"), "--json", *more)


def test_the_reference_passes_its_suites_and_its_usage_example(tmp_path: Path) -> None:
    called = projecteval(*_run(tmp_path, "--input", "implementation", "--input", "environment"))
    assert called.status == 0, called.stderr
    assert (called.json["passed"], called.json["total"]) == (6, 6)
    assert called.json["metrics"] == {"pass@accept": 100.0, "pass@unit": 100.0, "environment": 100.0}


def test_nothing_passes_nothing(tmp_path: Path) -> None:
    called = projecteval(*_run(tmp_path, agent="nop"))
    assert called.status == 0, called.stderr
    assert called.json["passed"] == 0
    assert called.json["total"] == 11
    metrics = {name: value for name, value in called.json["metrics"].items() if not name.endswith("_valid")}
    assert len(metrics) > 9
    assert set(metrics.values()) <= {0.0, None}


@pytest.mark.slow
def test_the_references_of_the_public_data_pass_what_they_did_when_they_were_published(tmp_path: Path) -> None:
    if not PUBLIC:
        pytest.skip("PROJECTEVAL_DEVBENCH does not name a copy of DevBench's data")
    names = ("readtime", "hone", "lice", "particle-swarm-optimization")
    selected = [word for name in names for word in ("--select", name)]
    called = projecteval(*_run(tmp_path, *selected, "--input", "implementation", data=PUBLIC), timeout=600)
    assert called.status == 0, called.stderr
    found = {name: (each["passed"], each["total"]) for name, each in called.json["missions"].items()}
    assert found == dict(zip(names, [(12, 12), (12, 12), (31, 31), (6, 6)], strict=True))
