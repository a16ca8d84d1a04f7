"""NL2Repo missions on the command line, with tiny data: gold run, empty workspace, an agent over several turns."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import Called, environment, projecteval
from tests.support.nl2repo_data import CASES, UPSTREAM, add_task, add_upstream

AGENT = Path(__file__).parents[1] / "support" / "workspace_agent.py"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the environment of the tasks, built once."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def data(tmp_path: Path, home: Path) -> Path:
    add_task(tmp_path, "adder")
    add_task(tmp_path, "lost", specification=None)
    add_upstream(home, "adder")
    (tmp_path / "notes").mkdir()
    return tmp_path


def run(data: Path, home: Path, agent: str, *options: str | Path) -> Called:
    words = ("run", "--agent", agent, "--missions", f"nl2repo:{data}", "--out", data / "run", "--json", *options)
    return projecteval(*words, env={"PROJECTEVAL_HOME": str(home)})


def outcomes(called: Called) -> Any:
    assert called.status == 0, called.stderr
    return next(iter(called.json["missions"].values()))


def command(*words: str | Path) -> str:
    return f"command:{sys.executable} {AGENT} {' '.join(map(str, words))}"


def test_the_upstream_project_scores_one_and_an_empty_workspace_zero(data: Path, home: Path) -> None:
    gold = run(data, home, "canonical")
    assert (gold.json["passed"], gold.json["metrics"]["success_rate"]) == (CASES, 1.0)
    assert gold.json["metrics"]["fully_passed_tasks"] == 1
    assert gold.json["metrics"]["specification_coverage"] == 1.0
    assert "1 missions are left out" in gold.stderr
    empty = run(data, home, "nop", "--out", data / "empty")
    assert empty.json["metrics"]["success_rate"] == 0.0
    assert outcomes(empty)["measures"]["upstream_tests"]["case_count"] == CASES


def test_rule_paper_counts_the_published_number(data: Path, home: Path) -> None:
    gold = run(data, home, "canonical", "--rule", "paper", "--evaluators", "upstream_tests")
    assert gold.json["metrics"]["success_rate"] == pytest.approx(CASES / (CASES + 1))
    assert gold.json["metrics"]["fully_passed_tasks"] == 0


def test_a_command_that_needs_a_shell_works_by_rule_strict_only(tmp_path: Path, home: Path) -> None:
    version = "echo \"version = '1.0'\" > src/adder/version.py && pip install -e ."
    add_task(tmp_path, "shell", commands=(version, "pytest tests"))
    add_upstream(home, "shell", {name: text for name, text in UPSTREAM.items() if "version" not in name})
    strict = run(tmp_path, home, "canonical")
    assert (strict.json["passed"], strict.json["metrics"]["success_rate"]) == (CASES, 1.0)
    paper = run(tmp_path, home, "canonical", "--rule", "paper", "--out", tmp_path / "paper")
    assert paper.json["metrics"]["success_rate"] == 0.0


def test_an_agent_over_several_turns_is_scored_and_its_trace_counted(data: Path, home: Path) -> None:
    called = run(data, home, command("well"), "--sandbox", "none")
    assert (called.json["passed"], called.json["metrics"]["success_rate"]) == (CASES, 1.0)
    metrics = called.json["metrics"]
    assert (metrics["turns_mean"], metrics["turns_std"], metrics["turns_max"]) == (5.0, 0.0, 5.0)
    assert (metrics["tool:write_file"], metrics["tool:shell"], metrics["tool:read_file"]) == (4.0, 2.0, 1.0)
    assert (metrics["edit_test_loops"], metrics["blind_edits"], metrics["edit_execute_ratio"]) == (2.0, 1.0, 2.0)
    assert (metrics["early_stop_rate"], metrics["non_finish_rate"]) == (1.0, 0.0)
    assert called.json["usage"]["turns"] == 5


def test_three_samples_give_pass_at_k_and_the_mean_success_rate(data: Path, home: Path) -> None:
    called = run(data, home, command("by-sample", data / "notes"), "--sandbox", "none", "--samples", "3", "--jobs", "1")
    assert called.status == 0, called.stderr
    assert called.json["metrics"]["success_rate"] == pytest.approx(2 / 3)
    assert called.json["metrics"]["fully_passed_tasks"] == pytest.approx(2 / 3)
    assert called.json["pass_at"]["1"] == pytest.approx(2 / 3 * CASES / (CASES + 1))  # the skipped case never passes
    assert called.json["pass_at"]["3"] == pytest.approx(CASES / (CASES + 1))


def test_ablations_are_strategies_of_one_run(data: Path, home: Path) -> None:
    revealed = run(data, home, command("copies"), "--sandbox", "none", "--strategy", "workspace", "tests-revealed")
    assert revealed.json["metrics"]["success_rate@workspace"] == 0.0
    assert revealed.json["metrics"]["success_rate@tests-revealed"] == 1.0
    endless = run(
        data, home, command("endless"), "--sandbox", "none", "--strategy", "turns-50", "--out", data / "endless"
    )
    assert endless.json["metrics"]["success_rate"] == 1.0
    assert endless.json["metrics"]["turns_max"] > 50
    assert (endless.json["metrics"]["early_stop_rate"], endless.json["metrics"]["non_finish_rate"]) == (0.0, 1.0)
    (record,) = (data / "endless").glob("attempts/*/*/*/generation.json")
    assert json.loads(record.read_text())["trajectory"]["finish"] == "turn_limit"


def test_a_run_that_was_killed_is_resumed_to_the_same_result(data: Path, home: Path) -> None:
    added = {"PROJECTEVAL_HOME": str(home)}
    words = [str(Path(sys.executable).with_name("projecteval")), "run", "--agent", command("kills", data / "notes")]
    words += ["--missions", f"nl2repo:{data}", "--sandbox", "none", "--out", str(data / "run"), "--samples", "3"]
    with subprocess.Popen([*words, "--jobs", "1", "--calls", "1"], env=environment(added)) as process:
        (data / "notes" / "pid").write_text(str(process.pid))
        assert process.wait(120) == -signal.SIGKILL
    assert len(list((data / "run").glob("attempts/*/*/*/generation.json"))) == 1
    again = ("--agent", command("kills", data / "notes"), "--sandbox", "none")
    resumed = projecteval("resume", data / "run", *again, "--json", env=added)
    assert resumed.status == 0, resumed.stderr
    assert resumed.json["metrics"]["success_rate"] == 1.0
    assert len(list((data / "run").glob("attempts/*/*/*/generation.json"))) == 3
    assert (data / "notes" / "count").stat().st_size == 4  # the first attempt was not built again
