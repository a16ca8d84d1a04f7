"""Recorded answers of any form are read with the tolerance of the published scores."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.evaluators.similarity import (
    Product,
    Products,
    Score,
    ScoreRequest,
    Scores,
    UnreadableProduct,
)
from evaluator.evaluators.similarity import score as score_one
from evaluator.evaluators.similarity.evaluator import compared_products
from evaluator.model.options import Rule

FUNCTION = {"function": "View", "description": "Shows"}
GOOD = {"name": "url", "answer": "/"}
CANONICAL = compared_products(
    checklist=[{"page": "Home", "function": [FUNCTION]}],
    skeleton=[{"file": "a.py", "path": "a.py", "code": "x = 1"}],
    code=[{"file": "a.py", "path": "a.py", "code": "x = 1"}],
    parameters=[{"page": "Home", "function": [{"function": "View", "parameter": [GOOD]}]}],
)


def scored(rule: Rule = Rule.PAPER, **answered: object) -> Scores:
    return score_one(ScoreRequest("1", CANONICAL, compared_products(**answered)), rule)


def parameters_of(*answers: object) -> Score:
    return scored(
        parameters=[{"page": "Home", "function": [{"function": "View", "parameter": list(answers)}]}]
    ).parameters


def test_the_functions_of_a_page_count_up_to_the_first_malformed_one() -> None:
    read = compared_products(checklist=[{"page": "Home", "function": [FUNCTION, {"function": "No"}, FUNCTION]}, "?"])
    assert not isinstance(read.checklist, UnreadableProduct)
    assert read.checklist is not None
    assert [function.name for _, function in read.checklist.functions()] == ["View"]


def test_one_file_without_text_spoils_the_mission() -> None:
    found = scored(code=[{"path": "a.py", "code": "x = 1"}, {"path": "b", "code": None}]).code
    assert found.value == 0
    assert found.notes == ("the code of file 2 is NoneType, not a text",)


def test_an_entry_without_code_is_passed_over() -> None:
    assert scored(code=["note", {"path": "b"}, {"path": "a.py", "code": "x = 1"}]).code.matches


@pytest.mark.parametrize("answer", ["a text", [], {"files": []}, ["a"], 5])
def test_an_answer_that_is_no_list_of_files_scores_nothing(answer: object) -> None:
    assert scored(code=answer).code.value == 0


def test_a_value_that_is_no_text_spoils_the_mission() -> None:
    assert parameters_of(GOOD).value == 1
    others: list[object] = [None, 3, math.nan, True, {"a": 1}, [["/"]], [{}], ["/", []]]
    for value in others:
        assert parameters_of({"name": "url", "answer": value}).value == 0
    assert "not a text" in parameters_of({"name": "url", "answer": None}).notes[0]


def test_a_malformed_answer_beside_a_good_one_spoils_the_mission() -> None:
    assert parameters_of(GOOD, {"name": "other"}).value == 0


def test_a_value_for_another_function_does_no_harm() -> None:
    page = {"page": "Home", "function": [{"function": "Else", "parameter": None}]}
    assert scored(parameters=[page]).parameters.value == 0
    both = {"page": "Home", "function": [{"function": "View", "parameter": [GOOD]}, *page["function"]]}
    assert scored(parameters=[both]).parameters.value == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.text(max_size=5) | st.just("\ud800"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["page", "function", "parameter", "name", "answer", "code", "path", "description"]), inner
        )
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(skeleton=JSON, code=JSON, parameters=JSON, rule=st.sampled_from(Rule))
def test_nothing_that_was_answered_is_an_error(skeleton: object, code: object, parameters: object, rule: Rule) -> None:
    found = scored(rule, skeleton=skeleton, code=code, parameters=parameters)
    for product in (Product.SKELETON, Product.CODE, Product.PARAMETERS):
        value = getattr(found, product).value
        assert value is not None
        assert 0 <= value <= 1


@settings(max_examples=150, deadline=None)
@given(answer=JSON, name=JSON)
def test_no_value_is_an_error(answer: object, name: object) -> None:
    for entry in ({"name": "url", "answer": answer}, {"name": name, "answer": "/"}):
        value = parameters_of(entry).value
        assert value is not None
        assert 0 <= value <= 1


@settings(max_examples=100, deadline=None)
@given(checklist=JSON)
def test_no_checklist_is_an_error(checklist: object) -> None:
    read = compared_products(checklist=checklist)
    assert isinstance(read, Products)
