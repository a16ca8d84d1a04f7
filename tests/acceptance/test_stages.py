"""A benchmark of three stages: run, killed in each stage and resumed, reported, compared, on a cluster."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.support.cluster import scheduling, working
from tests.support.commands import MISSIONS, ROOT, Called, environment, projecteval
from tests.support.model_server import Fault, Server, says, serving

STAGED = ROOT / "tests" / "fixtures" / "staged_benchmark"
AGENT = ROOT / "tests" / "support" / "staged_agent.py"
PATH = {"PYTHONPATH": str(STAGED)}
STAGES = ["01-design", "02-revision", "03-tests"]
ATTEMPT = Path("attempts/hello-console/wish-chain/sample-1")


def _run(agent: str, missions: Path = MISSIONS) -> tuple[str, ...]:
    chosen = ("--missions", str(missions), "--select", "hello-console")
    return ("run", "--benchmark", "staged", *chosen, "--sandbox", "none", "--agent", agent)


def _agent(notes: Path, stop_at: str = "") -> str:
    notes.mkdir(exist_ok=True)
    (notes / "stop-at").write_text(stop_at)
    return f"command:python {AGENT} {notes}"


def _stages(run: Path) -> list[dict[str, Any]]:
    """Return the records of all stages, without what differs between two runs."""
    records = [json.loads((run / ATTEMPT / "stages" / stage / "generation.json").read_text()) for stage in STAGES]
    return [
        {key: record[key] for key in ("name", "inputs", "failure", "artifacts", "evaluators")} for record in records
    ]


def _files(run: Path) -> dict[str, str]:
    folder = run / ATTEMPT
    kinds = ("design", "unit-tests")
    return {path.name: path.read_text() for kind in kinds for path in sorted((folder / kind).iterdir())}


def _scripted(question: str) -> Fault | None:
    """Return a model's answer to the question of a stage."""
    if "Stage tests" in question:
        return says(json.dumps({"test_it.py": "def test_it():\n    assert True\n"}))
    output = "and an output" if "does not mention: output" in question else ""
    return says(json.dumps({"design.md": f"It has an input {output}."}))


def _evaluation(run: Path, stage: str) -> dict[str, str]:
    cases = json.loads((run / ATTEMPT / "stages" / stage / "evaluations" / "parts.json").read_text())["cases"]
    return {case["id"]: case["outcome"] for case in cases}


def test_a_program_works_in_one_workspace_and_each_stage_is_kept(tmp_path: Path) -> None:
    run = tmp_path / "run"
    called = projecteval(*_run(_agent(tmp_path / "notes")), "--out", run, "--json", env=PATH)
    assert called.status == 0, called.stderr
    assert (called.json["passed"], called.json["total"]) == (3, 3)
    assert [stage["name"] for stage in called.json["built"]["hello-console"]["stages"]] == [
        "design",
        "revision",
        "tests",
    ]
    assert _evaluation(run, "01-design") == {"input": "passed", "output": "failed"}
    assert _evaluation(run, "02-revision") == {"input": "passed", "output": "passed"}
    assert (run / ATTEMPT / "stages/01-design/design/design.md").read_text() == "It has an input.\n"
    assert "['design', 'revision', 'tests']" in _files(run)["test_it.py"]
    assert not list((run / ATTEMPT).rglob("workspace"))


def test_a_program_killed_in_each_stage_leaves_the_same_results(tmp_path: Path) -> None:
    undisturbed, run, notes = tmp_path / "undisturbed", tmp_path / "run", tmp_path / "notes"
    assert projecteval(*_run(_agent(notes)), "--out", undisturbed, env=PATH).status == 0
    for number, stage in enumerate(("design", "revision", "tests")):
        _agent(notes, stage)
        _kill_when(notes / f"stopped-{stage}", run, _agent(notes, stage))
        assert len(list((run / ATTEMPT).glob("stages/*/generation.json"))) == number
    resumed = projecteval("resume", run, "--agent", _agent(notes), "--sandbox", "none", "--json", env=PATH)
    assert (resumed.status, resumed.json["passed"]) == (0, 3), resumed.stderr
    assert (_stages(run), _files(run)) == (_stages(undisturbed), _files(undisturbed))
    _reported(run, projecteval("report", run, env=PATH))
    compared = projecteval("compare", run, undisturbed, "--json", env=PATH)
    assert [row["passed"] for row in compared.json["rows"]] == [3, 3], compared.stderr


