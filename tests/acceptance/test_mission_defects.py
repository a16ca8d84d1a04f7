"""A testcode that raises counts as not passed, unless it raises on the reference, too: then it counts for no agent."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.commands import ROOT, Called, projecteval

MISSION = "word-count"
FIXTURE = ROOT / "tests" / "hostile" / "denominators" / "missions"
RAISES = '''

@testcode("Command line", "Count words")
def raises_on_every_program(user: FilesUser) -> None:
    """{name}"""
    runs(user)
    assert {{}}["words"] == 5


@testcode("Command line", "Count words", requires=[raises_on_every_program])
def needs_what_raises(user: FilesUser) -> None:
    runs(user)
    user.sees_in("total.txt", "5")
'''
DEFECTS = {"raises_on_every_program", "needs_what_raises"}


@pytest.fixture
def missions(tmp_path: Path) -> Path:
    """A catalog with a mission that has a defect, and that no cache knows."""
    folder = Path(shutil.copytree(FIXTURE, tmp_path / "missions"))
    testcodes = folder / MISSION / "testcodes.py"
    testcodes.write_text(testcodes.read_text() + RAISES.format(name=tmp_path))
    return folder


def _project(folder: Path, added: str) -> Path:
    shutil.copytree(FIXTURE / MISSION / "canonical" / "project", folder)
    (folder / "main.py").write_text((folder / "main.py").read_text() + added)
    return folder


def _check(project: Path, missions: Path, out: Path, *more: str) -> Called:
    return projecteval("check", project, "--mission", MISSION, "--missions", missions, "--out", out, *more)


BRACKETS = '\nPath("words.json").write_text("[" * 30_000)\n'


def test_a_testcode_that_raises_counts_as_not_passed(tmp_path: Path) -> None:
    project = _project(tmp_path / "project", BRACKETS)

    called = _check(project, FIXTURE, tmp_path / "run", "--fail-under", "100")

    assert called.status == 3, called.stderr
    assert "6 of 9 passed (66.7 %)" in called.stdout
    assert "2 × error: the testcode raised RecursionError" in called.stdout
    assert "failures: testcode error 2 (100 %)" in called.stdout
    assert "not counted" not in called.stdout
    exported = projecteval("report", tmp_path / "run", "--junit", tmp_path / "j.xml", "--csv", tmp_path / "c.csv")
    assert exported.status == 0, exported.stderr
    assert 'tests="9" failures="0" errors="2" skipped="1"' in (tmp_path / "j.xml").read_text()
    assert (tmp_path / "c.csv").read_text().count(",error,testcode_error,") == 2


def test_a_testcode_that_exits_neither_ends_the_command_nor_passes(tmp_path: Path) -> None:
    project = _project(tmp_path / "project", '\nPath("longest.txt").write_text("longest: stop")\n')

    called = _check(project, FIXTURE, tmp_path / "run", "--json")

    found = called.json["missions"][MISSION]
    assert (called.status, found["passed"], found["total"]) == (0, 6, 9)
    assert "the testcode raised SystemExit: 0" in found["reasons"]["the_testcode_ends_with_status_0"]
    assert "the testcode raised SystemExit: 0" in found["reasons"]["the_testcode_ends_its_process"]


def test_a_defect_of_the_mission_is_left_out_for_every_agent(tmp_path: Path, missions: Path) -> None:
    """Of a project that does not even start as of the reference itself, and without evaluating that again."""
    wrong = _project(tmp_path / "wrong", BRACKETS)
    first = _check(wrong, missions, tmp_path / "wrong-run", "--json")
    found = first.json["missions"][MISSION]
    assert (first.status, found["passed"], found["total"]) == (0, 6, 9)
    assert {name for name, outcome in found["testcodes"].items() if outcome == "mission_defect"} == DEFECTS
    assert found["testcodes"]["words_are_counted"] == "error"
    (warning,) = first.json["warnings"]
    assert warning.endswith("as well: needs_what_raises, raises_on_every_program")

    broken = _project(tmp_path / "broken", "\ndef (\n")
    second = _check(broken, missions, tmp_path / "broken-run", "--json")
    assert (second.json["passed"], second.json["total"]) == (0, 9)

    third = projecteval("run", "--agent", "canonical", "--missions", missions, "--out", tmp_path / "own", "--json")
    assert (third.json["passed"], third.json["total"], third.json["pass_rate"]) == (9, 9, 1.0)
    compared = projecteval("compare", tmp_path / "wrong-run", tmp_path / "broken-run", tmp_path / "own", "--json")
    assert {row["total"] for row in compared.json["rows"]} == {9}


def test_a_run_goes_on_with_the_evaluation_of_its_reference(tmp_path: Path, missions: Path) -> None:
    project = _project(tmp_path / "project", BRACKETS)
    _check(project, missions, tmp_path / "run", "--json")
    resume = "resume", tmp_path / "run", "--agent", f"folder:{project}", "--json"
    stored = tmp_path / "run" / "reference" / MISSION / "evaluations" / "simulated-use.json"
    before = stored.stat().st_mtime_ns
    assert {case["id"] for case in json.loads(stored.read_text())["cases"]} >= DEFECTS

    assert projecteval(*resume).json["total"] == 9
    assert stored.stat().st_mtime_ns == before
    stored.unlink()
    assert projecteval("report", tmp_path / "run", "--json").json["total"] == 11, "without it, nothing is left out"
    assert projecteval(*resume).json["total"] == 9
    assert stored.exists()


def test_validation_finds_defects_and_runs_know_them(tmp_path: Path, missions: Path) -> None:
    """So the total of a project on which no testcode raises is the same."""
    validated = projecteval("missions", "validate", "--missions", missions, "--testcodes", "--no-types")
    assert validated.status == 1
    assert "the reference does not pass raises_on_every_program: the testcode raised KeyError" in validated.stderr

    broken = _project(tmp_path / "broken", "\ndef (\n")
    called = _check(broken, missions, tmp_path / "run", "--json")

    assert (called.json["passed"], called.json["total"]) == (0, 9)
    assert set(called.json["missions"][MISSION]["testcodes"].values()) == {
        "not_runnable",
        "mission_defect",
    }


def test_without_a_reference_everything_counts(tmp_path: Path, missions: Path) -> None:
    project = _project(tmp_path / "project", "")
    shutil.rmtree(missions / MISSION / "canonical")

    called = _check(project, missions, tmp_path / "run", "--json")

    assert (called.json["passed"], called.json["total"], called.json["warnings"]) == (9, 11, [])


RAISES_FOR_SOME_INPUTS = '''
from missions import Inputs


@testcode("Command line", "Count words")
def raises_for_some_inputs(user: FilesUser, inputs: Inputs) -> None:
    """{name}"""
    runs(user)
    assert inputs.random() < 0.5 or {{}}["words"] == 5
'''


def _total(called: Called) -> int:
    assert called.status == 0, called.stderr
    return int(called.json["total"])


def test_the_reference_is_evaluated_with_the_inputs_of_the_run(tmp_path: Path) -> None:
    """Seed 0 raises nothing, seed 1 raises on every program."""
    folder = Path(shutil.copytree(FIXTURE, tmp_path / "missions"))
    testcodes = folder / MISSION / "testcodes.py"
    testcodes.write_text(testcodes.read_text() + RAISES_FOR_SOME_INPUTS.format(name=tmp_path))
    project = _project(tmp_path / "project", "")

    totals = [
        _total(_check(project, folder, tmp_path / f"run-{seed}", "--inputs-seed", str(seed), "--json"))
        for seed in (0, 1)
    ]

    assert totals == [10, 9]
