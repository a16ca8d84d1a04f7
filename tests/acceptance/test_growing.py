"""Missions with later requests: grown by references and scripted agents, validated, killed in a stage and resumed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from missions.catalog import open_catalog
from tests.support.commands import ROOT, environment, projecteval
from tests.support.model_server import Fault, says, serving
from tests.support.parameters import in_proofs

MISSIONS = ROOT / "tests" / "fixtures" / "growing"
GUESTS = MISSIONS / "guest-list"
AGENT = ROOT / "tests" / "support" / "requests_agent.py"
CHANGES = GUESTS / "canonical" / "stages"


def _run(agent: str, strategy: str = "growing", missions: Path = MISSIONS) -> tuple[str, ...]:
    where = ("--missions", str(missions), "--trust", "--sandbox", "none")
    return ("run", *where, "--strategy", strategy, "--agent", agent, "--evaluators", "simulated-use")


def _agent(projects: Path, notes: Path) -> str:
    notes.mkdir(exist_ok=True)
    return f"command:python {AGENT} {projects} {notes}"


def _projects(folder: Path, **mains: str) -> Path:
    for name, main in mains.items():
        (folder / name.lstrip("_")).mkdir(parents=True)
        (folder / name.lstrip("_") / "main.py").write_text(main)
    return folder


def _stages(called: Any) -> list[dict[str, Any]]:
    (built,) = called["built"].values()
    found: list[dict[str, Any]] = built["stages"]
    return found


@pytest.mark.parametrize("strategy", ["growing", in_proofs("growing-from-reference")])
def test_the_references_of_all_stages_pass_every_case(strategy: str, tmp_path: Path) -> None:
    called = projecteval(*_run("canonical", strategy), "--out", tmp_path / "run", "--json")
    assert called.status == 0, called.stderr
    stages = _stages(called.json)
    assert [(each["name"], each["passed"], each["total"]) for each in stages] == [
        ("code", 3, 3),
        ("2-tables", 4, 4),
        ("3-farewell", 5, 5),
    ]
    assert [(each["new"], each["broken"]) for each in stages] == [(3, []), (3, []), (3, [])]
    measures = {"files changed": 1, "lines added": 5, "lines removed": 3, "work that survived": pytest.approx(200 / 3)}
    assert stages[1]["measures"] == measures
    assert (called.json["passed"], called.json["total"]) == (5, 5)


def test_one_who_begins_anew_loses_the_guests_and_what_breaks_is_named(tmp_path: Path) -> None:
    first, tables, farewell = (
        (folder / "main.py").read_text()
        for folder in (GUESTS / "canonical/project", CHANGES / "2-tables/changes", CHANGES / "3-farewell/changes")
    )
    anew = tables.replace("guests.txt", "tables.txt")
    projects = _projects(tmp_path / "projects", _1=first, _2=anew, _3=farewell.replace("{name} at", "{name} is at"))
    run = tmp_path / "run"
    called = projecteval(*_run(_agent(projects, tmp_path / "notes")), "--out", run, "--json")
    assert called.status == 0, called.stderr
    assert [each["broken"] for each in _stages(called.json)] == [[], [], ["guests_are_added"]]
    evaluation = json.loads(next(run.glob("**/02-2-tables/evaluations/simulated-use.json")).read_text())
    assert [case["id"] for case in evaluation["cases"] if case["outcome"] != "passed"] == [
        "guests_of_before_sit_at_table_1"
    ]
    report = projecteval("report", run)
    assert report.status == 0, report.stderr
    details = "".join(path.read_text() for path in (run / "report").rglob("*") if path.is_file())
    assert "broken: guests_are_added" in details


def test_a_mission_without_its_stages_is_what_it_was(tmp_path: Path) -> None:
    first = open_catalog(str(MISSIONS)).described("guest-list")
    assert [each.id for each in first.testcodes] == ["guests_are_added", "guests_are_listed_as_they_came"]
    last = open_catalog(str(MISSIONS)).described("guest-list@3-farewell")
    assert [(each.id, each.since) for each in last.testcodes] == [
        ("guests_are_added", "2-tables"),
        ("guests_are_listed_by_name", "3-farewell"),
        ("guests_leave", "3-farewell"),
        ("a_guest_of_before_can_leave", "3-farewell"),
    ]
    assert [function.name for _, function in last.checklist.functions()] == ["Add", "List", "Keep guests", "Remove"]
    called = projecteval(*_run("canonical", "direct"), "--out", tmp_path / "run", "--json")
    assert (called.status, called.json["total"]) == (0, 3), called.stderr


def test_validation_names_testcodes_that_the_stage_before_passes(tmp_path: Path) -> None:
    shutil.copytree(MISSIONS, tmp_path / "missions")
    stage = tmp_path / "missions" / "guest-list" / "requests" / "3-farewell.py"
    stage.write_text(stage.read_text().replace('"Ada at 2", "Max at 2"', '"Max at 2", "Ada at 2"'))
    options = ("--missions", tmp_path / "missions", "--trust", "--no-types", "--sandbox", "none", "--testcodes")
    called = projecteval("missions", "validate", *options)
    assert called.status == 1
    problems = [line for line in called.stderr.splitlines() if "guests_are_listed_by_name" in line]
    assert "the reference does not pass" in problems[0]
    assert (
        "the reference of the stage before passes guests_are_listed_by_name, which belongs to this stage" in problems[1]
    )


def _long_mission(folder: Path, stages: int) -> Path:
    """Write a mission whose every request adds a word that the program has to print, and ends the word three before."""
    mission = folder / "words"
    shutil.copytree(GUESTS, mission, ignore=shutil.ignore_patterns("requests", "stages"))
    names = {number: f"{number}-word" for number in range(2, stages + 1)}
    ends = {number: f'ends = ["word_{number - 3}"]\n' if number > 3 else "" for number in names}
    tables = "".join(f'\n[[stages]]\nname = "{name}"\n{ends[number]}' for number, name in names.items())
    (mission / "mission.toml").write_text(f'title = "Words"\nstack = "batch"\n{tables}')
    (mission / "testcodes.py").write_text(_testcode(1))
    (mission / "requests").mkdir()
    for number, name in names.items():
        (mission / "requests" / f"{name}.md").write_text(f"Print word {number}, too.")
        (mission / "requests" / f"{name}.py").write_text(_testcode(number))
    return folder


def _printing(number: int) -> str:
    """Return a program that prints the words of a stage; every fifth one loses the word before."""
    words = [each for each in range(1, number + 1) if number % 5 or each != number - 1]
    return "".join(f"print('word{each}.')\n" for each in words)


def _testcode(number: int) -> str:
    return (
        "from missions import FilesUser, testcode\n\n\n@testcode('Guests', 'List')\n"
        f"def word_{number}(user: FilesUser) -> None:\n    user.runs()\n    user.sees_output('word{number}.')\n"
    )


def _kill_when(mark: Path, command: tuple[str, ...]) -> None:
    program = [str(Path(sys.executable).with_name("projecteval")), *command]
    with subprocess.Popen(program, cwd=ROOT, env=environment(), stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 600
        while not mark.exists() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        process.kill()
    assert mark.exists()


@pytest.mark.slow
def test_an_attempt_of_twenty_stages_killed_in_each_of_them_leaves_the_same_results(tmp_path: Path) -> None:
    missions, notes, count = _long_mission(tmp_path / "missions", 20), tmp_path / "notes", 20
    mains = {f"_{number}": _printing(number) for number in range(1, count + 1)}
    agent, run = _agent(_projects(tmp_path / "projects", **mains), notes), tmp_path / "run"
    undisturbed = projecteval(
        *_run(agent, missions=missions), "--out", tmp_path / "undisturbed", "--json", timeout=1800
    )
    assert undisturbed.status == 0, undisturbed.stderr
    for number in range(1, count + 1):
        (notes / "stop-at").write_text(str(number))
        resume = ("resume", str(run), "--agent", agent, "--sandbox", "none", "--trust")
        _kill_when(
            notes / f"stopped-{number}", resume if number > 1 else (*_run(agent, missions=missions), "--out", str(run))
        )
        assert len(list(run.glob("**/stages/*/generation.json"))) == number - 1
    resumed = projecteval("resume", run, "--agent", agent, "--sandbox", "none", "--trust", "--json")
    assert resumed.status == 0, resumed.stderr
    timeless = [
        [{**each, "seconds": 0, "usage": {}} for each in _stages(called.json)] for called in (resumed, undisturbed)
    ]
    assert timeless[0] == timeless[1]
    assert len(timeless[0]) == count
    assert [each["broken"] for each in timeless[0]][3:6] == [[], ["word_4"], []]


def _answered(question: str) -> Fault | None:
    """Return a model's answer to the first prompt, or to a request."""
    stage = "3-farewell" if "Guests leave" in question else "2-tables" if "Guests have tables" in question else ""
    folder = CHANGES / stage / "changes" if stage else GUESTS / "canonical" / "project"
    return says(json.dumps([{"path": "main.py", "code": (folder / "main.py").read_text()}]))


def test_a_model_gets_its_own_code_with_each_request(tmp_path: Path) -> None:
    with serving() as server:
        prompts: list[str] = []

        def answered(question: str) -> Fault | None:
            prompts.append(question)
            return _answered(question)

        server.refuses = answered
        called = projecteval(*_run("openai:gpt-4o"), "--out", tmp_path / "run", "--json", env=server.environment)
    assert called.status == 0, called.stderr
    assert [(each["passed"], each["broken"]) for each in _stages(called.json)] == [(3, []), (4, []), (5, [])]
    assert len(prompts) == 3
    assert "A guest list" in prompts[1]
    assert "a name a line." in prompts[1]
    assert "Guests have tables" in prompts[2]
