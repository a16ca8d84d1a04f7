"""Figures over samples, and comparison of runs."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import MISSIONS, projecteval
from tests.support.model_server import says, serving

MODEL = ("run", "--agent", "openai:gpt-4o", "--missions", MISSIONS, "--steps", "generate,evaluate,report")


def test_samples_have_pass_at_k_and_rounds(tmp_path: Path) -> None:
    with serving() as server:
        server.faults.append(says("I would rather not."))
        options = ("--select", "hello-console", "--samples", "3", "--calls", "1", "--out", tmp_path / "run")
        called = projecteval(*MODEL, *options, env=server.environment)
    assert called.status == 0, called.stderr
    assert "pass@1 66.7 %, pass@3 100.0 % (pass@5, pass@10: too few samples)" in called.stdout
    results = json.loads((tmp_path / "run/results.json").read_text())
    expected = {"1": pytest.approx(2 / 3), "3": 1.0, "5": None, "10": None}
    assert results["pass_at"] == expected
    samples = results["samples"]
    assert samples["pass_rates"] == [0.0, 1.0, 1.0]
    assert (samples["mean_of_the_rounds"], samples["best_of_the_rounds"]) == (pytest.approx(2 / 3), 1.0)
    assert samples["mean_low"] < samples["mean_of_the_rounds"] < samples["mean_high"]
    assert samples["missions"][0]["testcodes"] == {"runnable": expected, "greets": expected}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Run a model that fails one mission in direct mode, and the agent that builds nothing."""
    folder = tmp_path_factory.mktemp("runs")
    with serving(refuses=lambda question: says("[]") if _is_of_direct_mode(question) else None) as server:
        options = ("--mode", "direct,cascade", "--out", folder / "model")
        assert projecteval(*MODEL, *options, env=server.environment).status == 0
    nop = (
        "run",
        "--agent",
        "nop",
        "--missions",
        MISSIONS,
        "--steps",
        "generate,evaluate,report",
        "--out",
        folder / "nop",
    )
    assert projecteval(*nop).status == 0
    return folder / "model", folder / "nop"


def _is_of_direct_mode(question: str) -> bool:
    return "You build a complete" in question and "asks for a name" in question and "skeleton" not in question


def compared(*folders: Path) -> Any:
    called = projecteval("compare", *folders, "--json")
    assert called.status == 0, called.stderr
    return called.json


@pytest.mark.slow
def test_cascade_and_direct_of_one_run_are_compared(runs: tuple[Path, Path]) -> None:
    found = compared(runs[0])
    assert [(row["strategy"], row["passed"], row["total"]) for row in found["rows"]] == [
        ("cascade", 6, 6),
        ("direct", 4, 6),
    ]
    (pair,) = found["pairs"]
    assert pair["what"] == "cascade − direct"
    assert pair["difference"]["mean"] == pytest.approx(0.5)
    assert pair["difference"]["p"] > 0.05  # two missions cannot tell
    assert pair["apart"] == [["hello-console", "runnable", 1.0, 0.0], ["hello-console", "greets", 1.0, 0.0]]


def test_runs_are_compared_level_by_level_and_mode_by_mode(runs: tuple[Path, Path]) -> None:
    found = compared(*runs)
    assert [row["agent"] for row in found["rows"]] == ["openai:gpt-4o", "openai:gpt-4o", "nop"]
    against_nop = next(pair for pair in found["pairs"] if pair["what"] == "run − run")
    assert "nop" in against_nop["other"]
    assert {mission for mission, *_ in against_nop["apart"]} == {"hello-site"}
    shown = projecteval("compare", *runs, "--cases")
    for words in ("cascade − direct", "p < 0.05 is impossible", "hello-console greets: passed against not passed", "$"):
        assert words in shown.stdout


def test_missions_that_differ_are_left_out_and_named(runs: tuple[Path, Path], tmp_path: Path) -> None:
    missions = Path(shutil.copytree(MISSIONS, tmp_path / "missions"))
    (missions / "hello-console/prompt.md").write_text("Something else.")
    nop = ("run", "--agent", "nop", "--missions", missions, "--steps", "generate,evaluate,report")
    assert projecteval(*nop, "--out", tmp_path / "run").status == 0
    found = compared(runs[0], tmp_path / "run")
    assert found["left_out"] == ["hello-console has changed between the runs"]
    assert {row["missions"] for row in found["rows"]} == {1}
    assert projecteval(*nop, "--select", "hello-console", "--out", tmp_path / "other").status == 0
    called = projecteval("compare", runs[0], tmp_path / "other")
    assert called.status == 2
    assert "no mission in common" in called.stderr
