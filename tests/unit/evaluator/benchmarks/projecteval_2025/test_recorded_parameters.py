"""Recorded parameter values: which count as answered, and which make a mission score 0."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evaluator.benchmarks.projecteval_2025.benchmark import PublicRules
from evaluator.benchmarks.projecteval_2025.parameters import parameter_values
from missions.catalog import open_catalog
from missions.errors import SolutionError
from missions.mission import Mission
from missions.testcodes.parameters import Unanswered
from tests.support.recorded_runs import write_data

ANSWERED = [{"name": "text", "answer": "hello"}]
HELLO = {"Home||Look||text": "hello"}


@pytest.fixture
def mission(tmp_path: Path) -> Mission:
    return open_catalog(write_data(tmp_path)).mission("1")


def _pages(values: Any) -> Any:
    return [{"page": "Home", "function": [{"function": "Look", "parameter": values}]}]


def test_both_published_shapes_are_read(mission: Mission) -> None:
    assert parameter_values(mission, _pages(ANSWERED)) == HELLO
    assert parameter_values(mission, {"Home": {"Look": ANSWERED}}) == HELLO


def test_of_a_page_that_is_there_twice_the_last_counts(mission: Mission) -> None:
    other = {"page": "Home", "function": [{"function": "Leave", "parameter": []}]}
    assert parameter_values(mission, [*_pages(ANSWERED), other]) == {}


@pytest.mark.parametrize(
    "values", ["hello", None, 5, {"name": "text"}, ["text"], [*ANSWERED, {"name": "more"}], [{"answer": "hello"}]]
)
def test_a_function_whose_values_are_not_whole_is_unanswered(mission: Mission, values: Any) -> None:
    assert parameter_values(mission, _pages(values)) == {}


@pytest.mark.parametrize("found", ["```json\n[]\n```", 5, None, {}, {"Home": "x"}, {"Home": {"Look": 1}}, []])
def test_what_has_no_pages_answers_nothing(mission: Mission, found: Any) -> None:
    assert parameter_values(mission, found) == {}


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (["Home"], "page 1 is a text"),
        ([{"function": []}], "page 1 has no name"),
        ([{"page": "Home"}], "page 1 (Home) has null for its functions"),
        ([{"page": "Home", "function": 5}], "page 1 (Home) has a number for its functions"),
        ([{"page": "Home", "function": ["Look"]}], "a function of page 1 (Home) is a text"),
        ([{"page": "Home", "function": [{"function": "Look"}]}], "function Look of page 1 (Home) has no parameter"),
    ],
)
def test_one_damaged_entry_in_a_list_of_pages_spoils_the_mission(mission: Mission, found: Any, why: str) -> None:
    with pytest.raises(SolutionError, match=r".*") as caught:
        parameter_values(mission, [*_pages(ANSWERED)[:0], *found])
    assert why in str(caught.value)


def test_numbers_are_answers(mission: Mission) -> None:
    assert parameter_values(mission, _pages([{"name": "text", "answer": 70}])) == {"Home||Look||text": "70"}


@pytest.mark.parametrize(
    ("found", "is_tried"),
    [
        ({"Home": {"Look": []}}, True),
        ({"Home": {"Look": {}}}, True),
        ([{"page": "Home", "function": [{"function": "Look", "parameter": []}]}], True),
        ({"Home": {"Look": None}}, False),
        ({"Home": {"Other": []}}, False),
        ([], False),
        (None, False),
    ],
)
def test_a_testcode_without_parameters_is_tried_when_its_function_is_answered(
    tmp_path: Path, found: Any, is_tried: bool
) -> None:
    mission = open_catalog(write_data(tmp_path, parameters=False)).mission("1")
    (testcode,) = mission.testcodes
    answers = parameter_values(mission, found)
    if is_tried:
        assert PublicRules().values_for(testcode, answers) == {}
    else:
        with pytest.raises(Unanswered, match="leave its function out"):
            PublicRules().values_for(testcode, answers)
