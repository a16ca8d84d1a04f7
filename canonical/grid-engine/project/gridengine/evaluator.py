"""Values of formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, cast

from gridengine.address import Address, Range
from gridengine.functions import FUNCTIONS
from gridengine.functions.arguments import Argument, single
from gridengine.functions.mathematics import raised
from gridengine.functions.texts import checked_text
from gridengine.nodes import Area, Binary, Call, Cell, Group, Literal, Node, Unary
from gridengine.values import (
    DIVISION,
    UNKNOWN_NAME,
    WRONG_VALUE,
    CellError,
    Failure,
    Value,
    checked_number,
    compare,
    to_number,
    to_text,
    to_truth,
)


class CellSource(Protocol):
    """What formulas read from."""

    def value_at(self, address: Address) -> Value:
        """Return the value of a cell."""

    def filled_in(self, area: Range) -> Iterator[Value]:
        """Return the values in an area that are not empty, row by row."""


class AreaView:
    """Values of an area, read when they are needed."""

    def __init__(self, source: CellSource, area: Range) -> None:
        """Create the view of an area of a source."""
        self._source = source
        self._area = area

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self._area.rows

    @property
    def columns(self) -> int:
        """Number of columns."""
        return self._area.columns

    def at(self, row: int, column: int) -> Value:
        """Return the value in a row and column, counted from 0."""
        return self._source.value_at(self._area.first.moved(column, row))

    def filled(self) -> Iterator[Value]:
        """Return the values that are not empty, row by row."""
        return self._source.filled_in(self._area)


_TESTS: dict[str, Callable[[int], bool]] = {
    "=": lambda order: order == 0,
    "<>": lambda order: order != 0,
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}


def evaluate(node: Node, source: CellSource) -> Value:
    """Return the value of a formula; what goes wrong is a `CellError`, never an exception.

    An area that is left as the value of the whole formula is the value of its cell if it has only one, else #VALUE!.
    """
    try:
        return single(_value(node, source))
    except Failure as failure:
        return failure.error


def _value(node: Node, source: CellSource) -> Argument:
    match node:
        case Literal(value):
            return value
        case Cell(reference):
            return source.value_at(reference.address)
        case Area():
            return AreaView(source, node.range)
        case Group(inner):
            return _value(inner, source)
        case Unary("%", operand):
            return _number(operand, source) / 100
        case Unary(operator, operand):
            number = _number(operand, source)
            return -number if operator == "-" else number
        case Binary(operator, left, right):
            return _binary(operator, single(_value(left, source)), single(_value(right, source)))
        case Call(function, arguments):
            return _call(function, arguments, source)


def _number(node: Node, source: CellSource) -> float:
    return to_number(single(_value(node, source)))


def _binary(operator: str, left: Value, right: Value) -> Value:
    if operator in _TESTS:
        return _TESTS[operator](compare(left, right))
    for value in (left, right):
        if isinstance(value, CellError):
            raise Failure(value)
    if operator == "&":
        return checked_text(to_text(left) + to_text(right))
    return checked_number(_calculated(operator, to_number(left), to_number(right)))


def _calculated(operator: str, left: float, right: float) -> float:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "^":
            return raised(left, right)
    if right == 0:
        raise Failure(DIVISION)
    return left / right


def _call(name: str, nodes: Sequence[Node], source: CellSource) -> Argument:
    if name in _LAZY:
        least, most, apply = _LAZY[name]
        _check_count(len(nodes), least, most)
        return apply(nodes, source)
    function = FUNCTIONS.get(name)
    if function is None:
        raise Failure(UNKNOWN_NAME)
    _check_count(len(nodes), function.least, function.most)
    arguments = [_argument(node, source) for node in nodes]
    if not function.takes_errors:
        for argument in arguments:
            if isinstance(argument, CellError):
                raise Failure(argument)
    found = function.apply(arguments)
    return checked_number(found) if isinstance(found, float) else found


def _argument(node: Node, source: CellSource) -> Argument:
    """Return the value of an argument; an error is a value here, for functions that take errors."""
    try:
        return _value(node, source)
    except Failure as failure:
        return failure.error


def _check_count(count: int, least: int, most: int | None) -> None:
    if count < least or (most is not None and count > most):
        raise Failure(WRONG_VALUE)


def _if(nodes: Sequence[Node], source: CellSource) -> Argument:
    if to_truth(single(_value(nodes[0], source))):
        return _value(nodes[1], source)
    return _value(nodes[2], source) if len(nodes) > 2 else False


def _if_error(nodes: Sequence[Node], source: CellSource) -> Argument:
    value = evaluate(nodes[0], source)
    return _value(nodes[1], source) if isinstance(value, CellError) else value


def _choose(nodes: Sequence[Node], source: CellSource) -> Argument:
    number = int(_number(nodes[0], source))
    if not 1 <= number < len(nodes):
        raise Failure(WRONG_VALUE)
    return _value(nodes[number], source)


_LAZY = cast(
    "dict[str, tuple[int, int | None, Callable[[Sequence[Node], CellSource], Argument]]]",
    {"IF": (2, 3, _if), "IFERROR": (2, 2, _if_error), "CHOOSE": (2, None, _choose)},
)
