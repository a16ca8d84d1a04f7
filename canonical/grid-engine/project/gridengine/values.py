"""Values of cells and their conversions.

A value is None (an empty cell), a bool, a float, a str or a `CellError`.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class CellError:
    """Error that a cell shows, by its code."""

    code: str

    def __str__(self) -> str:
        return self.code


DIVISION = CellError("#DIV/0!")
WRONG_VALUE = CellError("#VALUE!")
WRONG_REFERENCE = CellError("#REF!")
UNKNOWN_NAME = CellError("#NAME?")
WRONG_NUMBER = CellError("#NUM!")
NOT_FOUND = CellError("#N/A")
CYCLE = CellError("#CYCLE!")

ERRORS = {
    each.code: each for each in (DIVISION, WRONG_VALUE, WRONG_REFERENCE, UNKNOWN_NAME, WRONG_NUMBER, NOT_FOUND, CYCLE)
}
"""Every error by its code: division by zero, wrong type of value, reference outside the sheet, unknown function, number
out of range, nothing found, cell in or behind a cycle."""

Value = None | bool | float | str | CellError

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?%?", re.ASCII)


class Failure(Exception):
    """Raised while a formula is evaluated: the cell gets `error` as its value."""

    def __init__(self, error: CellError) -> None:
        super().__init__(error.code)
        self.error = error


def parse_number(text: str) -> float | None:
    """Return the number of a text like ``12``, ``-1.5``, ``1e3`` or ``25%`` (0.25), None for any other text.

    Blanks around the number do not matter. Numbers too large for a float are no numbers.
    """
    plain = text.strip()
    if not _NUMBER.fullmatch(plain):
        return None
    number = float(plain.removesuffix("%")) / (100 if plain.endswith("%") else 1)
    return None if math.isinf(number) else number


def parse_input(text: str) -> Value:
    """Return the value that a user means by a text which is no formula.

    Empty: None; a number (see `parse_number`); ``TRUE`` and ``FALSE`` in any case; the code of an error; anything
    else is text. An apostrophe at the beginning makes the rest a text, whatever it is.
    """
    if not text:
        return None
    if text.startswith("'"):
        return text[1:]
    number = parse_number(text)
    if number is not None:
        return number
    if text.upper() in ("TRUE", "FALSE"):
        return text.upper() == "TRUE"
    return ERRORS.get(text.upper(), text)


def to_number(value: Value) -> float:
    """Return a value as number: empty 0, truth values 1 and 0, texts by `parse_number`.

    Raises `Failure` with #VALUE! for other texts and with the error of an error.
    """
    if isinstance(value, CellError):
        raise Failure(value)
    if value is None:
        return 0.0
    number = parse_number(value) if isinstance(value, str) else float(value)
    if number is None:
        raise Failure(WRONG_VALUE)
    return number


def to_text(value: Value) -> str:
    """Return a value as it is shown: empty as an empty text, ``TRUE``, ``FALSE``, numbers by `number_text`.

    An error is shown by its code.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return number_text(value) if isinstance(value, float) else str(value)


def number_text(number: float) -> str:
    """Return a number with at most 12 significant digits and without needless zeros: ``3``, ``0.1``, ``1.5e+20``."""
    text = f"{number:.12g}"
    return "0" if text == "-0" else text


def to_truth(value: Value) -> bool:
    """Return a value as truth value: numbers are true unless 0, empty is false, ``TRUE`` and ``FALSE`` in any case.

    Raises `Failure` with #VALUE! for other texts and with the error of an error.
    """
    if isinstance(value, CellError):
        raise Failure(value)
    if isinstance(value, str):
        if value.upper() not in ("TRUE", "FALSE"):
            raise Failure(WRONG_VALUE)
        return value.upper() == "TRUE"
    return bool(value)


def compare(left: Value, right: Value) -> int:
    """Return -1, 0 or 1: the order of two values.

    Numbers come before texts, texts before truth values; texts are compared without regard to case. An empty cell
    equals 0, the empty text and FALSE, whatever stands on the other side. Raises `Failure` with the error of an
    error, the left first.
    """
    for value in (left, right):
        if isinstance(value, CellError):
            raise Failure(value)
    first, second = _key(left, right), _key(right, left)
    return (first > second) - (first < second)


def checked_number(number: float) -> float:
    """Return a number as it is. Raises `Failure` with #NUM! for infinities and NaN."""
    if not math.isfinite(number):
        raise Failure(WRONG_NUMBER)
    return number


def _key(value: Value, other: Value) -> tuple[int, float, str]:
    if value is None:
        value = False if isinstance(other, bool) else "" if isinstance(other, str) else 0.0
    if isinstance(value, bool):
        return 2, float(value), ""
    if isinstance(value, str):
        return 1, 0.0, value.casefold()
    assert isinstance(value, float)
    return 0, value, ""
