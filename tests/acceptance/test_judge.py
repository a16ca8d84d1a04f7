"""A run's judge: asked by evaluators, with a budget, a cache and transcripts of its own, and always labelled."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.commands import MISSIONS, Called, projecteval
from tests.support.model_server import Server, says, serving

STAGED = Path(__file__).parents[1] / "fixtures" / "staged_benchmark"
ATTEMPT = Path("attempts/hello-console/wish-chain/sample-1")
JUDGE = "openai:gpt-4o"


@pytest.fixture
def missions(tmp_path: Path) -> Path:
    """A mission whose reference has a design and tests."""
    folder = tmp_path / "missions" / "hello-console"
    shutil.copytree(MISSIONS / "hello-console", folder)
    for kind, name, text in (
        ("design", "design.md", "input, output"),
        ("unit-tests", "test_it.py", "def test_it(): ..."),
    ):
        (folder / "canonical" / kind).mkdir()
        (folder / "canonical" / kind / name).write_text(text)
    return folder.parent


def _env(server: Server) -> dict[str, str]:
    return {"PYTHONPATH": str(STAGED), **server.environment}


def _run(missions: Path, out: Path, server: Server, *options: str) -> Called:
    chosen = ("--benchmark", "judged", "--missions", str(missions), "--agent", "canonical", "--sandbox", "none")
    return projecteval("run", *chosen, "--out", out, "--json", *options, env=_env(server))


def test_an_opinion_is_stored_labelled_and_never_asked_for_twice(missions: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    with serving() as server:
        server.refuses = lambda question: says("yes, it is")
        called = _run(missions, run, server, "--judge", JUDGE)
        assert called.status == 0, called.stderr
        (run / ATTEMPT / "evaluations" / "review.json").unlink()
        options = ("--sandbox", "none", "--judge", JUDGE)
        again = projecteval("evaluate", run, *options, "--json", env=_env(server))
        assert (again.status, len(server.asked)) == (0, 1), again.stderr
    assert (again.json["passed"], again.json["judge"]["model"]) == (4, JUDGE)
    assert again.json["judge"]["usage"]["cost"] > 0
    assert f"NOTE: review is the opinion of the model {JUDGE}, in 1 evaluation" in again.json["warnings"]
    assert json.loads((run / ATTEMPT / "evaluations" / "review.json").read_text())["judge"] == JUDGE
    assert json.loads((run / ATTEMPT / "evaluations" / "parts.json").read_text())["judge"] == ""
    assert json.loads((run / "lock.json").read_text())["judge"] == JUDGE
    (opinion,) = (json.loads(path.read_text()) for path in (run / "judge").iterdir())
    assert (opinion["evaluator"], opinion["reply"]["text"]) == ("review", "yes, it is")


def test_a_judge_has_a_budget_of_its_own(missions: Path, tmp_path: Path) -> None:
    shutil.copytree(missions / "hello-console", missions / "second")
    design = missions / "second" / "canonical" / "design" / "design.md"
    design.write_text("another input and output")
    run = tmp_path / "run"
    with serving() as server:
        server.refuses = lambda question: says("no, it is not")
        called = _run(missions, run, server, "--judge", JUDGE, "--judge-max-cost", "0.0000001", "--jobs", "1")
        assert (called.status, len(server.asked)) == (1, 1), called.stderr
        assert "--judge-max-cost" in called.stderr
        options = ("--judge", JUDGE, "--sandbox", "none", "--judge-max-cost", "1")
        resumed = projecteval("resume", run, *options, "--json", env=_env(server))
    assert (resumed.status, resumed.json["passed"], resumed.json["total"]) == (0, 6, 8), resumed.stderr


def test_without_a_judge_there_is_no_opinion(missions: Path, tmp_path: Path) -> None:
    with serving() as server:
        called = _run(missions, tmp_path / "run", server)
    assert (called.status, called.json["judge"], server.asked) == (0, None, []), called.stderr
    assert not (tmp_path / "run" / "judge").exists()


def test_a_judge_that_is_no_model_is_refused(missions: Path, tmp_path: Path) -> None:
    with serving() as server:
        called = _run(missions, tmp_path / "run", server, "--judge", "canonical")
    assert (called.status, "names no model" in called.stderr) == (2, True), called.stderr
