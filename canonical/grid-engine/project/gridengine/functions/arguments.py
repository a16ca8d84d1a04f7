"""Arguments of functions: single values and areas."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from gridengine.values import WRONG_NUMBER, WRONG_VALUE, CellError, Failure, Value, to_number


class AreaValues(Protocol):
    """Values of a rectangle of cells."""

    @property
    def rows(self) -> int:
        """Number of rows."""

    @property
    def columns(self) -> int:
        """Number of columns."""

    def at(self, row: int, column: int) -> Value:
        """Return the value in a row and column, counted from 0."""

    def filled(self) -> Iterator[Value]:
        """Return the values that are not empty, row by row."""


Argument = Value | AreaValues


def single(argument: Argument) -> Value:
    """Return a single value; an area of one cell is the value of that cell.

    Raises `Failure` with #VALUE! for other areas.
    """
    if argument is None or isinstance(argument, bool | float | str | CellError):
        return argument
    if argument.rows != 1 or argument.columns != 1:
        raise Failure(WRONG_VALUE)
    return argument.at(0, 0)


def area(argument: Argument) -> AreaValues:
    """Return an area. Raises `Failure` with #VALUE! for a single value, with its error for an error."""
    if isinstance(argument, CellError):
        raise Failure(argument)
    if argument is None or isinstance(argument, bool | float | str):
        raise Failure(WRONG_VALUE)
    return argument


def is_area(argument: Argument) -> bool:
    """Return True for areas."""
    return not (argument is None or isinstance(argument, bool | float | str | CellError))


def numbers(arguments: Sequence[Argument]) -> Iterator[float]:
    """Return the numbers of all arguments, in order.

    Of areas only the numbers count: texts, truth values and empty cells are passed over. Single values are converted by
    `to_number`. Raises `Failure` with the first error.
    """
    for argument in arguments:
        if is_area(argument):
            yield from _numbers_in(area(argument))
        else:
            yield to_number(single(argument))


def total(values: Iterable[float]) -> float:
    """Return a sum, exact before it is rounded once. Raises `Failure` with #NUM! for one that is too large."""
    try:
        return math.fsum(values)
    except OverflowError:
        raise Failure(WRONG_NUMBER) from None


def _numbers_in(values: AreaValues) -> Iterator[float]:
    for value in values.filled():
        if isinstance(value, CellError):
            raise Failure(value)
        if isinstance(value, float):
            yield value
