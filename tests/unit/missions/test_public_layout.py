"""Missions of the folder format in the public layout, and read from it again."""

from __future__ import annotations

import builtins
import dis
import inspect
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import CodeType, SimpleNamespace

import pytest

from missions import Mission, MissionError, Testcode
from missions.formats.folder import BUILT_IN, FolderCatalog
from missions.formats.projecteval_2025.catalog import ProjectEvalCatalog
from missions.formats.projecteval_2025.facts import FACTS
from missions.formats.projecteval_2025.labels import labelled
from missions.formats.projecteval_2025.parameters import answers_by_key, answers_by_page, answers_of
from missions.formats.projecteval_2025.shapes import PROJECTS
from tests.support.public_missions import FIXTURES, in_public_layout, own_mission, public_data, public_project

OURS = FolderCatalog(BUILT_IN)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> ProjectEvalCatalog:
    return in_public_layout(tmp_path_factory.mktemp("public"), *map(OURS.mission, OURS.ids()))


def _of(mission: Mission) -> object:
    """Return everything of a mission on which its evaluation depends."""
    testcodes = [
        (t.id, t.page, t.function, t.simulator, t.requires, [(p.name, p.kind, p.description) for p in t.parameters])
        for t in mission.testcodes
    ]
    names = sorted(mission.material_files())
    bare = replace(mission, testcodes=(), material=None, material_prefix="", fingerprint="")
    return bare, testcodes, names


@pytest.mark.parametrize("mission_id", OURS.ids())
def test_a_mission_is_read_as_it_was_written(exported: ProjectEvalCatalog, mission_id: str) -> None:
    assert _of(exported.mission(mission_id)) == _of(OURS.mission(mission_id))