def _reported(run: Path, report: Called) -> None:
    assert report.status == 0, report.stderr
    details = "".join(path.read_text() for path in (run / "report").rglob("*") if path.is_file())
    assert "revision" in details
    assert "1 of 2" in details


def _kill_when(mark: Path, run: Path, agent: str) -> None:
    """Run, and kill the run when `mark` exists."""
    command = [str(Path(sys.executable).with_name("projecteval")), *_run(agent), "--out", str(run)]
    with subprocess.Popen(command, cwd=ROOT, env=environment(PATH), stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 120
        while not mark.exists() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        process.kill()
    assert mark.exists()


def test_a_model_is_asked_once_a_stage_and_its_stages_are_evaluated_by_workers(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with serving() as server:
        server.refuses = _scripted
        generated = _asked(server, run, "--steps", "generate")
        assert (len(server.asked), generated.status) == (3, 0), generated.stderr
        assert not (run / ATTEMPT / "evaluations").exists()
        evaluated = projecteval("evaluate", run, "--sandbox", "none", "--json", env={**PATH, **server.environment})
    assert (evaluated.status, evaluated.json["passed"]) == (0, 3), evaluated.stderr
    assert _evaluation(run, "01-design") == {"input": "passed", "output": "failed"}
    lock = json.loads((run / "lock.json").read_text())
    assert sorted(lock["prompts"]) == ["design", "repair", "revision", "tests"]


def _asked(server: Server, run: Path, *options: str) -> Called:
    return projecteval(*_run("openai:gpt-4o"), "--out", run, *options, env={**PATH, **server.environment})


def test_a_reference_has_artifacts_of_its_own_for_a_stage(tmp_path: Path) -> None:
    missions, run = tmp_path / "missions", tmp_path / "run"
    shutil.copytree(MISSIONS / "hello-console", missions / "hello-console")
    reference = missions / "hello-console" / "canonical"
    first = reference / "stages" / "design"
    shutil.copytree(reference, tmp_path / "copy")
    shutil.copytree(tmp_path / "copy", first)
    for folder, name, text in (
        (first / "design", "design.md", "an input"),
        (reference / "design", "design.md", "an input and an output"),
        (reference / "unit-tests", "test_it.py", "def test_it(): ..."),
    ):
        folder.mkdir()
        (folder / name).write_text(text)
    called = projecteval(*_run("canonical", missions), "--out", run, "--json", env=PATH)
    assert (called.status, called.json["passed"]) == (0, 3), called.stderr
    assert _evaluation(run, "01-design") == {"input": "passed", "output": "failed"}
    assert _files(run)["design.md"] == "an input and an output"


def test_an_evaluation_names_the_artifact_that_is_missing(tmp_path: Path) -> None:
    called = projecteval(*_run("canonical"), "--out", tmp_path / "run", "--json", env=PATH)
    assert (called.status, called.json["passed"]) == (0, 0), called.stderr
    assert called.json["built"]["hello-console"]["reason"] == "design: no design was left"


@pytest.mark.slow
def test_stages_are_evaluated_by_the_workers_of_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the package distributed is not installed")
    with ExitStack() as stack:
        _, address = stack.enter_context(scheduling(tmp_path))
        stack.enter_context(working(address, tmp_path, path=str(STAGED)))
        server = stack.enter_context(serving())
        server.refuses = _scripted
        called = _asked(server, tmp_path / "run", "--engine", f"dask:{address}", "--json")
    assert (called.status, called.json["passed"]) == (0, 3), called.stderr
    assert _evaluation(tmp_path / "run", "01-design") == {"input": "passed", "output": "failed"}
    assert (tmp_path / "run" / ATTEMPT / "evaluations" / "tests.json").exists()
