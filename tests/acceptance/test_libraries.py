"""Library missions on the command line: references pass every case, nothing passes none, validation, diagrams."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from missions.catalog import open_catalog
from tests.support.commands import ROOT, projecteval
from tests.support.suites import LIBRARIES

BUILT_IN = open_catalog("libraries").ids()


def test_the_reference_passes_every_case_and_nothing_passes_none(tmp_path: Path) -> None:
    suite = ("run", "--missions", LIBRARIES, "--evaluators", "unit", "--json")
    best = projecteval(*suite, "--agent", "canonical", "--out", tmp_path / "best")
    nop = projecteval(*suite, "--agent", "nop", "--out", tmp_path / "nop")

    assert (best.json["passed"], best.json["total"], best.json["metrics"]["complete"]) == (7, 7, 1.0), best.stderr
    assert (nop.json["passed"], nop.json["total"], nop.json["runnable"]) == (0, 7, 0), nop.stderr


def test_a_program_gets_the_documents_and_is_measured_by_the_suite(tmp_path: Path) -> None:
    program = tmp_path / "build.py"
    program.write_text(
        "import pathlib\n"
        "assert 'package `greetings`' in pathlib.Path('PROMPT.md').read_text()\n"
        "assert not pathlib.Path('PARAMETERS.json').exists()\n"
        "pathlib.Path('project/greetings.py').write_text('def greet(name): return f\"Hello, {name}!\"')\n"
    )

    called = projecteval(
        *("run", "--missions", LIBRARIES, "--agent", f"command:python {program}", "--input", "prompt"),
        *("--evaluators", "unit"),
        *("--out", tmp_path / "run", "--json"),
    )

    assert (called.status, called.json["passed"], called.json["total"]) == (0, 3, 7), called.stderr


def test_a_new_library_is_checked_without_parameter_values(tmp_path: Path) -> None:
    written = projecteval("missions", "new", "my-greeter", "--stack", "library", "--out", tmp_path)
    project = tmp_path / "my-greeter" / "canonical" / "project"

    called = projecteval(
        *("check", project, "--missions", tmp_path, "--mission", "my-greeter", "--out", tmp_path / "run", "--json")
    )

    assert (written.status, called.status) == (0, 0), called.stderr
    assert (called.json["passed"], called.json["total"]) == (5, 5)


def test_list_and_show() -> None:
    listed = projecteval("missions", "list", "--missions", "libraries", "--json").json
    shown = projecteval("missions", "show", "pack-stream", "--missions", "libraries").stdout

    assert len(listed) == 6
    assert listed["pack-stream"]["suites"] == ["unit", "acceptance", "robustness", "performance", "resource"]
    assert "Package packstream; medium; serialization" in shown


@pytest.mark.slow
def test_validation_executes_the_suites_and_compares_diagrams(tmp_path: Path) -> None:
    mission = tmp_path / "missions" / "greetings"
    shutil.copytree(LIBRARIES / "greetings", mission)
    sound = projecteval("diagram", mission / "canonical" / "project", "--out", mission)
    good = projecteval("missions", "validate", "--missions", mission.parent, "--suites", "--no-types")

    tests = mission / "tests" / "test_greet.py"
    tests.write_text(tests.read_text() + "\n\ndef test_nothing():\n    assert greet('A') == 'Hi'\n")
    (mission / "tests" / "test_free.py").write_text("def test_free():\n    pass\n")
    dag = mission / "file_dag.json"
    dag.write_text("{}\n")
    bad = projecteval("missions", "validate", "--missions", mission.parent, "--suites", "--no-types")

    assert (sound.status, good.status, good.stderr) == (0, 0, "")
    assert bad.status == 1
    assert "the reference does not pass tests/test_greet.py::test_nothing" in bad.stderr
    assert "an empty project passes tests/test_free.py::test_free" in bad.stderr
    assert "file_dag.json" in bad.stderr


def test_diagrams_of_a_project() -> None:
    folder = ROOT / "canonical" / "table-align" / "project"

    packages = projecteval("diagram", folder)
    classes = projecteval("diagram", folder, "--kind", "class", "--json")
    files = projecteval("diagram", folder, "--kind", "files")

    assert packages.stdout == (ROOT / "missions/libraries/table-align/uml/package.mmd").read_text()
    assert classes.json == json.loads((ROOT / "missions/libraries/table-align/uml/class.json").read_text())
    assert list(files.json)[-1] == "tablealign/__init__.py"
    assert projecteval("diagram", "nowhere").status == 2


@pytest.mark.slow
@pytest.mark.parametrize("mission", BUILT_IN)
def test_a_built_in_reference_passes_every_suite_and_an_empty_project_none(mission: str) -> None:
    called = projecteval(
        "missions", "validate", "--missions", "libraries", "--select", mission, "--suites", timeout=900
    )

    assert (called.status, called.stdout, called.stderr) == (0, "1 mission, 0 problems\n", "")
