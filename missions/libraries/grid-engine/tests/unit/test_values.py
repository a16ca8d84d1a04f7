import math

import pytest
from gridengine.values import (
    CYCLE,
    DIVISION,
    ERRORS,
    NOT_FOUND,
    WRONG_NUMBER,
    WRONG_VALUE,
    CellError,
    Failure,
    checked_number,
    compare,
    number_text,
    parse_input,
    parse_number,
    to_number,
    to_text,
    to_truth,
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12.0),
        ("-1.5", -1.5),
        ("+3", 3.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        ("25%", 0.25),
        (" 7 ", 7.0),
        ("1E-2%", 0.0001),
    ],
)
def test_numbers_in_texts(text, number):
    assert parse_number(text) == parse_input(text) == number
    assert type(parse_number(text)) is float


@pytest.mark.parametrize(
    "text", ["", "x", ".", "1,5", "1 2", "1e", "--1", "1%%", "%", "inf", "nan", "1e999", "0x1", "１"]
)
def test_texts_that_are_no_numbers(text):
    assert parse_number(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("abc", "abc"),
        (" abc ", " abc "),
        ("true", True),
        ("False", False),
        ("'12", "12"),
        ("''x", "'x"),
        ("'", ""),
        ("#n/a", NOT_FOUND),
        ("#DIV/0!", DIVISION),
        ("#OTHER!", "#OTHER!"),
        ("1e999", "1e999"),
    ],
)
def test_inputs(text, value):
    assert parse_input(text) == value
    assert type(parse_input(text)) is type(value)


def test_the_codes_of_errors():
    assert list(ERRORS) == ["#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#CYCLE!"]
    assert str(CYCLE) == CYCLE.code == "#CYCLE!"
    assert CellError("#N/A") == NOT_FOUND


@pytest.mark.parametrize(("value", "number"), [(None, 0.0), (True, 1.0), (False, 0.0), (2.5, 2.5), (" 25% ", 0.25)])
def test_values_as_numbers(value, number):
    assert to_number(value) == number
    assert type(to_number(value)) is float


@pytest.mark.parametrize(("value", "error"), [("x", WRONG_VALUE), ("", WRONG_VALUE), (DIVISION, DIVISION)])
def test_values_that_are_no_numbers(value, error):
    with pytest.raises(Failure) as caught:
        to_number(value)
    assert caught.value.error == error
    assert str(caught.value) == error.code


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (True, "TRUE"), (False, "FALSE"), (3.0, "3"), (0.1 + 0.2, "0.3"), ("x", "x"), (NOT_FOUND, "#N/A")],
)
def test_values_as_texts(value, text):
    assert to_text(value) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1 / 3, "0.333333333333"),
        (-0.0, "0"),
        (1.5e20, "1.5e+20"),
        (123456789012.0, "123456789012"),
        (-2.50, "-2.5"),
        (1e-7, "1e-07"),
    ],
)
def test_numbers_as_texts(number, text):
    assert number_text(number) == text


@pytest.mark.parametrize(
    ("value", "truth"), [(None, False), (True, True), (0.0, False), (-1.0, True), ("true", True), ("FALSE", False)]
)
def test_values_as_truth(value, truth):
    assert to_truth(value) is truth


@pytest.mark.parametrize(("value", "error"), [("yes", WRONG_VALUE), ("", WRONG_VALUE), (CYCLE, CYCLE)])
def test_values_that_are_not_true_or_false(value, error):
    with pytest.raises(Failure) as caught:
        to_truth(value)
    assert caught.value.error == error


@pytest.mark.parametrize(
    ("left", "right", "order"),
    [
        (1.0, 2.0, -1),
        (2.0, 2.0, 0),
        (3.0, 2.0, 1),
        ("a", "B", -1),
        ("Straße", "STRASSE", 0),
        (99.0, "1", -1),
        ("z", False, -1),
        (True, False, 1),
        (True, 1.0, 1),
        (None, 0.0, 0),
        (None, "", 0),
        (None, False, 0),
        (None, None, 0),
        (None, 1.0, -1),
        (True, None, 1),
        ("a", None, 1),
    ],
)
def test_the_order_of_values(left, right, order):
    assert compare(left, right) == order
    assert compare(right, left) == -order


def test_errors_cannot_be_compared():
    with pytest.raises(Failure) as caught:
        compare(DIVISION, NOT_FOUND)
    assert caught.value.error == DIVISION
    with pytest.raises(Failure) as caught:
        compare(1.0, NOT_FOUND)
    assert caught.value.error == NOT_FOUND


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
def test_numbers_out_of_range(number):
    with pytest.raises(Failure) as caught:
        checked_number(number)
    assert caught.value.error == WRONG_NUMBER
    assert checked_number(5.0) == 5.0
