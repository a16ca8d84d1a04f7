"""Many attempts at once: the same scores, in the same order, for any number of processes."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from evaluator.evaluators.similarity import (
    Product,
    Products,
    ScoreRequest,
    SimilarityError,
    SourceFile,
    score,
    score_many,
)
from evaluator.model.options import Rule
from missions.mission import Checklist, Function, Page


def request(number: int) -> ScoreRequest:
    canonical = Products(
        checklist=Checklist((Page("Home", (Function("Add", "Adds two numbers"), Function("Show", "Shows"))),)),
        skeleton=(SourceFile("a.py", "def add(a, b):\n    pass"),),
        code=(SourceFile("a.py", "def add(a, b):\n    return a + b"), SourceFile("b.html", "<p> sum </p>")),
        parameters={"url": "/"},
    )
    answered = Products(
        checklist=Checklist((Page("Start", (Function("Sum", f"Adds {number} numbers"),)),)),
        skeleton=(SourceFile("x.py", f"def add{number}(a, b):\n    pass"),),
        code=(SourceFile("x.py", f"def add(x, y):\n    return x + y + {number}"), SourceFile("b.html", "<p> sum </p>")),
        parameters={"url": f"/{number}"},
    )
    return ScoreRequest(f"mission-{number % 3}", canonical, answered)


@pytest.mark.parametrize("rule", Rule)
def test_one_process_and_three_give_the_same_scores(rule: Rule) -> None:
    requests = [request(number) for number in range(7)]
    assert score_many(requests, rule, jobs=3) == score_many(requests, rule)


def test_scores_are_json() -> None:
    found = json.loads(json.dumps(asdict(score(request(1)))))
    assert found["code"]["matches"][0]["canonical"] == "a.py"


def test_no_requests_are_no_scores() -> None:
    assert score_many([]) == []


def test_a_language_that_cannot_be_parsed_is_named() -> None:
    files = Products(code=(SourceFile("a.f", "end"),))
    with pytest.raises(SimilarityError, match="'fortran77'"):
        score(ScoreRequest("m", files, files, "fortran77", asked=frozenset({Product.CODE})), Rule.PAPER)


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("answered", [Products(), Products(parameters={}), Products(parameters={"url": "/"})])
def test_what_a_mission_does_not_have_is_not_scored(answered: Products, rule: Rule) -> None:
    found = score(ScoreRequest("m", Products(parameters={}), answered, asked=frozenset({Product.PARAMETERS})), rule)
    assert found.parameters.value is None
