"""Functions of the expression language, and the kinds of values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulerouter.errors import EvaluationError

Value = object
"""Values are those of JSON: None, bool, int, float, str, list, dict."""


def kind_of(value: Value) -> str:
    """Return ``null``, ``truth``, ``number``, ``text``, ``list`` or ``record``. Raises `EvaluationError` for other
    types."""
    if value is None:
        return "null"
    for types, name in ((bool, "truth"), ((int, float), "number"), (str, "text"), ((list, tuple), "list")):
        if isinstance(value, types):
            return name
    if isinstance(value, dict):
        return "record"
    raise EvaluationError(f"values of type {type(value).__name__} are not supported")


def as_text(value: Value) -> str:
    """Return the text of a value: null is empty, truth values are ``true`` and ``false``, whole floats lose ``.0``.

    Raises `EvaluationError` for lists and records.
    """
    kind = kind_of(value)
    if kind in ("list", "record"):
        raise EvaluationError(f"a {kind} has no text")
    if kind == "truth":
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def as_number(value: Value) -> int | float:
    """Return the number of a number or of a text like ``12`` or ``-1.5``. Raises `EvaluationError` otherwise."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and _is_number(value.strip()):
        return float(value) if "." in value else int(value)
    raise EvaluationError(f"{_shown(value)} is not a number")


def glob_matches(text: str, pattern: str) -> bool:
    """Return True where the whole text fits the pattern: ``*`` is any text, ``?`` any one character; case matters.

    The time needed is at most proportional to the product of both lengths.
    """
    position = index = 0
    star, resume = -1, 0
    while position < len(text):
        if index < len(pattern) and pattern[index] == "*":
            star, resume = index, position
            index += 1
        elif index < len(pattern) and pattern[index] in ("?", text[position]):
            position += 1
            index += 1
        elif star >= 0:
            resume += 1
            position, index = resume, star + 1
        else:
            return False
    return not pattern[index:].strip("*")


@dataclass(frozen=True)
class Function:
    """Function with the smallest and largest number of arguments (None: any number)."""

    apply: Callable[..., Value]
    least: int
    most: int | None


def _text(value: Value) -> str:
    if not isinstance(value, str):
        raise EvaluationError(f"{_shown(value)} is not a text")
    return value


def _length(value: Value) -> int:
    if isinstance(value, str | list | tuple | dict):
        return len(value)
    raise EvaluationError(f"{_shown(value)} has no length")


def _round(value: Value, digits: Value = 0) -> int | float:
    """Round half away from zero."""
    number, places = as_number(value), as_number(digits)
    factor = 10 ** int(places)
    rounded = int(abs(number) * factor + 0.5) / factor
    signed = rounded if number >= 0 else -rounded
    return int(signed) if places <= 0 else signed


def _default(*values: Value) -> Value:
    return next((value for value in values if value is not None), None)


FUNCTIONS: dict[str, Function] = {
    "lower": Function(lambda text: _text(text).lower(), 1, 1),
    "upper": Function(lambda text: _text(text).upper(), 1, 1),
    "trim": Function(lambda text: _text(text).strip(), 1, 1),
    "starts": Function(lambda text, start: _text(text).startswith(_text(start)), 2, 2),
    "ends": Function(lambda text, end: _text(text).endswith(_text(end)), 2, 2),
    "length": Function(_length, 1, 1),
    "text": Function(as_text, 1, 1),
    "number": Function(as_number, 1, 1),
    "round": Function(_round, 1, 2),
    "min": Function(lambda *values: min(as_number(value) for value in values), 1, None),
    "max": Function(lambda *values: max(as_number(value) for value in values), 1, None),
    "exists": Function(lambda value: value is not None, 1, 1),
    "default": Function(_default, 1, None),
}
"""Functions by name: `lower`, `upper`, `trim`, `starts(text, start)`, `ends(text, end)`, `length` (of a text, list or
record), `text` (see `as_text`), `number` (see `as_number`), `round(number, digits=0)` (halves away from zero), `min`
and `max` of numbers, `exists` (not null), `default` (the first argument that is not null)."""


def call_function(name: str, arguments: Sequence[Value]) -> Value:
    """Return the result of a function. Raises `EvaluationError` for unknown names, wrong numbers and types of
    arguments."""
    function = FUNCTIONS.get(name)
    if function is None:
        raise EvaluationError(f"unknown function: {name}")
    if len(arguments) < function.least or (function.most is not None and len(arguments) > function.most):
        raise EvaluationError(f"wrong number of arguments for {name}: {len(arguments)}")
    return function.apply(*arguments)


def _is_number(text: str) -> bool:
    whole, point, fraction = text.removeprefix("-").partition(".")
    return whole.isascii() and whole.isdigit() and (not point or (fraction.isascii() and fraction.isdigit()))


def _shown(value: Value) -> str:
    return repr(value) if kind_of(value) == "text" else f"a value of kind {kind_of(value)}"
