"""Expressions and statements, once understood."""

from dataclasses import dataclass
from fractions import Fraction

from problems import Place


@dataclass(frozen=True)
class Number:
    """A number as typed."""

    value: Fraction


@dataclass(frozen=True)
class Name:
    """A variable, a parameter or `ans`."""

    name: str
    place: Place


@dataclass(frozen=True)
class Negation:
    """The sign `-` before a value."""

    operand: "Expression"


@dataclass(frozen=True)
class Percentage:
    """The sign `%` behind a value."""

    operand: "Expression"


@dataclass(frozen=True)
class Operation:
    """Two values and what stands between them."""

    sign: str
    left: "Expression"
    right: "Expression"
    place: Place


@dataclass(frozen=True)
class Call:
    """A function with its arguments."""

    name: str
    arguments: tuple["Expression", ...]
    place: Place


Expression = Number | Name | Negation | Percentage | Operation | Call


@dataclass(frozen=True)
class Setting:
    """A `let`."""

    name: str
    expression: Expression


@dataclass(frozen=True)
class Definition:
    """A `def`; `text` is what was typed behind the equals sign."""

    name: str
    parameters: tuple[str, ...]
    body: Expression
    text: str

    @property
    def head(self) -> str:
        """The function with its parameters, as in `net(x, rate)`."""
        return f"{self.name}({', '.join(self.parameters)})"


Statement = Setting | Definition | Expression
