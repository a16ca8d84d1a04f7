"""Web-Bench on a small copy of its repository: scripted agents, figures, both rules, an interrupted attempt."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from simulators.runtime.environments import node_packages
from simulators.runtime.sandbox.choice import sandbox_named
from tests.support.commands import ROOT, environment, projecteval

COPY = ROOT / "tests" / "fixtures" / "webbench_copy"
AGENT = ROOT / "tests" / "support" / "growing_agent.py"
REFERENCE = COPY / "projects/notes/src"
ATTEMPT = Path("attempts/notes/requests-sequential/sample-1")
TESTS = 6


@pytest.fixture(scope="module", autouse=True)
def locked() -> None:
    """Lock the packages of the copy; needs npm and its registry once."""
    if missing := node_packages.problem("node"):
        pytest.skip(missing)
    if not sandbox_named().listens:
        pytest.skip("the browser's box needs a sandbox that carries a port: bubblewrap")
    done = projecteval("missions", "lock-packages", f"webbench:{COPY}")
    if done.status:
        pytest.skip(f"npm cannot choose packages: {done.stderr[-300:]}")


def _run(agent: str, *words: str | Path) -> Any:
    called = projecteval("run", "--missions", f"webbench:{COPY}", "--agent", agent, *words, "--json", timeout=900)
    assert called.status == 0, called.stderr
    return called.json


def _agent(notes: Path, mode: str, stop_at: str = "") -> str:
    notes.mkdir(exist_ok=True)
    (notes / "stop-at").write_text(stop_at)
    return f"command:python {AGENT} {REFERENCE} {notes} {mode}"


def _stages(run: Path) -> dict[str, dict[str, str]]:
    """Return the outcomes of all tests by stage folder."""
    found = {}
    for path in sorted(run.glob(f"{ATTEMPT}/stages/*/evaluations/playwright.json")):
        cases = json.loads(path.read_text())["cases"]
        found[path.parents[1].name] = {case["id"]: case["outcome"] for case in cases}
    return found


def test_the_last_state_passes_all_tests_and_nothing_of_them_is_in_the_project_s_box(tmp_path: Path) -> None:
    results = _run("canonical", "--strategy", "at-once", "--out", tmp_path / "run")
    assert (results["passed"], results["total"]) == (TESTS, TESTS)
    assert results["metrics"]["pass@1"] is None
    evaluation = json.loads(next((tmp_path / "run").rglob("evaluations/playwright.json")).read_text())
    assert {case["id"] for case in evaluation["cases"]} >= {"init › it has a title", "task-1 › adding › a note"}


@pytest.mark.slow
def test_scripted_agents_get_the_published_figures(tmp_path: Path) -> None:
    every = {}
    for agent in ("canonical", "nop", _agent(tmp_path / "late", "late"), _agent(tmp_path / "breaks", "breaks")):
        mode = agent.split()[-1]
        every[mode] = _run(agent, "--out", tmp_path / f"run-{mode}")["metrics"]
    assert every["canonical"] == {"pass@1": 100.0, "pass@2": 100.0, "error@1": 0.0, "regressions": 0.0}
    assert every["nop"] == {"pass@1": 0.0, "pass@2": 0.0, "error@1": 20.0, "regressions": 0.0}
    assert every["late"] == {"pass@1": 40.0, "pass@2": 100.0, "error@1": 20.0, "regressions": 0.0}
    assert (every["breaks"]["pass@1"], every["breaks"]["pass@2"]) == (80.0, 100.0)
    broken = _stages(tmp_path / "run-breaks")["06-task-5"]
    assert broken["task-1 › adding › a note"] != "passed"
    assert broken["init › it has a title"] == "passed"
    assert every["breaks"]["regressions"] == sum(outcome != "passed" for outcome in broken.values()) - 1
    again = sorted((tmp_path / "breaks").glob("request-*"))[-1].read_text()
    assert "task-1 › adding › a note" in again


@pytest.mark.slow
def test_an_attempt_killed_in_a_stage_and_resumed_gives_the_same_results(tmp_path: Path) -> None:
    undisturbed, run, notes = tmp_path / "undisturbed", tmp_path / "run", tmp_path / "notes"
    _run(_agent(notes, "late"), "--out", undisturbed)
    shutil.rmtree(notes)
    for number in ("1", "4"):
        agent = _agent(notes, "late", number)
        _kill_when(notes / f"stopped-{number}", run, agent)
    resumed = projecteval("resume", run, "--agent", _agent(notes, "late", "4"), "--json", timeout=900)
    assert resumed.status == 0, resumed.stderr
    assert _stages(run) == _stages(undisturbed)
    assert resumed.json["metrics"]["pass@1"] == 40.0


def _kill_when(mark: Path, run: Path, agent: str) -> None:
    """Run or resume, and kill the run when `mark` exists."""
    words = ("resume", str(run)) if run.exists() else ("run", "--missions", f"webbench:{COPY}", "--out", str(run))
    command = [str(Path(sys.executable).with_name("projecteval")), *words, "--agent", agent]
    with subprocess.Popen(command, cwd=ROOT, env=environment(), stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 600
        while not mark.exists() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        process.kill()
    assert mark.exists()
