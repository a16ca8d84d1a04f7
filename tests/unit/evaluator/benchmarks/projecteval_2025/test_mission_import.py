"""Import of public missions as mission folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.benchmarks.projecteval_2025.mission_import import write_mission
from missions import Mission
from missions.formats.folder import load_mission
from tests.support.public_missions import public_data, public_project

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


def test_material_keeps_the_names_that_testcodes_say(tmp_path: Path) -> None:
    public = public_data(
        tmp_path / "public",
        public_project("def f(driver): ..."),
        public_project("def f(driver): ...", project_id="2"),
    )
    (tmp_path / "public/material").mkdir()
    (tmp_path / "public/material/1-data.csv").write_text("data")
    assert [list(public.mission(i).material_files()) for i in ("1", "2")] == [["data.csv"], []]
    found = {i: _written(public.mission(i), tmp_path / "own") for i in ("1", "2")}
    assert list(found["1"].material_files()) == ["1-data.csv"]
    assert found["2"].material is None
