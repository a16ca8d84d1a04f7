"""Mistakes of mission authors in a run: the reference raises as well, so that figures leave the cases out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.author_bugs import BUGS, HELPER
from tests.support.commands import Called, projecteval

RAISING = [bug for bug in BUGS if bug.testcode]


@pytest.mark.slow
def test_mistakes_that_raise_are_defects_of_the_mission(tmp_path: Path) -> None:
    for number, bug in enumerate(RAISING):
        folder = bug.planted(tmp_path / str(number)) / "hello-site"
        (folder / "testcodes.py").write_text((folder / "testcodes.py").read_text() + HELPER)
        folder.rename(_catalog(tmp_path) / f"mission-{number}")
    called = _run(_catalog(tmp_path), tmp_path / "run")
    assert len(called.json["missions"]) == len(RAISING)
    for number, bug in enumerate(RAISING):
        found = called.json["missions"][f"mission-{number}"]
        outcomes = {"greets": "mission_defect", "asks_back": "mission_defect", "names_the_maker": "passed"}
        assert found["testcodes"] == outcomes, bug.name
        assert (found["passed"], found["total"]) == (2, 2), bug.name
    assert called.json["pass_rate"] == 1.0
    assert "not counted" in projecteval("report", tmp_path / "run").stdout


def test_a_mission_that_cannot_be_loaded_is_refused(tmp_path: Path) -> None:
    (bug,) = [bug for bug in BUGS if bug.name == "failing import"]
    called = projecteval("run", "--agent", "nop", "--missions", bug.planted(tmp_path / "m"), "--out", tmp_path / "run")
    assert called.status == 2
    assert "No module named 'typings'" in called.stderr


def test_other_missions_can_be_listed_and_run(tmp_path: Path) -> None:
    catalog = BUGS[-1].planted(tmp_path / "m")
    (catalog / "hello-site").rename(catalog / "broken")
    BUGS[7].planted(catalog)
    listed = projecteval("missions", "list", "--missions", catalog)
    assert (listed.status, "hello-site" in listed.stdout) == (1, True)
    assert "broken/testcodes.py" in listed.stderr
    called = projecteval(
        "run", "--agent", "canonical", "--missions", catalog, "--select", "hello-site", "--out", tmp_path / "r"
    )
    assert called.status == 0, called.stderr


def _catalog(folder: Path) -> Path:
    (folder / "missions").mkdir(exist_ok=True)
    return folder / "missions"


def _run(missions: Path, out: Path) -> Called:
    called = projecteval(
        "run", "--agent", "canonical", "--missions", missions, "--out", out, "--json", "--evaluators", "simulated-use"
    )
    assert called.status == 0, called.stderr
    return called
