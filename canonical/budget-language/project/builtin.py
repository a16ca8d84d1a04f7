"""The functions that are built in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from values import rounded

MOST_DECIMALS = 9
CONDITION = "if"
"""The name of the only function that does not calculate all of its arguments."""


class WrongArgument(Exception):
    """An argument has a value that the function cannot use."""


@dataclass(frozen=True)
class BuiltIn:
    """A function of the language itself; `arity` is None if it takes one or more arguments."""

    arity: int | None
    calculate: Callable[[Sequence[Fraction]], Fraction]


def _round(arguments: Sequence[Fraction]) -> Fraction:
    value, decimals = arguments
    if decimals.denominator != 1 or not 0 <= decimals <= MOST_DECIMALS:
        raise WrongArgument(f"round needs a whole number from 0 to {MOST_DECIMALS}")
    return rounded(value, int(decimals))


FUNCTIONS = {
    "min": BuiltIn(None, min),
    "max": BuiltIn(None, max),
    "sum": BuiltIn(None, lambda arguments: sum(arguments, Fraction(0))),
    "abs": BuiltIn(1, lambda arguments: abs(arguments[0])),
    "round": BuiltIn(2, _round),
}
RESERVED = {*FUNCTIONS, CONDITION, "ans"}
