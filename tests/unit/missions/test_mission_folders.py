"""Missions of the public layout as mission folders, and new missions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from missions import Mission, MissionError
from missions.formats.folder import FolderCatalog, load_mission
from missions.formats.folder_export import write_mission
from missions.formats.projecteval_2025.export import public_project as as_project
from missions.formats.projecteval_2025.shapes import PROJECTS
from missions.mission import Stack
from missions.scaffolding import begin_mission, check_id
from missions.validation import problems
from tests.support.public_missions import FIXTURES, in_public_layout, public_data, public_project

TESTS = [
    "def test(driver, url):\r\n\tdriver.get(url)\r\n\tassert '''a''' != \"\"\"b\"\"\"",
    'def test(driver, url):\n    driver.get(url + r"\\path")  # \\',
    "def test(driver, url):\n    assert '\\n' in url  # ends with a quote '",
    "def public_testcode(driver, url): pass",
]


def _written(mission: Mission, folder: Path) -> Mission:
    target = folder / mission.id
    target.mkdir(parents=True)
    write_mission(mission, target)
    return load_mission(target)


@pytest.mark.parametrize("test", TESTS)
def test_a_public_mission_is_the_same_as_a_folder(tmp_path: Path, test: str) -> None:
    mission = public_data(tmp_path / "public", public_project(test, "url")).mission("1")
    found = _written(mission, tmp_path / "ours")
    assert (found.benchmark, found.environment, found.superuser) == (
        "projecteval-2025",
        "public",
        ("Admin", "abc#12345"),
    )
    assert found.setting == mission.setting
    for what in ("setting", "title", "prompt", "checklist", "technologies", "limits", "variables"):
        assert getattr(found, what) == getattr(mission, what)
    (testcode,), (other,) = found.testcodes, mission.testcodes
    assert testcode.published is not None
    assert testcode.published.text == test.replace("\r\n", "\n")
    assert (testcode.id, testcode.parameters, testcode.run) == (other.id, other.parameters, other.run)


def test_what_is_imported_and_exported_again_is_the_public_data(tmp_path: Path) -> None:
    project = public_project(TESTS[1], "url")
    folder = _written(public_data(tmp_path / "public", project).mission("1"), tmp_path / "ours")
    again = in_public_layout(tmp_path / "again", folder)
    assert sorted(path.name for path in again.folder.iterdir()) == [
        *("project_eval_answer.json", "project_eval_parameter.json", "project_eval_project.json")
    ]
    found = json.loads((again.folder / PROJECTS).read_text())[0]
    assert found | {"nl_checklist": None} == project | {"nl_checklist": None}
    assert found["nl_checklist"][0]["required"] is False


def test_a_mission_of_ours_stays_ours_on_the_way(tmp_path: Path) -> None:
    mission = FolderCatalog(FIXTURES).mission("hello-site")
    found = _written(in_public_layout(tmp_path / "public", mission).mission("hello-site"), tmp_path / "ours")
    assert [(t.id, t.requires, t.simulator) for t in found.testcodes] == [
        (t.id, t.requires, t.simulator) for t in mission.testcodes
    ]
    assert (found.setting, found.limits, found.benchmark) == (mission.setting, mission.limits, "projecteval")
    assert as_project(found, {}) == as_project(mission, {})


def test_material_keeps_the_names_that_testcodes_say(tmp_path: Path) -> None:
    """Testcodes of the public benchmark contain the full name; others have no prefix."""
    ours = "from missions import *\n@testcode('Home', 'Greet')\ndef f(user: BrowserUser) -> None: ...\n"
    public = public_data(
        tmp_path / "public",
        public_project("def f(driver): ..."),
        public_project(ours, project_id="hello"),
        public_project("def f(driver): ...", project_id="2"),
    )
    (tmp_path / "public/material").mkdir()
    for name in ("1-data.csv", "hello-data.csv"):
        (tmp_path / "public/material" / name).write_text(name)
    assert [list(public.mission(i).material_files()) for i in ("1", "hello", "2")] == [["data.csv"], ["data.csv"], []]
    found = {i: _written(public.mission(i), tmp_path / "ours") for i in ("1", "hello", "2")}
    assert list(found["1"].material_files()) == ["1-data.csv"]
    assert list(found["hello"].material_files()) == ["data.csv"]
    assert found["2"].material is None
    again = in_public_layout(tmp_path / "again", *found.values())
    assert sorted(path.name for path in (again.folder / "material").iterdir()) == ["1-data.csv", "hello-data.csv"]


@pytest.mark.parametrize("stack", Stack)
def test_a_new_mission_is_sound(tmp_path: Path, stack: Stack) -> None:
    import tomllib

    folder = tmp_path / "my-first"
    folder.mkdir()
    begin_mission("my-first", stack, folder)
    mission = load_mission(folder)
    parameters = folder / "canonical/parameters.toml"
    answers = tomllib.loads(parameters.read_text()) if stack is not Stack.LIBRARY else {}
    answers.pop("start", None)
    assert (mission.title, mission.stack) == ("My first", stack)
    project = folder / "canonical" / "project"
    files = {path.relative_to(project).as_posix(): path.read_bytes() for path in project.rglob("*") if path.is_file()}
    assert problems(mission, answers, files) == []


@pytest.mark.parametrize("mission_id", ["", "..", "a/b", "A", "a b", "-a", "a--b", "a" * 61, "ä", "a\n"])
def test_an_id_that_is_no_name_of_a_folder_is_refused(mission_id: str) -> None:
    with pytest.raises(MissionError, match="small letters, digits and single hyphens"):
        check_id(mission_id)
