"""Answers made to break or to stall the scorer are limited, with a note."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from evaluator.evaluators.similarity import Product, Products, Score, ScoreRequest, SourceFile, score
from evaluator.evaluators.similarity.model import MAX_FILE_CHARS, MAX_FILES, MAX_SENTENCES
from evaluator.model.options import Rule
from missions.mission import Checklist, Function, Page
from missions.testcodes.parameters import Value
from tests.support.parameters import in_proofs

CANONICAL = (SourceFile("a.py", "x = 1\ny = x + 1\n"), SourceFile("b.py", "def f(a):\n    return a\n"))
SECONDS = 20
"""Processor seconds that any of these may take; they take about one."""


@pytest.fixture(params=Rule)
def code(request: pytest.FixtureRequest) -> Callable[..., Score]:
    def scored(*files: SourceFile) -> Score:
        asked = frozenset({Product.CODE})
        start = time.process_time()
        found = score(
            ScoreRequest("m", Products(code=CANONICAL), Products(code=files), asked=asked), request.param
        ).code
        assert time.process_time() - start < SECONDS
        return found

    return scored


def test_a_file_of_ten_megabytes_is_not_compared(code: Callable[..., Score]) -> None:
    found = code(SourceFile("big.py", "x = 1\n" * 1_700_000))
    assert found.value == 0
    assert found.notes == (f"big.py: 10200000 characters, more than {MAX_FILE_CHARS}: not compared",)
    assert found.left_over_answered == ("big.py",)


def test_ten_thousand_files_are_compared_as_far_as_the_limit(code: Callable[..., Score]) -> None:
    found = code(*CANONICAL, *(SourceFile(f"{n}.py", f"x{n} = {n}") for n in range(9_998)))
    assert found.notes == (
        f"{10_000 - MAX_FILES} files are beyond {MAX_FILES} files or 1000000 characters: not compared",
    )
    assert len(found.matches) == 2
    assert len(found.left_over_answered) == 9_998


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(" * 50_000 + ")" * 50_000, "nested too deep"),
        ("a+" * 40_000 + "a", "nested too deep"),
        ("\n".join(" " * n + f"for a{n} in b{n}:" for n in range(60)) + "\n" + " " * 60 + "x = 1", "data flow"),
        ("\n".join(" " * n + "while a:" for n in range(90)) + "\n" + " " * 90 + "x = 1", "data flow"),
        ("".join(f"a{n} = b{n}\n" for n in range(12_000)), "data flow"),
        ("if a:\n x = b\n" * 14_000, "data flow"),
    ],
    ids=["brackets", "operators", "for", "while", "variables", "branches"],
)
def test_code_that_would_take_for_ever_is_cut_short(code: Callable[..., Score], text: str, problem: str) -> None:
    assert problem in code(SourceFile("a.py", text)).notes[0]


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00bin\x80", b"x = '\xc3\x28'", b"\x00" * 1000, b"", "x = '\ud800'".encode("utf-8", "surrogatepass")],
)
def test_bytes_that_are_no_text_are_compared_as_far_as_they_are(code: Callable[..., Score], content: bytes) -> None:
    found = code(SourceFile.from_bytes("a.py", content), CANONICAL[1])
    assert found.value is not None
    assert 0 <= found.value <= 1


def test_the_depth_of_the_caller_changes_nothing(code: Callable[..., Score]) -> None:
    file = SourceFile("a.py", "x = 1\n" + "a+" * 700 + "a\n")

    def deeper(levels: int) -> Score:
        return deeper(levels - 1) if levels else code(file)

    assert deeper(500) == code(file)


@pytest.mark.parametrize("rule", [Rule.PAPER, in_proofs(Rule.STRICT)])
def test_a_checklist_of_ten_thousand_functions_is_compared_as_far_as_the_limit(rule: Rule) -> None:
    many = Checklist((Page("Home", tuple(Function(f"f{n}", "") for n in range(10_000))),))
    one = Checklist((Page("Home", (Function("f1", ""),)),))
    request = ScoreRequest("m", Products(checklist=one), Products(checklist=many), asked=frozenset({Product.CHECKLIST}))
    found = score(request, rule).checklist
    assert found.notes == (f"10000 functions, more than {MAX_SENTENCES}: the others are not compared",)
    assert found.matches[0].value == pytest.approx(1)


@pytest.mark.parametrize("text", ["\ud800", "a" * 3_000_000, "\x00" * 5_000, " "])
def test_sentences_of_any_text_have_a_score(text: str) -> None:
    lists = [Checklist((Page("Home", (Function(name, ""),)),)) for name in ("View", text)]
    products = [Products(checklist=each) for each in lists]
    found = score(ScoreRequest("m", products[0], products[1], asked=frozenset({Product.CHECKLIST}))).checklist
    assert found.value is not None
    assert 0 <= found.value < 1


@pytest.mark.parametrize("rule", Rule)
def test_a_huge_value_is_not_compared(rule: Rule) -> None:
    products = Products(parameters={"a": "b"}), Products(parameters={"a": "b" * 10_000_000})
    request = ScoreRequest("m", *products, kinds={"a": Value}, asked=frozenset({Product.PARAMETERS}))
    found = score(request, rule).parameters
    assert found.value == 0
    assert "10000000 characters" in found.notes[0]
    assert len(found.matches[0].answered) <= 200
