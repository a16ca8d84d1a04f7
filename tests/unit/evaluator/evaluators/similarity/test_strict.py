"""Rule ``strict``: no score without a corresponding similarity."""

from __future__ import annotations

import pytest

from evaluator.evaluators.similarity import Product, Products, Score, ScoreRequest, SourceFile, average, score
from evaluator.model.options import Rule
from missions.mission import Checklist, Function, Page
from missions.testcodes.parameters import Command, Element, FileName, Message, ParameterKind, Url

VIEWS = SourceFile(
    "app/views.py",
    "from django.shortcuts import render\n\n\ndef home(request):\n    total = 0\n    for item in request.items:\n"
    "        total = total + item.price\n    return render(request, 'home.html', {'total': total})\n",
)
PAGE = SourceFile("app/home.html", "<html> <body> <h1> The total </h1> <p> {{ total }} </p> </body> </html>\n")
EMPTY = SourceFile("app/__init__.py", "")


def code(canonical: tuple[SourceFile, ...], answered: tuple[SourceFile, ...], rule: Rule = Rule.STRICT) -> Score:
    request = ScoreRequest("m", Products(code=canonical), Products(code=answered), asked=frozenset({Product.CODE}))
    return score(request, rule).code


def test_the_canonical_files_themselves_score_one() -> None:
    assert code((VIEWS, PAGE), (PAGE, VIEWS)).value == 1


def test_an_empty_file_scores_nothing_where_the_package_gives_a_quarter() -> None:
    nothing = (SourceFile("views.py", ""),)
    assert code((VIEWS,), nothing, Rule.PAPER).value == 0.25
    assert code((VIEWS,), nothing).value == 0


def test_a_file_with_no_word_in_common_but_keywords_scores_nothing() -> None:
    other = (SourceFile("views.py", "import os\nprint(os.getcwd())"),)
    paper = code((VIEWS,), other, Rule.PAPER).value
    assert paper is not None
    assert paper > 0
    assert code((VIEWS,), other).value == 0


def test_a_tiny_file_that_is_the_same_scores_one() -> None:
    tiny = (SourceFile("a.py", "pass"),)
    assert code(tiny, tiny, Rule.PAPER).value == 0.561
    assert code(tiny, tiny).value == 1


def test_files_of_different_languages_are_never_compared() -> None:
    python, page = SourceFile("a.py", "total = total + 1"), SourceFile("a.html", "total = total + 1")
    assert code((python,), (page,)).value == 0
    assert code((python,), (page,)).left_over_answered == ("a.html",)


def test_padding_costs_precision() -> None:
    padded = code((VIEWS,), (VIEWS, *(SourceFile(f"{n}.py", f"x{n} = {n}") for n in range(3))))
    assert (padded.recall, padded.precision, padded.value) == (1, 0.25, 0.4)
    assert code((VIEWS,), (VIEWS, VIEWS), Rule.PAPER).value == 1


def test_empty_files_are_no_items_on_either_side() -> None:
    assert code((VIEWS, EMPTY), (VIEWS, EMPTY, EMPTY)).value == 1
    assert code((EMPTY,), (VIEWS,)).value is None


def test_the_score_says_what_was_matched_and_what_was_left_over() -> None:
    found = code((VIEWS, PAGE), (SourceFile("v.py", VIEWS.text), SourceFile("s.css", "a { b: c }")))
    assert [(match.canonical, match.answered, match.value) for match in found.matches] == [("app/views.py", "v.py", 1)]
    assert set(found.matches[0].parts) == {"ngram", "weighted", "syntax", "flow"}
    assert (found.left_over_canonical, found.left_over_answered) == (("app/home.html",), ("s.css",))


def checklist(*functions: str) -> Checklist:
    return Checklist((Page("Home", tuple(Function(name, f"Does {name}") for name in functions)),))


def test_checklists_have_precision_too() -> None:
    canonical, answered = checklist("log in", "draw a chart"), checklist("log in", "draw a chart", "sell fish")
    products = Products(checklist=canonical), Products(checklist=answered)
    found = score(ScoreRequest("m", *products, asked=frozenset({Product.CHECKLIST}))).checklist
    assert found.recall == pytest.approx(1)
    assert found.precision == pytest.approx(2 / 3)
    assert found.left_over_answered == ("Home||sell fish||Does sell fish",)


def test_what_is_asked_for_and_missing_scores_nothing_and_what_is_not_asked_for_is_no_number() -> None:
    request = ScoreRequest("m", Products(code=(VIEWS,), parameters={"a": "b"}), None, asked=frozenset({Product.CODE}))
    scores = score(request)
    assert (scores.code.value, scores.code.notes) == (0, ("no code was answered",))
    assert scores.parameters.value is None
    assert average([scores.parameters], Product.PARAMETERS, Rule.STRICT) is None


@pytest.mark.parametrize(
    ("kind", "canonical", "answered"),
    [
        (Url, "http://localhost:8000/items/", "/items/"),
        (Url, "http://localhost:8000", "http://127.0.0.1:8000/"),
        (Url, "/caf%C3%A9", "/café"),
        (Element, "#total", "css=#total"),
        (Element, "#total", '[id="total"]'),
        (Element, "input[name=q]", 'input[name="q"]'),
        (Element, "ul > li", "ul>li"),
        (Element, '//a[@id="x"]', "xpath=//a[@id='x']"),
        (Command, "python main.py 'a b'", 'python  main.py "a b"'),
        (FileName, "out/result.csv", ".\\out\\result.csv"),
        (Message, "Not found", " Not  found\n"),
    ],
)
def test_two_spellings_of_one_thing_are_equal(kind: type[ParameterKind], canonical: str, answered: str) -> None:
    assert parameter(kind, canonical, answered).value == 1
    assert parameter(kind, canonical, answered, Rule.PAPER).value != 1


@pytest.mark.parametrize(
    ("kind", "canonical", "answered"),
    [(Url, "/items/", "/items/2/"), (Element, "#a", "#A"), (Element, "ul li", "ul > li"), (Command, "a b", "'a b'")],
)
def test_different_things_are_not_equal(kind: type[ParameterKind], canonical: str, answered: str) -> None:
    value = parameter(kind, canonical, answered).value
    assert value is not None
    assert value < 1


@pytest.mark.parametrize(
    ("kind", "answered"), [(Url, "http://example.org/items/"), (Element, "*"), (Message, ""), (Url, 7), (Message, None)]
)
def test_an_answer_that_is_none_of_its_kind_scores_nothing(kind: type[ParameterKind], answered: object) -> None:
    found = parameter(kind, "/items/", answered)
    assert found.value == 0
    assert found.notes


def parameter(kind: type[ParameterKind], canonical: str, answered: object, rule: Rule = Rule.STRICT) -> Score:
    products = Products(parameters={"it": canonical}), Products(parameters={"it": answered})
    request = ScoreRequest("m", *products, kinds={"it": kind}, asked=frozenset({Product.PARAMETERS}))
    return score(request, rule).parameters
