"""Missions that change an existing project: the reference, the project as it is, agents of both kinds, validation."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from missions.catalog import open_catalog
from missions.errors import MissionError
from tests.support.commands import ROOT, projecteval
from tests.support.model_server import Fault, says, serving

MISSIONS = ROOT / "tests" / "fixtures" / "existing"
TAGS = MISSIONS / "price-tags"
CHANGES = TAGS / "canonical" / "changes"
OPTIONS = ("--missions", str(MISSIONS), "--trust", "--sandbox", "none", "--evaluators", "simulated-use")

CHANGING_AGENT = """
from pathlib import Path
import sys

project, changes = Path("project"), Path(sys.argv[1])
assert sorted(path.name for path in project.iterdir()) == ["main.py", "notes.py", "tags.py"]
assert "`--loud`" in Path("PROMPT.md").read_text()
for path in changes.iterdir():
    (project / path.name).write_text(path.read_text())
(project / "notes.py").unlink()
"""


def _cases(run: Path) -> dict[str, str]:
    (path,) = (path for path in run.glob("**/evaluations/simulated-use.json") if "stages" not in path.parts)
    return {case["id"]: case["outcome"] for case in json.loads(path.read_text())["cases"]}


def _run(agent: str, out: Path, *more: str, **settings: Any) -> dict[str, str]:
    called = projecteval("run", *OPTIONS, "--agent", agent, *more, "--out", out, "--json", **settings)
    assert called.status == 0, called.stderr
    return _cases(out)


ALL_PASS = dict.fromkeys(
    ("runnable", "whole_prices_are_printed", "five_cents_have_two_digits", "names_are_loud"), "passed"
)
AS_IT_IS = ALL_PASS | {"five_cents_have_two_digits": "failed", "names_are_loud": "failed"}


def test_the_reference_has_changed_files_and_lost_the_removed_one() -> None:
    catalog = open_catalog(str(MISSIONS))
    mission, reference = catalog.described("price-tags"), catalog.reference("price-tags")
    assert reference is not None
    assert mission.existing is not None
    assert sorted(mission.existing) == ["main.py", "notes.py", "tags.py"]
    assert sorted(reference.files) == ["main.py", "tags.py"]
    assert reference.files["tags.py"] == (CHANGES / "tags.py").read_bytes()
    assert reference.before is not None
    assert reference.before.files == mission.existing


@pytest.mark.parametrize(("agent", "cases"), [("canonical", ALL_PASS), ("controls:existing", AS_IT_IS)])
def test_the_reference_passes_all_and_the_project_as_it_is_what_worked_already(
    agent: str, cases: dict[str, str], tmp_path: Path
) -> None:
    assert _run(agent, tmp_path / "run") == cases


def test_a_model_is_shown_the_project_and_answers_with_changed_files(tmp_path: Path) -> None:
    prompts: list[str] = []

    def answered(question: str) -> Fault | None:
        prompts.append(question)
        if "Write the checklist" in question:
            return says('[{"page": "Tags", "function": [{"function": "Print", "description": "Prints."}]}]')
        if "Write the skeleton" in question:
            return says('[{"path": "main.py", "code": "# the whole program"}]')
        files = [{"path": path.name, "code": path.read_text()} for path in sorted(CHANGES.iterdir())]
        return says(json.dumps(files))

    with serving() as server:
        server.refuses = answered
        environment = server.environment
        assert _run("openai:gpt-4o", tmp_path / "direct", "--level", "2", env=environment) == ALL_PASS
        assert len(prompts) == 1
        assert "cents % 100" in prompts[0]
        assert "`--loud`" in prompts[0]
        assert "--loud prints the name in capital letters." in prompts[0]
        assert _run("openai:gpt-4o", tmp_path / "cascade", "--mode", "cascade", env=environment) == ALL_PASS
    solution = next((tmp_path / "direct").glob("**/solution"))
    assert sorted(path.name for path in solution.iterdir()) == ["main.py", "notes.py", "tags.py"]
    checklist, skeleton, code = prompts[1:]
    assert "cents % 100" in checklist
    assert "cents % 100" in skeleton
    assert "# the whole program" in code
    assert "cents % 100" in code


def test_a_program_begins_with_the_project_in_its_workspace(tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text(CHANGING_AGENT)
    out = tmp_path / "run"
    assert _run(f"command:python {agent} {CHANGES}", out, "--level", "3") == ALL_PASS
    solution = next(out.glob("**/solution"))
    assert sorted(path.name for path in solution.iterdir()) == ["main.py", "tags.py"]


def test_a_project_that_grows_begins_with_the_existing_one(tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text(CHANGING_AGENT)
    assert _run(f"command:python {agent} {CHANGES}", tmp_path / "run", "--strategy", "growing") == ALL_PASS


def test_file_by_file_is_refused(tmp_path: Path) -> None:
    with serving() as server:
        options = ("--input", "package", "--strategy", "incremental", "--out", tmp_path / "run", "--json")
        called = projecteval("run", *OPTIONS, "--agent", "openai:gpt-4o", *options, env=server.environment)
        assert server.asked == []
    record = json.loads(next((tmp_path / "run").glob("**/generation.json")).read_text())
    assert "price-tags changes an existing project, which is not written file by file" in json.dumps(record)
    assert called.json["passed"] == 0


def _validated(missions: Path, *options: str) -> str:
    called = projecteval("missions", "validate", "--missions", missions, "--trust", "--no-types", *options)
    assert called.status == 1, called.stdout
    return called.stderr


def _changed(folder: Path, old: str, new: str) -> Path:
    shutil.copytree(MISSIONS, folder)
    table = folder / "price-tags" / "mission.toml"
    assert old in table.read_text()
    table.write_text(table.read_text().replace(old, new))
    return folder


def test_validation_executes_the_existing_project(tmp_path: Path) -> None:
    missions = _changed(tmp_path / "missions", "whole_prices_are_printed", "names_are_loud")
    said = _validated(missions, "--testcodes", "--sandbox", "none")
    assert "the existing project passes whole_prices_are_printed, which belongs to what is new by works_already" in said
    assert "the existing project does not pass names_are_loud, which does not belong to what is new" in said
    assert "five_cents_have_two_digits" not in said
    called = projecteval(
        *("missions", "validate", "--missions", MISSIONS, "--trust", "--no-types", "--testcodes", "--sandbox", "none")
    )
    assert (called.status, called.stderr) == (0, ""), called.stderr


def test_validation_names_mistakes_about_the_existing_project(tmp_path: Path) -> None:
    missions = _changed(tmp_path / "missions", '["whole', '["whole_prices", "names_are_loud", "names_are_loud", "whole')
    said = _validated(missions)
    assert "works_already has whole_prices, which is not a testcode of this mission" in said
    assert "works_already has names_are_loud 2 times" in said
    shutil.rmtree(missions / "price-tags" / "existing")
    shutil.copytree(CHANGES, missions / "price-tags" / "canonical" / "project")
    assert "works_already needs the project that is to be changed, in the folder existing" in _validated(missions)
    (missions / "price-tags" / "existing").mkdir()
    assert "existing: the folder is empty" in _validated(missions)


def test_a_library_has_no_existing_project(tmp_path: Path) -> None:
    missions = _changed(tmp_path / "missions", 'stack = "batch"', 'stack = "library"')
    with pytest.raises(MissionError, match="a library is built from nothing"):
        open_catalog(str(missions)).described("price-tags")


def test_the_files_are_shown_with_the_mission() -> None:
    called = projecteval("missions", "show", "price-tags", "--missions", MISSIONS)
    assert called.status == 0, called.stderr
    assert f"Existing project, in {TAGS}/existing" in called.stdout
    assert "main.py, notes.py, tags.py" in called.stdout
