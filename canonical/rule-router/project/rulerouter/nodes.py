"""Syntax tree of expressions, and its canonical text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Literal:
    """Number, text, truth value or null."""

    value: int | float | str | bool | None


@dataclass(frozen=True)
class Field:
    """Field of the record: names and indexes from the outside in, ``items.0.price`` → ``("items", "0", "price")``."""

    path: tuple[str, ...]


@dataclass(frozen=True)
class ListOf:
    """List of expressions."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Unary:
    """``not`` or ``-`` before an operand."""

    operator: str
    operand: Node


@dataclass(frozen=True)
class Binary:
    """Operator between two operands."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Call:
    """Function with its arguments."""

    function: str
    arguments: tuple[Node, ...]


Node = Literal | Field | ListOf | Unary | Binary | Call

PRECEDENCE = {
    "or": 1,
    "and": 2,
    "not": 3,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "not in", "matches", "contains"), 4),
    **dict.fromkeys(("+", "-"), 5),
    **dict.fromkeys(("*", "/", "%"), 6),
    "negative": 7,
}
"""Strength of binding of each operator; comparisons (4) do not chain, the other binary operators group to the left."""


def children(node: Node) -> tuple[Node, ...]:
    """Return the direct parts of a node, from left to right."""
    match node:
        case ListOf(items):
            return items
        case Unary(_, operand):
            return (operand,)
        case Binary(_, left, right):
            return (left, right)
        case Call(_, arguments):
            return arguments
    return ()


def fields_of(node: Node) -> Iterator[str]:
    """Return the dotted path of every field that an expression reads, from left to right, with repetitions."""
    if isinstance(node, Field):
        yield ".".join(node.path)
    for child in children(node):
        yield from fields_of(child)


def to_text(node: Node) -> str:
    """Return the canonical text: single blanks, single quotes, only the parentheses that are needed."""
    return _text(node, 0)


def _text(node: Node, outer: int) -> str:
    match node:
        case Literal(value):
            return _literal(value)
        case Field(path):
            return ".".join(path)
        case ListOf(items):
            return f"[{', '.join(to_text(item) for item in items)}]"
        case Call(function, arguments):
            return f"{function}({', '.join(to_text(argument) for argument in arguments)})"
        case Unary("not", operand):
            return _grouped(f"not {_text(operand, PRECEDENCE['not'])}", PRECEDENCE["not"], outer)
        case Unary(_, operand):
            return f"-{_text(operand, PRECEDENCE['negative'])}"
        case Binary(operator, left, right):
            strength = PRECEDENCE[operator]
            chained = strength + 1 if strength == PRECEDENCE["=="] else strength
            text = f"{_text(left, chained)} {operator} {_text(right, strength + 1)}"
            return _grouped(text, strength, outer)


def _grouped(text: str, strength: int, outer: int) -> str:
    return f"({text})" if strength < outer else text


def _literal(value: int | float | str | bool | None) -> str:
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
        return f"'{escaped}'"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)
