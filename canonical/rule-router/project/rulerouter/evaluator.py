"""Values of expressions for a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulerouter.errors import EvaluationError
from rulerouter.functions import Value, call_function, glob_matches, kind_of
from rulerouter.nodes import Binary, Call, Field, ListOf, Literal, Node, Unary

_ORDER: dict[str, Callable[[int], bool]] = {
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}
_ARITHMETIC_WORDS = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "divide"}


def evaluate(node: Node, record: Mapping[str, Value]) -> Value:
    """Return the value of an expression; a field that is not there is null. Raises `EvaluationError`.

    ``and`` and ``or`` return truth values and evaluate their right side only where it matters.
    """
    match node:
        case Literal(value):
            return value
        case Field(path):
            return field_value(record, path)
        case ListOf(items):
            return [evaluate(item, record) for item in items]
        case Call(function, arguments):
            return call_function(function, [evaluate(argument, record) for argument in arguments])
        case Unary("not", operand):
            return not truth(evaluate(operand, record))
        case Unary(_, operand):
            return -_number(evaluate(operand, record), "negate")
        case Binary("and", left, right):
            return truth(evaluate(left, record)) and truth(evaluate(right, record))
        case Binary("or", left, right):
            return truth(evaluate(left, record)) or truth(evaluate(right, record))
        case Binary(operator, left, right):
            return _binary(operator, evaluate(left, record), evaluate(right, record))


def field_value(record: Value, path: tuple[str, ...]) -> Value:
    """Return the value at a path through records and lists (by index from 0); null where the path leads nowhere."""
    value = record
    for name in path:
        if isinstance(value, Mapping):
            value = value.get(name)
        elif isinstance(value, list | tuple) and name.isdigit() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def truth(value: Value) -> bool:
    """Return False for null, false, zero, and empty texts, lists and records, True for everything else."""
    return bool(value)


def equal(left: Value, right: Value) -> bool:
    """Return True for equal values of the same kind: ``1 == 1.0``, but ``true != 1`` and ``'1' != 1``."""
    if kind_of(left) != kind_of(right):
        return False
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(equal(left[name], right[name]) for name in left)
    return left == right


def _binary(operator: str, left: Value, right: Value) -> Value:
    match operator:
        case "==":
            return equal(left, right)
        case "!=":
            return not equal(left, right)
        case "in":
            return _contains(right, left)
        case "not in":
            return not _contains(right, left)
        case "contains":
            return _contains(left, right)
        case "matches":
            return _matches(left, right)
        case "<" | "<=" | ">" | ">=":
            return _ordered(operator, left, right)
    return _arithmetic(operator, left, right)


def _contains(container: Value, value: Value) -> bool:
    if container is None:
        return False
    if isinstance(container, list | tuple):
        return any(equal(item, value) for item in container)
    if isinstance(container, str) and isinstance(value, str):
        return value in container
    if isinstance(container, dict) and isinstance(value, str):
        return value in container
    raise EvaluationError(f"cannot look for {kind_of(value)} in {kind_of(container)}")


def _matches(value: Value, pattern: Value) -> bool:
    if not isinstance(pattern, str):
        raise EvaluationError(f"a pattern is a text, not {kind_of(pattern)}")
    if value is None:
        return False
    if not isinstance(value, str):
        raise EvaluationError(f"cannot match {kind_of(value)} with a pattern")
    return glob_matches(value, pattern)


def _ordered(operator: str, left: Value, right: Value) -> bool:
    if left is None or right is None:
        return False
    kinds = {kind_of(left), kind_of(right)}
    if kinds not in ({"number"}, {"text"}):
        raise EvaluationError(f"cannot compare {kind_of(left)} with {kind_of(right)}")
    order = (left > right) - (left < right)  # type: ignore[operator]
    return _ORDER[operator](order)


def _arithmetic(operator: str, left: Value, right: Value) -> Value:
    if operator == "+" and isinstance(left, str) and isinstance(right, str):
        return left + right
    word = _ARITHMETIC_WORDS[operator]
    first, second = _number(left, word), _number(right, word)
    if operator in ("/", "%") and second == 0:
        raise EvaluationError("division by zero")
    match operator:
        case "+":
            return first + second
        case "-":
            return first - second
        case "*":
            return first * second
        case "/":
            return first / second
    return first % second


def _number(value: Value, word: str) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise EvaluationError(f"cannot {word} {kind_of(value)}")
    return value