def _names(code: CodeType) -> Iterator[str]:
    yield from (str(i.argval) for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


@pytest.mark.parametrize("mission_id", OURS.ids())
def test_a_testcode_by_itself_has_everything_that_it_calls(exported: ProjectEvalCatalog, mission_id: str) -> None:
    def missing(testcode: Testcode) -> set[str]:
        assert testcode.published is not None
        names = set(_names(compile(testcode.published.text, testcode.id, "exec")))
        return names - set(inspect.unwrap(testcode.run).__globals__) - set(dir(builtins))

    assert {t.id: missing(t) for t in exported.mission(mission_id).testcodes if missing(t)} == {}


def test_the_files_have_exactly_the_public_shape(exported: ProjectEvalCatalog) -> None:
    """The keys are those of the public data, so that tools written for it work."""
    project = json.loads((exported.folder / PROJECTS).read_text())[list(OURS.ids()).index("cinema-box-office")]
    assert list(project) == [
        *("project_id", "project_type", "nl_prompt", "framework_technical_stack", "nl_checklist", "testcode"),
        "skeleton",
    ]
    (stack,), page, tests = project["framework_technical_stack"], project["nl_checklist"][0], project["testcode"][0]
    assert stack == {"language": "Python", "technical_stack": "None"}
    assert list(page) == ["page", "required", "function"]
    assert list(page["function"][0]) == ["function", "description", "required"]
    assert list(tests) == ["page", "function"]
    assert list(tests["function"][0]) == ["function", "test", "parameter"]
    assert list(tests["function"][0]["parameter"][0]) == ["name", "description"]


@pytest.mark.parametrize("mission_id", OURS.ids())
def test_page_and_function_name_one_testcode(exported: ProjectEvalCatalog, mission_id: str) -> None:
    labels = [(label.page, label.function) for label in labelled(exported.mission(mission_id))]
    assert len(set(labels)) == len(labels)
    assert labels == [(label.page, label.function) for label in labelled(OURS.mission(mission_id))]


def test_the_first_function_of_a_text_is_the_testcode(exported: ProjectEvalCatalog) -> None:
    """A tool for the public data calls the first function that a text defines."""
    assert exported.mission("lending-library").testcodes
    for testcode in exported.mission("lending-library").testcodes:
        assert testcode.published is not None
        defined = next(line for line in testcode.published.text.splitlines() if line.startswith("def "))
        assert defined.startswith(f"def {testcode.id}(")


WITH_HELPERS = '''
from __future__ import annotations

import functools
from typing import Annotated, TypeAlias

from missions import BrowserUser, Element, Url, testcode

Home: TypeAlias = Annotated[Url, "first page"]
SEEN = []
SEEN.append("once")
NEVER_USED = "secret"


def twice(function):
    return functools.wraps(function)(lambda *a, **k: (function(*a, **k), function(*a, **k))[-1])


class Visitor:
    """In a text it would be the first thing defined, if it stood where it does here."""

    def opens(self, user: BrowserUser, home: str) -> None:
        SEEN.append(home)


@testcode("Home", "Greet")
def greets(user: BrowserUser, home: Home) -> None:
    Visitor().opens(user, home)


@testcode("Home", "Ask", requires=[greets])
@twice
def asks_back(user: BrowserUser, home: Home, ask: Annotated[Element, "button"]) -> None:
    greets(user, home)


@testcode("Home", "Greet")
def greets_again(user: BrowserUser, home: Home) -> None:
    assert SEEN == ["once"], SEEN
'''


def test_a_text_takes_along_what_it_needs_and_nothing_else(tmp_path: Path) -> None:
    mission = in_public_layout(tmp_path / "public", own_mission(tmp_path, WITH_HELPERS)).mission("hello-site")
    first, second, third = mission.testcodes
    assert [p.key for p in third.parameters] == ["Home||Greet 2||home"]
    assert (third.page, third.function) == ("Home", "Greet")
    assert second.requires == ("greets",)
    for testcode in (first, second, third):
        testcode(None, **{p.name: "/" for p in testcode.parameters})  # every text begins again
        assert testcode.run.__globals__["SEEN"][0] == "once"
        assert testcode.published is not None
        assert "NEVER_USED" not in testcode.published.text
    assert second.run.__globals__["SEEN"] == ["once", "/", "/"]


RAW = """
from typing import Annotated

from selenium.webdriver.remote.webdriver import WebDriver

from missions import BrowserUser, Url, testcode


@testcode("Home", "Greet")
def greets(driver: WebDriver, home: Annotated[Url, "first page"]) -> None:
    driver.get(home)


@testcode("Home", "Ask")
def asks_back(user: BrowserUser, home: Annotated[Url, "first page"]) -> None:
    user.opens(home)
"""


def test_a_tool_for_the_public_data_plays_what_takes_a_driver_and_nothing_else(tmp_path: Path) -> None:
    """It executes the text and calls the first function with its driver."""
    opened: list[str] = []
    driver = SimpleNamespace(get=opened.append)
    in_public_layout(tmp_path / "public", own_mission(tmp_path, RAW))
    page = json.loads((tmp_path / "public" / PROJECTS).read_text())[0]["testcode"][0]
    raw, ours = ({"__name__": "tool"} for _ in range(2))
    exec(page["function"][0]["test"], raw)
    exec(page["function"][1]["test"], ours)
    raw["greets"](driver, home="/")  # type: ignore[operator]
    assert opened == ["/"]
    with pytest.raises(AttributeError, match="opens"):
        ours["asks_back"](driver, home="/")  # type: ignore[operator]


def test_a_testcode_that_needs_its_own_file_cannot_be_told(tmp_path: Path) -> None:
    text = WITH_HELPERS.replace("    Visitor().opens(user, home)", "    open(__file__)")
    with pytest.raises(MissionError, match="testcode greets looks for its own file"):
        in_public_layout(tmp_path / "public", own_mission(tmp_path, text))


@pytest.mark.parametrize(
    ("test", "parameters", "message"),
    [
        ("def f(:", (), "project 1, page Home, function Greet: the testcode is not Python"),
        ("x = 1", (), "defines no function"),
        ("\ud800", (), "not Python"),
        ("(" * 5000, (), "not Python"),
        ("from missions import testcode\n@testcode('A', 'B')\ndef f(user: int) -> None: ...", (), "type is int"),
        ("from nowhere import testcode\n@testcode('A', 'B')\ndef f(): ...", (), "cannot be loaded: ModuleNotFound"),
        (
            "from missions import *\n@testcode('A', 'B')\ndef f(user: ConsoleUser) -> None: ...",
            ("name",),
            "f takes nothing, but the parameters are name",
        ),
    ],
)
def test_a_malformed_testcode_is_named(tmp_path: Path, test: str, parameters: tuple[str, ...], message: str) -> None:
    with pytest.raises(MissionError, match=message):
        public_data(tmp_path, public_project(test, *parameters)).mission("1")


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"1": {"title": "Hello", "stack": "console"}}, "project_type is website, but"),
        ({"1": {"title": "Hello"}}, r"project_eval_mission.json: 1 → stack: Field required"),
        ({"1": {"title": "Hello", "stack": "django", "colour": "red"}}, "colour"),
        ([], "project_eval_mission.json"),
    ],
)
def test_malformed_facts_are_named(tmp_path: Path, facts: object, message: str) -> None:
    catalog = public_data(tmp_path, public_project("def f(driver): ..."))
    (tmp_path / FACTS).write_text(json.dumps(facts))
    with pytest.raises(MissionError, match=message):
        catalog.mission("1")


def test_ours_without_the_fourth_file_are_still_ours(tmp_path: Path) -> None:
    catalog = in_public_layout(tmp_path, FolderCatalog(FIXTURES).mission("hello-site"))
    (tmp_path / FACTS).unlink()
    mission = catalog.mission("hello-site")
    assert (mission.benchmark, mission.environment, mission.superuser) == ("projecteval", "django", None)
    assert [t.simulator for t in mission.testcodes] == ["BrowserUser"] * 3


def test_answers_go_by_page_and_come_back_by_name() -> None:
    mission = OURS.mission("cinema-box-office")
    answers = {parameter.key: f"answer to {parameter.key}" for parameter in mission.parameters()}
    assert answers_of(mission, answers_by_page(mission, answers)) == (answers, [])


def test_answers_that_differ_where_one_is_wanted_are_told() -> None:
    mission = FolderCatalog(FIXTURES).mission("hello-site")
    pages = answers_by_page(mission, {"home": "/", "greeting": "h1", "ask": "#ask", "about": "/about/"})
    pages["Home"]["Ask"][0]["answer"] = "/elsewhere/"
    answers, noticed = answers_of(mission, pages)
    assert answers["home"] == "/"
    assert len(noticed) == 1
    assert "'/elsewhere/' for testcode asks_back" in noticed[0]
    assert answers_by_key(pages)["Home||Ask||home"] == "/elsewhere/"
