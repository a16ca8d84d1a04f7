"""Verbs that read a project's text fail as expectations, whatever it wrote."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulators.errors import ExpectationFailed
from simulators.evidence import Trace
from simulators.text_verbs import TextVerbs


class Reader(TextVerbs):
    def __init__(self) -> None:
        self.trace = Trace()


@dataclass(frozen=True)
class Item:
    id: int
    title: str


READER = Reader()
HOSTILE = (
    "",
    "\0\xff",
    "[" * 30_000,
    "9" * 100_000,
    '"' * 70_000,
    "{" * 5,
    "\ud800",
    "²",
    "1e999",
    "nan",
    "a" * 200_001,
)


def test_json_has_the_shape_that_was_wanted() -> None:
    assert READER.reads_json('{"id": 7, "title": "Lamp", "more": []}', Item) == Item(7, "Lamp")
    assert READER.reads_json("[1, 2.5, null]", object) == [1, 2.5, None]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 30_000, r"expected JSON: Invalid JSON: recursion limit exceeded .*; seen: \[\[\["),
        ("", "Invalid JSON: EOF while parsing"),
        ('{"id": 7}', "expected JSON at title: Field required"),
        ('{"id": "7", "title": ""}', "expected JSON at id: Input should be a valid integer"),
        ("1" * 5_000, "number out of range"),
    ],
)
def test_other_json_says_what_was_printed(text: str, message: str) -> None:
    with pytest.raises(ExpectationFailed, match=message):
        READER.reads_json(text, Item)


def test_numbers_are_read_with_the_text_around_them() -> None:
    assert READER.reads_number("Seed 42, moves 0", r"Seed (\d+), moves") == 42
    assert READER.reads_number("€1,234.50") == Decimal("1234.50")
    assert READER.reads_number(0.1) == Decimal("0.1")


@pytest.mark.parametrize("seen", ["none", "1 of 2", "9" * 31, float("nan"), float("inf"), None, True, 1e300, "Seed 4"])
def test_what_is_no_single_number_fails(seen: object) -> None:
    with pytest.raises(ExpectationFailed):
        READER.reads_number(seen, r"Seed (\d\d)" if seen == "Seed 4" else "")


def test_rows_have_the_number_and_the_cells_that_are_needed() -> None:
    assert READER.rows([["a", "b"]], count=1, columns=2) == [["a", "b"]]
    with pytest.raises(ExpectationFailed, match=r"expected 2 rows, seen 1: \['only'\]"):
        READER.rows(["only"], count=2)
    with pytest.raises(ExpectationFailed, match="row 2: expected 2 cells, seen 1"):
        READER.rows([["a", "b"], ["c"]], columns=2)
    with pytest.raises(ExpectationFailed, match="expected 2 items, seen 1"):
        READER.pairs(["one"], ["one", "two"])
    assert READER.pairs(["one"], [1]) == [("one", 1)]


def test_csv_is_read_with_its_columns() -> None:
    assert READER.reads_csv('a,"b\nc"\n', columns=2) == [["a", "b\nc"]]
    with pytest.raises(ExpectationFailed, match="row 1: expected 3 cells, seen 2"):
        READER.reads_csv("a,b\n", columns=3)


READINGS: tuple[Callable[[str], object], ...] = (
    lambda text: READER.reads_json(text, dict[str, object]),
    lambda text: READER.reads_json(text, object),
    lambda text: READER.reads_csv(text, columns=2),
    lambda text: READER.reads_number(text),
    lambda text: READER.reads_number(text, r"\d+"),
    lambda text: READER.reads_match(text, r"(\w+):"),
    lambda text: READER.rows(text.splitlines(), at_least=2, columns=1),
    lambda text: READER.pairs(text, "abc"),
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("read", READINGS)
def test_hostile_text_raises_nothing_but_expectations(read: Callable[[str], object], text: str) -> None:
    with contextlib.suppress(ExpectationFailed):
        read(text)


@given(st.text())
def test_any_text_raises_nothing_but_expectations(text: str) -> None:
    for read in READINGS:
        with contextlib.suppress(ExpectationFailed):
            read(text)
