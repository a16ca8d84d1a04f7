"""Comparison of expected text with what was read from a screen."""

from decimal import Decimal
from itertools import permutations

import pytest

from simulators.desktop.layout import number_after, pattern_of
from simulators.errors import InvalidAnswer


def finds(wanted: str, read: str) -> bool:
    return pattern_of(wanted).search(read) is not None


@pytest.mark.parametrize(
    ("wanted", "read"),
    [
        ("Add plant", "add  Plant"),
        ("Oil lamp", "0i1 1amp"),
        ("“Fern” isn't here…", '"Fern" isn\'t here...'),
        ("modern corner", "modem comer"),
        ("Mix", "MIX"),
        ("warm", "warrn"),
        ("2025-03-14", "2025—03—14"),
        ("100 ml", "lOO ml"),
        ("Fern: 25 ml", "Fern: 25ml"),
        ("Add plant", "Addplant"),
    ],
)
def test_letters_of_one_shape_are_equal(wanted: str, read: str) -> None:
    assert finds(wanted, read)


@pytest.mark.parametrize(
    ("wanted", "read"),
    [
        ("25", "125"),
        ("25", "250"),
        ("25", "25.5"),
        ("25", "3.25"),
        ("25", "1,25"),
        ("25", "-25"),
        ("Total 25", "Total -25"),
        ("12 50", "1250"),
        ("1250", "12 50"),
        ("12.50", "1250"),
        ("10 l", "101"),
        ("10l", "101"),
        ("Basil", "Basi"),
    ],
)
def test_other_numbers_are_different(wanted: str, read: str) -> None:
    assert not finds(wanted, read)


def test_no_two_digits_are_equal() -> None:
    pairs = list(permutations("0123456789", 2))
    assert not [pair for pair in pairs if finds(*pair) or finds(f"7{pair[0]}7", f"7{pair[1]}7")]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Total: 12.50 ml", "12.5"),
        ("total 1,250 ml and 3", "1250"),
        ("Total -3", "-3"),
        ("Total 1O5", "105"),
        ("Tota1 7,5", "7.5"),
        ("Total none", None),
        ("7 Sum", None),
    ],
)
def test_the_first_number_behind_a_label_is_read(text: str, number: str | None) -> None:
    assert number_after(text, "Total") == (Decimal(number) if number else None)


def test_an_empty_text_is_not_looked_for() -> None:
    with pytest.raises(InvalidAnswer):
        pattern_of("  ")
