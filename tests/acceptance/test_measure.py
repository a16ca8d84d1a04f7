"""`missions measure` tries controls and mutants as ordinary runs; the same folder continues them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.commands import MISSIONS, Called, projecteval

VIOLATIONS = """
[[requirement]]
sentence = "A program that asks for a name and greets."

[[requirement.violation]]
id = "another-greeting"
change = [{ file = "main.py", before = "Hello", after = "Good morning" }]

[[requirement.violation]]
id = "another-question"
gap = "the prompt gives no question"
change = [{ file = "main.py", before = "Name?", after = "Who is it?" }]
"""


def _measured(missions: Path, out: Path, *words: str) -> Called:
    asked = ("--missions", missions, "--select", "hello-console", "--out", out, "--jobs", "2")
    return projecteval("missions", "measure", *asked, *words)


@pytest.fixture(scope="module")
def missions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(shutil.copytree(MISSIONS, tmp_path_factory.mktemp("catalog") / "missions"))
    program = folder / "hello-console" / "canonical" / "project" / "main.py"
    program.write_text('name = input("Name?")\nprint(f"Hello, {name}")\n')
    (folder / "hello-console" / "violations.toml").write_text(VIOLATIONS)
    return folder


@pytest.fixture(scope="module")
def out(missions: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("measure")
    called = _measured(missions, folder, "--mutants", "2")
    assert called.status == 0, called.stderr
    return folder


def test_the_reference_passes_and_controls_do_not(out: Path) -> None:
    page = (out / "tables" / "hello-console.md").read_text()
    assert "| canonical | 1 | 1 | 0 |" in page
    assert "| nop | 0 | 1 | 0 |" in page
    assert "| refusal | 0 | 1 | 0 |" in page
    assert "| garbage-nested | 0 | 1 | 0 |" in page
    assert "| [hello-console](hello-console.md) | 1 | 1 |" in (out / "tables" / "overview.md").read_text()


def test_a_mutant_is_detected_by_the_testcode_that_notices_it(out: Path) -> None:
    page = (out / "tables" / "hello-console.md").read_text()
    assert '- `main.py:2` message: `print(f"Hello, {name}")` → `print("")`  \n  `greets`' in page


def test_each_violation_of_a_sentence_has_the_testcode_that_notices_it(out: Path) -> None:
    page = (out / "tables" / "hello-console.md").read_text()
    sentence = "A program that asks for a name and greets."
    assert "1 sentence of prompt and checklist decide something. Of 2 violations, 1 were noticed (50.0 %)." in page
    assert f"| {sentence} | another-greeting | `greets` |" in page
    assert f"| {sentence} | another-question | nothing: the prompt gives no question |" in page
    assert "| 1 | 2 |\n" in (out / "tables" / "overview.md").read_text()


def test_finished_attempts_are_not_repeated(missions: Path, out: Path) -> None:
    again = _measured(missions, out, "--mutants", "2")
    assert again.status == 0
    assert "0 attempts to do" in again.stderr
    assert "[1/" not in again.stderr


@pytest.mark.slow
def test_mutants_of_a_library_are_tried_by_its_suites(tmp_path: Path) -> None:
    asked = ("--missions", MISSIONS.parent / "libraries", "--mutants", "2", "--out", tmp_path, "--jobs", "2")
    called = projecteval("missions", "measure", *asked, timeout=600)
    assert called.status == 0, called.stderr
    measured = json.loads((tmp_path / "greetings" / "measurement.json").read_text())
    reference, mutants = measured["controls"][0], measured["mutants"]
    assert (reference["name"], len(reference["passed"])) == ("canonical", len(reference["tried"]))
    assert measured["unit"] == "tests"
    assert {mutant["state"] for mutant in mutants} <= {"detected", "survived"}
    assert len(mutants) == 2


def test_a_broken_mission_beside_the_selected_one_is_not_read(missions: Path, out: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(missions, tmp_path / "missions"))
    (folder / "hello-site" / "mission.toml").write_text("broken =")
    (tmp_path / "measured" / "hello-site").mkdir(parents=True)
    shutil.copy(out / "hello-console" / "measurement.json", tmp_path / "measured" / "hello-site")
    called = _measured(folder, tmp_path / "measured", "--parts", "canonical", "--benchmark", "projecteval")
    assert called.status == 0, called.stderr
    assert (tmp_path / "measured/tables/hello-console.md").is_file()
    wrong = _measured(folder, tmp_path / "other", "--benchmark", "projektevil")
    assert (wrong.status, "projektevil" in wrong.stderr) == (2, True)


@pytest.mark.slow
def test_a_mission_after_a_request_has_a_page_and_a_line_of_its_own(tmp_path: Path) -> None:
    select = ("--select", "guest-list,guest-list@3-farewell", "--parts", "canonical,mutants", "--mutants", "1")
    asked = ("--missions", MISSIONS.parent / "growing", "--trust", *select, "--out", tmp_path, "--jobs", "2")
    called = projecteval("missions", "measure", *asked)
    assert called.status == 0, called.stderr
    page = (tmp_path / "tables" / "guest-list@3-farewell.md").read_text()
    assert "# Guest list after 3-farewell" in page
    assert "| canonical | 4 | 4 | 0 |" in page
    rows = [
        line[:40] for line in (tmp_path / "tables" / "overview.md").read_text().splitlines() if "guest-list" in line
    ]
    assert [row.partition("]")[0] for row in rows] == ["| [guest-list", "| [guest-list@3-farewell"]


def test_violations_are_tried_by_their_ids(missions: Path, tmp_path: Path) -> None:
    ids = "violations:another-question,another-greeting"
    asked = ("--agent", ids, "--missions", missions, "--select", "hello-console", "--sandbox", "none")
    called = projecteval("run", *asked, "--evaluators", "simulated-use", "--out", tmp_path / "run")
    assert "violation-001 2/2" in called.stderr, called.stderr
    assert "violation-002 1/2" in called.stderr, called.stderr


def test_wrong_parts_are_refused(missions: Path, tmp_path: Path) -> None:
    refused = _measured(missions, tmp_path, "--parts", "mutant")
    assert (refused.status, "choose from canonical, engine, controls, mutants, violations" in refused.stderr) == (
        2,
        True,
    )


def test_options_of_a_run_replace_the_browser_engine(tmp_path: Path) -> None:
    asked = ("--agent", "canonical", "--missions", MISSIONS, "--select", "hello-site", "--evaluators", "simulated-use")
    called = projecteval("run", *asked, "--browser", "selenium", "--patience", "4", "--out", tmp_path / "run", "--json")
    assert called.status == 0, called.stderr
    settings = json.loads(next((tmp_path / "run").rglob("simulated-use.json")).read_text())["settings"]
    assert settings == {"browser": "selenium", "patience": "4.0"}
    assert called.json["passed"] == called.json["total"]


def test_testcodes_after_the_last_allowed_failure_are_skipped(tmp_path: Path) -> None:
    canonical = Path(shutil.copytree(MISSIONS / "hello-site" / "canonical", tmp_path / "site"))
    program = canonical / "project" / "manage.py"
    program.write_text(program.read_text().replace("<h1>Hello", "<h1>Bye"))
    asked = ("--agent", f"folder:{canonical / 'project'}", "--missions", MISSIONS, "--select", "hello-site")
    options = ("--stop-after", "1", "--patience", "0.5", "--evaluators", "simulated-use")
    called = projecteval("run", *asked, *options, "--out", tmp_path / "run", "--json")
    assert called.status == 0, called.stderr
    outcomes = called.json["missions"]["hello-site"]["testcodes"]
    assert outcomes == {"greets": "failed", "asks_back": "skipped", "names_the_maker": "skipped"}


@pytest.mark.slow
def test_windows_that_do_nothing_pass_no_testcode(tmp_path: Path) -> None:
    agent = "controls:nop,masked,refusal,empty,echo"
    asked = ("--agent", agent, "--select", "watering-plan", "--evaluators", "simulated-use", "--jobs", "1")
    called = projecteval("run", *asked, "--patience", "1", "--out", tmp_path / "run", cwd=tmp_path)
    assert called.status == 0, called.stderr
    passed = {}
    for path in (tmp_path / "run").rglob("simulated-use.json"):
        cases = json.loads(path.read_text())["cases"]
        passed[path.parts[-3]] = [case["id"] for case in cases if case["outcome"] == "passed"]
    assert passed == {"nop": [], "masked": [], "refusal": [], "empty": ["runnable"], "echo": ["runnable"]}


def test_garbage_passes_nothing_and_ends_no_case_in_an_error(missions: Path, tmp_path: Path) -> None:
    asked = ("--missions", missions, "--select", "hello-console", "--evaluators", "simulated-use", "--patience", "1")
    kinds = ("empty", "binary", "nested", "huge", "truncated", "sparse")
    agent = "controls:" + ",".join(f"garbage-{kind}" for kind in kinds)
    assert projecteval("run", "--agent", agent, *asked, "--out", tmp_path / "run").status == 0
    found = {
        path.parts[-3]: [case["outcome"] for case in json.loads(path.read_text())["cases"]]
        for path in (tmp_path / "run").rglob("simulated-use.json")
    }
    assert found.pop("garbage-sparse") == ["passed", "passed"]  # it prints no digit
    assert found == {f"garbage-{kind}": ["passed", "failed"] for kind in kinds[:-1]}
