"""Missions and solutions in the public layout and back, evaluated in both."""

from __future__ import annotations

import json
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
def test_missions_go_to_the_public_layout_and_back(tmp_path: Path) -> None:
    public, ours = f"projecteval:{tmp_path / 'public'}", tmp_path / "ours"
    _done(projecteval("missions", "export", "--missions", MISSIONS, "--out", tmp_path / "public"))
    assert _done(projecteval("missions", "validate", "--missions", public)) == "2 missions, 0 problems\n"
    assert _judged(public, tmp_path / "run") == PASSED
    _done(projecteval("missions", "import", public, "--out", ours))
    assert _done(projecteval("missions", "validate", "--missions", ours)) == "2 missions, 0 problems\n"
    assert _judged(ours, tmp_path / "again") == PASSED


def test_what_a_defect_breaks_is_the_same_in_the_public_layout(tmp_path: Path) -> None:
    missions = Path(shutil.copytree(MISSIONS, tmp_path / "missions"))
    manage = missions / "hello-site/canonical/project/manage.py"
    manage.write_text(manage.read_text().replace("<h1>Hello", "<h1>Goodbye"))
    _done(projecteval("missions", "export", "hello-site", "--missions", missions, "--out", tmp_path / "public"))
    found = _judged(f"projecteval:{tmp_path / 'public'}", tmp_path / "run")
    assert found == {"hello-site": ("passed", PASSED["hello-site"][1] | {"greets": "failed", "asks_back": "blocked"})}


@pytest.mark.slow
@pytest.mark.parametrize("mission", ["cinema-box-office", "lending-library", "timesheet-payroll", "trip-splitter"])
def test_our_missions_pass_in_the_public_layout(tmp_path: Path, mission: str) -> None:
    _done(projecteval("missions", "export", mission, "--out", tmp_path / "public"))
    ((runnable, verdicts),) = _judged(f"projecteval:{tmp_path / 'public'}", tmp_path / "run").values()
    assert (runnable, set(verdicts.values())) == ("passed", {"passed"})


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
    missions, public = tmp_path / "missions", tmp_path / "public"
    said = _done(projecteval("missions", "new", "my-first", "--stack", stack, "--out", missions))
    assert "prompt.md" in said
    assert _done(projecteval("missions", "validate", "--missions", missions)) == "1 mission, 0 problems\n"
    if stack == "batch":  # the one with material, whose names are others in the public layout
        _done(projecteval("missions", "export", "--missions", missions, "--out", public))
        assert [path.name for path in (public / "material").iterdir()] == ["my-first-expenses.csv"]
    ((runnable, verdicts),) = _judged(
        f"projecteval:{public}" if public.exists() else missions, tmp_path / "run"
    ).values()
    assert (runnable, set(verdicts.values())) == ("passed", {"passed"})


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["missions", "new", "Trip Splitter"], 2, "an id has small letters"),
        (["missions", "new", "x", "--stack", "rails"], 2, "rails"),
        (["missions", "new", "hello-site", "--out", str(MISSIONS)], 2, "exists already"),
        (["missions", "export", "bmi", "--out", "/nowhere/x"], 2, "no mission 'bmi'"),
        (["missions", "export", "--out", str(MISSIONS)], 2, "exists already"),
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


@needs_public_data
def test_every_public_mission_is_imported_and_exported_as_it_was(tmp_path: Path) -> None:
    """Compare without line ends: Python accepts both kinds, and written files have those of this machine."""
    public, files = f"projecteval:{FOLDER / 'data'}", ("project", "answer", "parameter")
    _done(projecteval("missions", "import", public, "--out", tmp_path / "ours"))
    _done(projecteval("missions", "export", "--missions", tmp_path / "ours", "--out", tmp_path / "again"))
    for name in (f"project_eval_{name}.json" for name in files):
        went, came = (json.loads((place / name).read_text()) for place in (FOLDER / "data", tmp_path / "again"))
        assert _comparable(came) == _comparable(went), name


def _comparable(found: Any) -> Any:
    """Return projects by id, files by path, values by name, texts with one kind of line end."""
    if isinstance(found, str):
        return found.replace("\r\n", "\n")
    if isinstance(found, dict):
        return {key: _comparable(value) for key, value in found.items()}
    if isinstance(found, list):
        items = [_comparable(value) for value in found]
        named = [
            item.get("path") or item.get("project_id") or item.get("name") for item in items if isinstance(item, dict)
        ]
        return dict(zip(named, items, strict=True)) if named and all(named) else items
    return found
