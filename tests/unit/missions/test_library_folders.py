"""Folders of library missions: what is read, and what is refused with its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from missions.catalog import open_catalog
from missions.errors import MissionError
from missions.formats.folder import load_mission
from missions.mission import Mission
from missions.validation import problems
from tests.support.suites import LIBRARIES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(LIBRARIES / "greetings", tmp_path / "greetings")
    return tmp_path / "greetings"


def _changed(folder: Path, old: str, new: str) -> Mission:
    path = folder / "mission.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return load_mission(folder)


def test_a_library_has_suites_and_documents(folder: Path) -> None:
    (folder / "specification.md").write_text("# All of it")

    mission = load_mission(folder)

    assert (mission.stack, mission.environment, mission.package) == ("library", "library", "greetings")
    assert [(suite.name, suite.test_files(), suite.seconds) for suite in mission.suites] == [
        ("unit", ("tests/test_count.py", "tests/test_greet.py"), 20.0)
    ]
    assert mission.documents["specification"].text == "# All of it"
    assert mission.suites[0].components == {"tests/test_greet.py": ("greetings/__init__.py",)}


def test_a_lock_with_pins_is_the_environment(folder: Path) -> None:
    lock = folder / "requirements.lock"
    lock.write_text("# nothing yet\n")
    without = load_mission(folder).environment
    lock.write_text("attrs==1.0 --hash=sha256:00\n")

    assert (without, load_mission(folder).environment) == ("library", str(lock))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('unit = "tests"', 'unit = "missing"', "suite unit: 'missing' is not a folder of the mission"),
        ('unit = "tests"', 'unit = "../greetings/canonical"', "no test file"),
        ('unit = "tests"', 'unit = "/tmp"', "is not a folder of the mission"),
        ('package = "greetings"\n', "", "needs package"),
        ('package = "greetings"', 'package = "_pytest.outcomes"', "_pytest has the name of the program that executes"),
        ('[suites]\nunit = "tests"\n', "", r"needs \[suites\]"),
        ('stack = "library"', 'stack = "console"', r"only a library has \[suites\]"),
    ],
)
def test_what_is_wrong_is_named(folder: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(MissionError, match=problem):
        _changed(folder, old, new)


def test_components_must_be_files_of_the_reference(folder: Path) -> None:
    mission = _changed(folder, '["greetings/__init__.py"]', '["greetings/gone.py"]')

    found = problems(mission, {}, {"greetings/__init__.py": b'"""Words."""', "greetings/new.py": b'"""New."""'})

    assert [problem.partition("mission.toml: ")[2] for problem in found] == [
        "tests/test_greet.py is said to test greetings/gone.py, which the canonical solution does not have",
        "no test file of [components] tests greetings/new.py",
    ]


def test_the_built_in_libraries_are_a_catalog_of_their_own() -> None:
    catalog = open_catalog("libraries")

    assert (catalog.name, catalog.benchmark, len(catalog.ids())) == ("libraries", "library", 6)
    assert not set(catalog.ids()) & set(open_catalog("catalog").ids())
