"""Logical and lookup functions. IF, IFERROR and CHOOSE are in the evaluator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gridengine.functions.arguments import AreaValues, Argument, area, is_area, single
from gridengine.values import (
    NOT_FOUND,
    WRONG_REFERENCE,
    WRONG_VALUE,
    CellError,
    Failure,
    Value,
    compare,
    to_number,
    to_truth,
)


def all_true(arguments: Sequence[Argument]) -> bool:
    """AND: True where all values are true; texts and empty cells of areas are passed over; #VALUE! without any value."""
    return all(_truths(arguments))


def any_true(arguments: Sequence[Argument]) -> bool:
    """OR: True where at least one value is true; otherwise as AND."""
    return any(_truths(arguments))


def negated(arguments: Sequence[Argument]) -> bool:
    """NOT: the opposite truth value."""
    return not to_truth(single(arguments[0]))


def is_error(arguments: Sequence[Argument]) -> bool:
    """ISERROR: True for errors."""
    return isinstance(single(arguments[0]), CellError)


def is_blank(arguments: Sequence[Argument]) -> bool:
    """ISBLANK: True for empty cells."""
    return single(arguments[0]) is None


def is_number(arguments: Sequence[Argument]) -> bool:
    """ISNUMBER: True for numbers."""
    return isinstance(single(arguments[0]), float)


def is_text(arguments: Sequence[Argument]) -> bool:
    """ISTEXT: True for texts."""
    return isinstance(single(arguments[0]), str)


def row_count(arguments: Sequence[Argument]) -> float:
    """ROWS: number of rows of an area."""
    return float(area(arguments[0]).rows)


def column_count(arguments: Sequence[Argument]) -> float:
    """COLUMNS: number of columns of an area."""
    return float(area(arguments[0]).columns)


def index(arguments: Sequence[Argument]) -> Value:
    """INDEX: value of an area in a row and column (1 if left out), counted from 1; #REF! outside."""
    values = area(arguments[0])
    row = int(to_number(single(arguments[1])))
    column = int(to_number(single(arguments[2]))) if len(arguments) > 2 else 1
    if not (1 <= row <= values.rows and 1 <= column <= values.columns):
        raise Failure(WRONG_REFERENCE)
    return values.at(row - 1, column - 1)


def position(arguments: Sequence[Argument]) -> float:
    """MATCH: position of a value in an area of one row or column, counted from 1.

    The third argument chooses: 0 (also if left out) the first equal value, 1 the last of the values before the first
    that is larger. #N/A where nothing is found, #VALUE! for an area of several rows and columns.
    """
    values = area(arguments[1])
    if values.rows != 1 and values.columns != 1:
        raise Failure(WRONG_VALUE)
    near = len(arguments) > 2 and to_number(single(arguments[2])) != 0
    return _found(single(arguments[0]), _line(values), near) + 1.0


def vertical_lookup(arguments: Sequence[Argument]) -> Value:
    """VLOOKUP: looks for a value in the first column of an area and returns the value of a column (from 1) in that row.

    The fourth argument chooses as in MATCH: FALSE (also if left out) the first equal value, TRUE the last before the
    first that is larger. #REF! for a column outside the area, #N/A where nothing is found.
    """
    values = area(arguments[1])
    column = int(to_number(single(arguments[2])))
    if not 1 <= column <= values.columns:
        raise Failure(WRONG_REFERENCE)
    near = len(arguments) > 3 and to_truth(single(arguments[3]))
    row = _found(single(arguments[0]), [values.at(each, 0) for each in range(values.rows)], near)
    return values.at(row, column - 1)


def _found(wanted: Value, values: list[Value], near: bool) -> int:
    found = -1
    for place, value in enumerate(values):
        if value is None or isinstance(value, CellError):
            continue
        order = compare(value, wanted)
        if order == 0 and not near:
            return place
        if near and order > 0:
            break
        if near:
            found = place
    if found < 0:
        raise Failure(NOT_FOUND)
    return found


def _line(values: AreaValues) -> list[Value]:
    if values.rows == 1:
        return [values.at(0, column) for column in range(values.columns)]
    return [values.at(row, 0) for row in range(values.rows)]


def _truths(arguments: Sequence[Argument]) -> list[bool]:
    found = [truth for each in arguments for truth in _truths_of(each)]
    if not found:
        raise Failure(WRONG_VALUE)
    return found


def _truths_of(argument: Argument) -> Iterator[bool]:
    if not is_area(argument):
        yield to_truth(single(argument))
        return
    for value in area(argument).filled():
        if not isinstance(value, str):
            yield to_truth(value)
