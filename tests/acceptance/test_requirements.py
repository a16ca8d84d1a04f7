"""Packages that a solution requires in addition to its environment are available only when they were allowed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from simulators.runtime.environments import host as environments
from tests.support.commands import MISSIONS, Called, projecteval
from tests.support.wheels import wheel

POLITE = "import greeting, sys\nprint(f'{greeting.word}, {input(chr(63))}')\n"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Home with the environments of the real one, without allowed packages."""
    environments.build("console")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "environments").symlink_to(environments.home() / "environments")
    tmp_path.chmod(0o755)
    return {"PROJECTEVAL_HOME": str(tmp_path / "home")}


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    wheel(tmp_path / "wheels", "greeting", "1.2", "from politeness import word", ["politeness"])
    wheel(tmp_path / "wheels", "politeness", "3.0", "word = 'Hello'")
    return tmp_path / "wheels"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "solution" / "project"
    folder.mkdir(parents=True)
    (folder / "main.py").write_text(POLITE)
    (folder / "requirements.txt").write_text("greeting>=1\n")
    (folder.parent / "parameters.toml").write_text("")
    return folder


def _check(project: Path, home: Mapping[str, str], missions: Path = MISSIONS, status: int = 0) -> dict[str, str]:
    asked = ("check", project, "--mission", "hello-console", "--missions", missions, "--json")
    called = projecteval(*asked, env=home, cwd=project.parent)
    assert called.status == status, called.stderr
    found = called.json["missions"]["hello-console"]
    return {"runnable": found["runnable"], "reason": found["reason"], **found["testcodes"]}


def _environments(*words: str | Path, home: Mapping[str, str]) -> Called:
    return projecteval("environments", *words, env=home)


def test_a_package_is_installed_for_the_solution_alone_once_it_is_allowed(
    project: Path, home: dict[str, str], wheels: Path
) -> None:
    before = _check(project, home)
    assert before["runnable"] == "not_runnable"
    assert "requires greeting>=1: it is not allowed" in before["reason"]
    assert "projecteval environments allow 'greeting>=1'" in before["reason"]

    allowed = _environments("allow", "greeting==1.2", "--from", wheels, home=home)

    assert allowed.stdout.split() == [
        *("allowed", "greeting-1.2-py3-none-any.whl"),
        *("allowed", "politeness-3.0-py3-none-any.whl"),
    ]
    assert "greeting==1.2" in _environments("list", home=home).stdout
    assert _check(project, home) == {"runnable": "passed", "reason": "", "greets": "passed"}
    assert not list(environments.place("console").rglob("greeting*")), "the common environment stays as it is"

    (project / "requirements.txt").write_text("greeting>=2\n")
    assert "requires greeting>=2: allowed is 1.2" in _check(project, home)["reason"]

    assert _environments("disallow", "greeting", home=home).status == 0
    (project / "requirements.txt").write_text("greeting>=1\n")
    assert _check(project, home)["runnable"] == "not_runnable"

    removed = _environments("prune", home=home)
    assert removed.status == 0
    assert "removed " in removed.stdout
    assert not list((Path(home["PROJECTEVAL_HOME"]) / "layers").glob("console-*"))


def test_packages_that_do_not_go_together_or_with_the_environment_are_named(
    project: Path, home: dict[str, str], tmp_path: Path
) -> None:
    wheel(tmp_path / "wheels", "greeting", "1.0", "word = 'Hello'", ["time-machine<1"])
    shutil.copytree(tmp_path / "wheels", tmp_path / "home" / "wheels")
    (tmp_path / "home" / "wheels" / "allowed.json").write_text(json.dumps({"greeting-1.0-py3-none-any.whl": "0" * 64}))

    found = _check(project, home)

    assert found["runnable"] == "not_runnable"
    assert "what the project requires cannot be installed" in found["reason"]
    assert "time-machine" in found["reason"]


@pytest.mark.slow
def test_a_wheel_that_was_exchanged_after_it_was_allowed_is_not_installed(
    project: Path, home: dict[str, str], wheels: Path
) -> None:
    assert _environments("allow", "greeting==1.2", "--from", wheels, home=home).status == 0
    cache = Path(home["PROJECTEVAL_HOME"]) / "wheels"
    (cache / "politeness-3.0-py3-none-any.whl").chmod(0o644)
    wheel(cache, "politeness", "3.0", "word = 'Goodbye'")

    found = _check(project, home, status=1)

    assert found["runnable"] == "infrastructure"
    assert "allow them again" in found["reason"]
    assert "HASH" in found["reason"].upper()


def test_what_the_environment_holds_is_there_in_its_own_version(project: Path, home: dict[str, str]) -> None:
    (project / "main.py").write_text("print(f'Hello, {input(chr(63))}')\n")
    (project / "requirements.txt").write_text("time_machine==0.1\n")
    assert _check(project, home)["runnable"] == "passed"


def test_a_mission_may_refuse_further_packages(
    project: Path, home: dict[str, str], wheels: Path, tmp_path: Path
) -> None:
    assert _environments("allow", "greeting==1.2", "--from", wheels, home=home).status == 0
    missions = Path(shutil.copytree(MISSIONS, tmp_path / "missions"))
    head = missions / "hello-console" / "mission.toml"
    head.write_text(head.read_text().replace("[limits]", "extra_packages = false\n[limits]"))

    assert "No module named 'greeting'" in _check(project, home, missions)["reason"]


def test_what_was_asked_wrongly_is_said(home: dict[str, str], tmp_path: Path) -> None:
    assert _environments("allow", home=home).status == 2
    assert _environments("allow", "--file", tmp_path / "none.txt", home=home).status == 2
    unknown = _environments("allow", "greeting==9", "--from", tmp_path, home=home)
    assert (unknown.status, "Traceback" in unknown.stderr) == (1, False)
    assert "greeting==9" in unknown.stderr
    assert _environments("disallow", "greeting", home=home).status == 2
    assert _environments("remove", "nothing", home=home).status == 2


@pytest.mark.slow
def test_a_run_goes_on_only_with_what_was_allowed_when_it_began_or_is_judged_anew(
    home: dict[str, str], wheels: Path, tmp_path: Path
) -> None:
    mission = Path(shutil.copytree(MISSIONS / "hello-console", tmp_path / "missions" / "hello-console"))
    (mission / "canonical" / "project" / "main.py").write_text(POLITE)
    (mission / "canonical" / "project" / "requirements.txt").write_text("greeting")
    run = tmp_path / "run"
    asked = ("run", "--agent", "canonical", "--missions", mission.parent, "--steps", "generate,evaluate", "--out", run)
    assert projecteval(*asked, "--json", env=home).json["runnable"] == 0
    assert _environments("allow", "greeting", "--from", wheels, home=home).status == 0

    refused = projecteval("resume", run, env=home)
    assert (refused.status, "wheels.greeting-1.2-py3-none-any.whl: nothing" in refused.stderr) == (2, True)

    assert projecteval("evaluate", run, "--again", "--json", env=home).json["runnable"] == 1
    assert projecteval("resume", run, env=home).status == 0
