"""Public data: malformed testcodes, and parameter values by page."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.benchmarks.projecteval_2025.parameters import answers_by_page, answers_of
from missions import MissionError
from missions.formats.folder import BUILT_IN, FolderCatalog
from missions.parameter_values import answers_by_key
from tests.support.commands import MISSIONS
from tests.support.public_missions import public_data, public_project

OWN = FolderCatalog(BUILT_IN)


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ("def f(:", "project 1, page Home, function Greet: the testcode is not Python"),
        ("x = 1", "defines no function"),
        ("\ud800", "not Python"),
        ("(" * 5000, "not Python"),
    ],
)
def test_a_malformed_testcode_is_named(tmp_path: Path, test: str, message: str) -> None:
    with pytest.raises(MissionError, match=message):
        public_data(tmp_path, public_project(test)).mission("1")


def test_answers_go_by_page_and_come_back_by_name() -> None:
    mission = OWN.mission("cinema-box-office")
    answers = {parameter.key: f"answer to {parameter.key}" for parameter in mission.parameters()}
    assert answers_of(mission, answers_by_page(mission, answers)) == (answers, [])


def test_answers_that_differ_where_one_is_wanted_are_told() -> None:
    mission = FolderCatalog(MISSIONS).mission("hello-site")
    pages = answers_by_page(mission, {"home": "/", "greeting": "h1", "ask": "#ask", "about": "/about/"})
    pages["Home"]["Ask"][0]["answer"] = "/elsewhere/"
    answers, noticed = answers_of(mission, pages)
    assert answers["home"] == "/"
    assert len(noticed) == 1
    assert "'/elsewhere/' for testcode asks_back" in noticed[0]
    assert answers_by_key(pages)["Home||Ask||home"] == "/elsewhere/"
