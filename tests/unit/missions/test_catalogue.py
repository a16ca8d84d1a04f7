"""Missions read from folders, and messages about malformed ones."""

import shutil
from pathlib import Path

import pytest

from missions import MissionError
from missions.catalog import open_catalog, select
from missions.formats.folder import FolderCatalog
from missions.validation import problems

FIXTURES = Path(__file__).parents[2] / "fixtures" / "missions"


@pytest.fixture
def catalog(tmp_path: Path) -> FolderCatalog:
    shutil.copytree(FIXTURES, tmp_path / "missions")
    return FolderCatalog(tmp_path / "missions")


def _edit(catalog: FolderCatalog, name: str, old: str, new: str) -> None:
    path = catalog.folder / "hello-site" / name
    content = path.read_text()
    assert old in content
    path.write_text(content.replace(old, new))


def test_a_mission_is_what_its_folder_says(catalog: FolderCatalog) -> None:
    mission = catalog.mission("hello-site")
    assert (mission.title, mission.stack, mission.environment) == ("Hello", "django", "django")
    assert [t.id for t in mission.testcodes] == ["greets", "asks_back", "names_the_maker"]
    assert [p.key for p in mission.parameters()] == ["home", "greeting", "ask", "about"]
    assert mission.setting.patience == 1.0


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("mission.toml", 'stack = "django"', 'stack = "rails"', "mission.toml: stack"),
        ("mission.toml", "title =", "titel =", "mission.toml: title"),
        ("mission.toml", "[setting]", "[setting", "not valid TOML"),
        ("mission.toml", "patience = 1.0", "patience = 0", "setting.patience"),
        ("checklist.toml", 'description = "The page says hello."', "", "page.0.function.0.description"),
        ("testcodes.py", "def greets(user: BrowserUser", "def greets(user: Browser", "testcodes.py"),
        ("testcodes.py", "from typing", "from typo", "cannot be loaded"),
    ],
)
def test_a_malformed_file_is_named(catalog: FolderCatalog, name: str, old: str, new: str, message: str) -> None:
    _edit(catalog, name, old, new)
    with pytest.raises(MissionError, match=message):
        catalog.mission("hello-site")


@pytest.mark.parametrize("name", ["prompt.md", "checklist.toml", "testcodes.py"])
def test_a_missing_file_is_named(catalog: FolderCatalog, name: str) -> None:
    (catalog.folder / "hello-site" / name).unlink()
    with pytest.raises(MissionError, match=f"{name}: the file is missing"):
        catalog.mission("hello-site")


def test_an_unknown_mission_is_answered_with_the_known_ones(catalog: FolderCatalog) -> None:
    with pytest.raises(MissionError, match=r"'bmi'.*hello-console, hello-site"):
        select(catalog, ["bmi"])


def test_a_folder_without_missions_is_no_catalog(tmp_path: Path) -> None:
    with pytest.raises(MissionError, match="no mission here"):
        open_catalog(str(tmp_path))


ANSWERS = {"home": "/", "greeting": "h1", "ask": "#ask", "about": "/about/"}


def test_a_sound_mission_has_no_problems(catalog: FolderCatalog) -> None:
    assert problems(catalog.mission("hello-site"), ANSWERS) == []


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("X = 1\n", "a.py: the module has no docstring"),
        ('"""Doc."""\nclass A:\n    pass\n', "a.py, line 2: A has no docstring"),
        ('"""Doc."""\nclass A:\n    """Doc."""\n    async def f(self): ...\n', "a.py, line 4: f has no docstring"),
        ('"""Doc."""\n@staticmethod\ndef f(): ...\n', "a.py, line 3: f has no docstring"),
        ("def f(:\n", "a.py: Python cannot parse it"),
    ],
)
def test_canonical_code_without_docstrings_is_a_problem(catalog: FolderCatalog, source: str, problem: str) -> None:
    (found,) = problems(catalog.mission("hello-site"), ANSWERS, {"a.py": source.encode()})
    assert problem in found


def test_private_names_migrations_and_empty_modules_need_no_docstring(catalog: FolderCatalog) -> None:
    source = b'"""Doc."""\nclass A:\n    """Doc."""\n    class Meta: ...\n    def _f(self): ...\ndef _g(): ...\n'
    files = {"a.py": source, "app/migrations/0001.py": b"class M: ...\n", "app/__init__.py": b"\n"}
    assert problems(catalog.mission("hello-site"), ANSWERS, files) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        (
            "prompt.md",
            "A page that says hello, and a page /about/ that says who made it.",
            " ",
            "prompt.md is empty",
        ),
        ("checklist.toml", 'name = "Ask"', 'name = "Answer"', "Home / Answer has no testcode"),
        (
            "checklist.toml",
            'name = "Ask"',
            'name = "Answer"',
            "asks_back: Home / Ask is not in the checklist",
        ),
        ("checklist.toml", 'name = "Ask"', 'name = "Greet"', "Home / Greet is listed 2 times"),
        (
            "testcodes.py",
            "requires=[greets]",
            'requires=["greetz"]',
            "requires 'greetz', which is not a testcode",
        ),
        ("testcodes.py", "requires=[greets]", 'requires=["asks_back"]', "a cycle, asks_back → asks_back"),
        ("testcodes.py", "requires=[greets]", 'requires=["names_the_maker"]', "which stands behind it"),
        ("testcodes.py", "about: Annotated", "home: Annotated", "one name means one thing"),
    ],
)
def test_every_problem_is_found(catalog: FolderCatalog, name: str, old: str, new: str, problem: str) -> None:
    _edit(catalog, name, old, new)
    found = problems(catalog.mission("hello-site"), ANSWERS)
    assert any(problem in line and "hello-site" in line for line in found), found


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        (None, "there is no canonical solution"),
        ({**ANSWERS, "ask": "//*"}, "ask = '//\\*' is not a valid Element"),
        ({k: v for k, v in ANSWERS.items() if k != "about"}, "about is not answered"),
        ({**ANSWERS, "more": "x"}, "more is answered, but no testcode asks for it"),
    ],
)
def test_the_canonical_answers_are_checked(
    catalog: FolderCatalog, answers: dict[str, str] | None, problem: str
) -> None:
    import re

    found = problems(catalog.mission("hello-site"), answers)
    assert any(re.search(problem, line) for line in found), found
