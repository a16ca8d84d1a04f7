"""Public missions as folders, solutions in the public layout and back, new missions."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import MISSIONS, Called, projecteval
from tests.support.parameters import in_proofs
from tests.support.public_similarity import FOLDER, needs_public_data


def _judged(missions: str | Path, out: Path, *asked: str, agent: str = "canonical") -> dict[str, Any]:
    """Return mission → runnable and outcomes."""
    steps = ("--steps", "generate,evaluate", "--out", out, "--json")
    called = projecteval("run", "--agent", agent, "--missions", missions, *asked, *steps, timeout=600)
    assert called.status == 0, called.stderr
    return {name: (m["runnable"], m["testcodes"]) for name, m in called.json["missions"].items()}


def _done(called: Called) -> str:
    assert called.status == 0, called.stderr
    return called.stdout


PASSED = {
    "hello-console": ("passed", {"greets": "passed"}),
    "hello-site": ("passed", {"greets": "passed", "asks_back": "passed", "names_the_maker": "passed"}),
}


@pytest.mark.slow
def test_a_solution_is_replayed_from_the_public_layout(tmp_path: Path) -> None:
    for mission in ("hello-site", "hello-console"):
        shutil.copytree(MISSIONS / mission / "canonical", tmp_path / "mine" / mission)
    recorded = tmp_path / "hello-direct-level-1"
    _done(projecteval("solutions", "export", tmp_path / "mine", "--missions", MISSIONS, "--out", recorded))
    assert list(_judged(MISSIONS, tmp_path / "run", agent=f"replay:{recorded}").values()) == list(PASSED.values())
    _done(projecteval("solutions", "import", recorded, "--missions", MISSIONS, "--out", tmp_path / "back"))
    asked = ("--mission", "hello-site", "--missions", MISSIONS, "--json")
    assert projecteval("check", tmp_path / "back/hello-site/project", *asked).json["passed"] == 4


@pytest.mark.parametrize("stack", ["static", "batch", *map(in_proofs, ("django", "web", "console", "desktop"))])
def test_a_new_mission_works_at_once(tmp_path: Path, stack: str) -> None:
    missions = tmp_path / "missions"
    said = _done(projecteval("missions", "new", "my-first", "--stack", stack, "--out", missions))
    assert "prompt.md" in said
    assert _done(projecteval("missions", "validate", "--missions", missions)) == "1 mission, 0 problems\n"
    ((runnable, verdicts),) = _judged(missions, tmp_path / "run").values()
    assert (runnable, set(verdicts.values())) == ("passed", {"passed"})


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["missions", "new", "Trip Splitter"], 2, "an id has small letters"),
        (["missions", "new", "x", "--stack", "rails"], 2, "rails"),
        (["missions", "new", "hello-site", "--out", str(MISSIONS)], 2, "exists already"),
        (["missions", "import", str(MISSIONS), "--out", "/nowhere/x"], 2, "is a folder of missions already"),
        (["missions", "import", "projecteval:/nowhere", "--out", "/nowhere/x"], 2, "project_eval_project.json"),
        (["solutions", "import", "/nowhere", "--out", "/nowhere/x"], 2, "no such folder"),
        (["solutions", "export", "/nowhere", "--out", "/nowhere/x"], 2, "no folder in it has the name of a mission"),
        (["solutions", "export", "/nowhere", "trip-splitter", "--out", "/nowhere/x"], 2, "no parameters.toml"),
    ],
)
def test_wrong_usage_is_answered_in_words(arguments: list[str], status: int, words: str) -> None:
    called = projecteval(*arguments)
    assert (called.status, called.stdout) == (status, "")
    assert words in called.stderr
    assert "Traceback" not in called.stderr
    assert not Path("/nowhere").exists()


@pytest.mark.slow
@needs_public_data
def test_public_missions_are_judged_the_same_as_folders_of_ours(tmp_path: Path) -> None:
    some = ("1", "18")
    public, ours = f"projecteval:{FOLDER / 'data'}", tmp_path / "ours"
    _done(projecteval("missions", "import", public, *some, "--out", ours))
    assert _done(projecteval("missions", "validate", "--missions", ours)) == "2 missions, 0 problems\n"
    found = _judged(ours, tmp_path / "run")
    assert found == _judged(public, tmp_path / "public", "--select", ",".join(some))
    assert len(found["18"][1]) == 13
