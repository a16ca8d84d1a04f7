"""Web-Bench on a small copy of its repository: scripted agents, figures, both rules, an interrupted attempt."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from simulators.runtime.environments import node_packages
from simulators.runtime.sandbox.choice import sandbox_named
from tests.support.commands import ROOT, environment, projecteval

COPY = ROOT / "tests" / "fixtures" / "webbench_copy"
AGENT = ROOT / "tests" / "support" / "growing_agent.py"
REFERENCE = COPY / "projects/notes/src"
ATTEMPT = Path("attempts/notes/requests-sequential/sample-1")
TESTS = 6
SCRIPTS = {
    "late": ("'Clear'", 'id="clear"', 'id="soon"'),
    "breaks": ("when the page is loaded again", 'id="add"', 'id="plus"'),
}
"""What the scripted agents change: the words of the request, the old text, the new one."""


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


def _agent(tools: Path, mode: str, stop_at: str = "") -> tuple[str, str, str]:
    """Return agent and tools as words of a command line; the agent sees only this folder and its workspace."""
    shutil.copytree(REFERENCE, tools / "src", dirs_exist_ok=True)
    (tools / AGENT.name).write_bytes(AGENT.read_bytes())
    script = {"page": "index.html", mode: SCRIPTS[mode], "stop_at": stop_at}
    (tools / "script.json").write_text(json.dumps(script))
    return f"command:python {tools / AGENT.name} {tools}", "--agent-tools", str(tools)


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
@pytest.mark.parametrize("wrote", ["throw Error('no')", "process.exit(0)", "exports.titles = []", "for (;;) {}"])
def test_code_of_an_agent_that_tests_execute_changes_no_total(wrote: str, tmp_path: Path) -> None:
    repository = Path(shutil.copytree(COPY, tmp_path / "copy"))
    project = repository / "projects" / "notes"
    (project / "src" / "titles.js").write_text("exports.titles = ['one', 'two']")
    spec = project / "test" / "init.spec.js"
    each = "for (const title of require('../src/titles.js').titles) test(title, async () => {})"
    spec.write_text(f"{spec.read_text()}\n{each}\n")
    submitted = Path(shutil.copytree(project / "src", tmp_path / "submitted"))
    (submitted / "titles.js").write_text(wrote)
    words = ("--agent", f"folder:{submitted}", "--strategy", "at-once", "--out", tmp_path / "run")
    called = projecteval("run", "--missions", f"webbench:{repository}", *words, "--json", timeout=900)
    assert called.status == 0, called.stderr
    assert called.json["total"] == TESTS + 2
    assert called.json["passed"] < TESTS + 2
    stored = json.loads(next((tmp_path / "run").rglob("evaluations/playwright.json")).read_text())
    assert {case["outcome"] for case in stored["cases"]} & {"infrastructure"} == set()


@pytest.mark.slow
def test_scripted_agents_get_the_published_figures(tmp_path: Path) -> None:
    every = {}
    for mode, agent in {
        "canonical": ("canonical",),
        "nop": ("nop",),
        "late": _agent(tmp_path / "tools", "late"),
        "breaks": _agent(tmp_path / "tools", "breaks"),
    }.items():
        every[mode] = _run(*agent, "--out", tmp_path / f"run-{mode}")["metrics"]
    assert every["canonical"] == {"pass@1": 100.0, "pass@2": 100.0, "error@1": 0.0, "regressions": 0.0}
    assert every["nop"] == {"pass@1": 0.0, "pass@2": 0.0, "error@1": 20.0, "regressions": 0.0}
    assert every["late"] == {"pass@1": 40.0, "pass@2": 100.0, "error@1": 20.0, "regressions": 0.0}
    assert (every["breaks"]["pass@1"], every["breaks"]["pass@2"]) == (80.0, 100.0)
    broken = _stages(tmp_path / "run-breaks")["06-task-5"]
    assert broken["task-1 › adding › a note"] != "passed"
    assert broken["init › it has a title"] == "passed"
    assert every["breaks"]["regressions"] == sum(outcome != "passed" for outcome in broken.values()) - 1


@pytest.mark.slow
def test_an_attempt_killed_in_a_stage_and_resumed_gives_the_same_results(tmp_path: Path) -> None:
    undisturbed, run, tools = tmp_path / "undisturbed", tmp_path / "run", tmp_path / "tools"
    _run(*_agent(tools, "late"), "--out", undisturbed)
    for number, words in ((1, "adds the text"), (4, "tests failed with these errors")):
        _kill_when(number, run, _agent(tools, "late", words))
    resumed = projecteval("resume", run, "--agent", *_agent(tools, "late"), "--json", timeout=900)
    assert resumed.status == 0, resumed.stderr
    assert _stages(run) == _stages(undisturbed)
    assert resumed.json["metrics"]["pass@1"] == 40.0


def _kill_when(number: int, run: Path, agent: tuple[str, ...]) -> None:
    """Run or resume, and kill the run when `number` stages are complete and the agent works on the next one."""
    words = ("resume", str(run)) if run.exists() else ("run", "--missions", f"webbench:{COPY}", "--out", str(run))
    command = [str(Path(sys.executable).with_name("projecteval")), *words, "--agent", *agent]
    with subprocess.Popen(command, cwd=ROOT, env=environment(), stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 600
        while not (reached := len(_stages(run)) >= number and _is_working(agent[-1])):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)
        process.kill()
    assert reached


def _is_working(tools: str) -> bool:
    """Return True while the agent's program runs."""
    return any([f"{tools}/{AGENT.name}", tools] == each.info["cmdline"][-2:] for each in _processes())


def _processes() -> list[psutil.Process]:
    return [each for each in psutil.process_iter(["cmdline"]) if each.info["cmdline"]]
