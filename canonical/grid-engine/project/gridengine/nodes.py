"""Syntax tree of formulas: canonical text, references, copying."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gridengine.address import Range, Reference
from gridengine.errors import AddressError
from gridengine.values import WRONG_REFERENCE, CellError, Value, number_text


@dataclass(frozen=True)
class Literal:
    """Number, text, truth value or error."""

    value: Value


@dataclass(frozen=True)
class Cell:
    """Value of one cell."""

    reference: Reference


@dataclass(frozen=True)
class Area:
    """Values of a rectangle, by its corners as written."""

    first: Reference
    last: Reference

    @property
    def range(self) -> Range:
        """The rectangle."""
        return Range.between(self.first.address, self.last.address)


@dataclass(frozen=True)
class Unary:
    """``-`` or ``+`` before, or ``%`` behind an operand."""

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
    """Function, by its name in capital letters, with its arguments."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Group:
    """Formula in parentheses; kept so that the canonical text is the one that the author wrote."""

    inner: Node


Node = Literal | Cell | Area | Unary | Binary | Call | Group


def children(node: Node) -> tuple[Node, ...]:
    """Return the direct parts of a node, from left to right."""
    match node:
        case Unary(_, operand) | Group(operand):
            return (operand,)
        case Binary(_, left, right):
            return (left, right)
        case Call(_, arguments):
            return arguments
    return ()


def ranges_of(node: Node) -> Iterator[Range]:
    """Return what a formula reads, from left to right: each cell as a range of one, each area as its rectangle."""
    if isinstance(node, Cell):
        yield Range(node.reference.address, node.reference.address)
    if isinstance(node, Area):
        yield node.range
    for child in children(node):
        yield from ranges_of(child)


def to_formula(node: Node) -> str:
    """Return the canonical text with ``=``: no blanks except behind commas, names and references in capital letters."""
    return f"={_text(node)}"


def shifted(node: Node, columns: int, rows: int) -> Node:
    """Return the formula as it is after copying by so many columns and rows; references that leave the sheet are
    #REF!."""
    try:
        match node:
            case Cell(reference):
                return Cell(reference.shifted(columns, rows))
            case Area(first, last):
                return Area(first.shifted(columns, rows), last.shifted(columns, rows))
    except AddressError:
        return Literal(WRONG_REFERENCE)
    match node:
        case Unary(operator, operand):
            return Unary(operator, shifted(operand, columns, rows))
        case Binary(operator, left, right):
            return Binary(operator, shifted(left, columns, rows), shifted(right, columns, rows))
        case Call(function, arguments):
            return Call(function, tuple(shifted(each, columns, rows) for each in arguments))
        case Group(inner):
            return Group(shifted(inner, columns, rows))
    return node


def _text(node: Node) -> str:
    match node:
        case Literal(value):
            return _literal(value)
        case Cell(reference):
            return str(reference)
        case Area(first, last):
            return f"{first}:{last}"
        case Unary("%", operand):
            return f"{_text(operand)}%"
        case Unary(operator, operand):
            return f"{operator}{_text(operand)}"
        case Binary(operator, left, right):
            return f"{_text(left)}{operator}{_text(right)}"
        case Call(function, arguments):
            return f"{function}({', '.join(_text(each) for each in arguments)})"
        case Group(inner):
            return f"({_text(inner)})"


def _literal(value: Value) -> str:
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, CellError):
        return value.code
    assert isinstance(value, float)
    return number_text(value)
