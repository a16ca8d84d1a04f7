"""Statistical functions and criteria."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gridengine.functions.arguments import Argument, area, is_area, numbers, single, total
from gridengine.values import DIVISION, WRONG_NUMBER, WRONG_VALUE, CellError, Failure, Value, compare, parse_input

Criterion = Callable[[Value], bool]

_TESTS: dict[str, Callable[[int], bool]] = {
    "<>": lambda order: order != 0,
    "<=": lambda order: order <= 0,
    ">=": lambda order: order >= 0,
    "<": lambda order: order < 0,
    ">": lambda order: order > 0,
    "=": lambda order: order == 0,
}


def average(arguments: Sequence[Argument]) -> float:
    """AVERAGE: mean of all numbers; #DIV/0! without any."""
    found = list(numbers(arguments))
    if not found:
        raise Failure(DIVISION)
    return total(found) / len(found)


def median(arguments: Sequence[Argument]) -> float:
    """MEDIAN: middle number, or the mean of the two in the middle; #NUM! without any."""
    found = sorted(numbers(arguments))
    if not found:
        raise Failure(WRONG_NUMBER)
    middle = len(found) // 2
    return found[middle] if len(found) % 2 else (found[middle - 1] + found[middle]) / 2


def count(arguments: Sequence[Argument]) -> float:
    """COUNT: how many numbers there are; errors, texts, truth values and empty cells do not count."""
    return float(sum(isinstance(value, float) for value in _filled(arguments)))


def count_filled(arguments: Sequence[Argument]) -> float:
    """COUNTA: how many values are not empty, errors included."""
    return float(sum(1 for _ in _filled(arguments)))


def count_if(arguments: Sequence[Argument]) -> float:
    """COUNTIF: how many cells of an area meet a criterion (see `criterion`); empty cells never do."""
    meets = criterion(single(arguments[1]))
    return float(sum(meets(value) for value in area(arguments[0]).filled()))


def sum_if(arguments: Sequence[Argument]) -> float:
    """SUMIF: sum of the numbers in cells of an area that meet a criterion, or of the cells at the same place in a third
    argument of the same size (#VALUE! for another size); empty cells never meet it."""
    tested = area(arguments[0])
    meets = criterion(single(arguments[1]))
    summed = area(arguments[2]) if len(arguments) > 2 else tested
    if (summed.rows, summed.columns) != (tested.rows, tested.columns):
        raise Failure(WRONG_VALUE)
    found = []
    for row in range(tested.rows):
        for column in range(tested.columns):
            value = tested.at(row, column)
            if value is not None and meets(value):
                found.append(summed.at(row, column))
    for each in found:
        if isinstance(each, CellError):
            raise Failure(each)
    return total(each for each in found if isinstance(each, float))


def criterion(condition: Value) -> Criterion:
    """Return the test of a condition.

    A text that begins with ``<>``, ``<=``, ``>=``, ``<``, ``>`` or ``=`` compares with what follows, any other value
    tests for equality; what follows is read as by `parse_input`, and only values of the same kind meet a condition,
    except that ``<>`` is met by those of other kinds. Errors never meet it.
    """
    if isinstance(condition, CellError):
        raise Failure(condition)
    sign = "="
    wanted: Value = condition
    if isinstance(condition, str):
        sign = next((each for each in _TESTS if condition.startswith(each)), "")
        wanted = parse_input(condition[len(sign) :])
    test = _TESTS[sign or "="]

    def meets(value: Value) -> bool:
        if isinstance(value, CellError):
            return False
        if type(value) is not type(wanted):
            return sign == "<>"
        return test(compare(value, wanted))

    return meets


def _filled(arguments: Sequence[Argument]) -> list[Value]:
    found: list[Value] = []
    for argument in arguments:
        if is_area(argument):
            found.extend(area(argument).filled())
        elif argument is not None:
            found.append(single(argument))
    return found
