"""Mathematical functions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gridengine.functions.arguments import Argument, numbers, single, total
from gridengine.values import DIVISION, WRONG_NUMBER, Failure, checked_number, to_number


def sum_of(arguments: Sequence[Argument]) -> float:
    """SUM: sum of all numbers, exactly rounded once."""
    return total(numbers(arguments))


def product(arguments: Sequence[Argument]) -> float:
    """PRODUCT: product of all numbers, 0 without any."""
    found = list(numbers(arguments))
    return math.prod(found) if found else 0.0


def smallest(arguments: Sequence[Argument]) -> float:
    """MIN: smallest number, 0 without any."""
    return min(numbers(arguments), default=0.0)


def largest(arguments: Sequence[Argument]) -> float:
    """MAX: largest number, 0 without any."""
    return max(numbers(arguments), default=0.0)


def absolute(arguments: Sequence[Argument]) -> float:
    """ABS: absolute number."""
    return abs(to_number(single(arguments[0])))


def whole(arguments: Sequence[Argument]) -> float:
    """INT: next smaller whole number."""
    return float(math.floor(to_number(single(arguments[0]))))


def rounded(arguments: Sequence[Argument]) -> float:
    """ROUND: number rounded to so many digits (0 if left out), halves away from zero."""
    number = to_number(single(arguments[0]))
    digits = int(to_number(single(arguments[1]))) if len(arguments) > 1 else 0
    if abs(digits) > 15:
        raise Failure(WRONG_NUMBER)
    scaled = abs(number) * 10.0**digits
    return math.copysign(math.floor(checked_number(scaled) + 0.5 + 1e-9) / 10.0**digits, number)


def remainder(arguments: Sequence[Argument]) -> float:
    """MOD: remainder with the sign of the divisor; #DIV/0! for 0."""
    number, divisor = (to_number(single(each)) for each in arguments)
    if divisor == 0:
        raise Failure(DIVISION)
    return number % divisor


def power(arguments: Sequence[Argument]) -> float:
    """POWER: number raised to an exponent, as the operator ``^``."""
    number, exponent = (to_number(single(each)) for each in arguments)
    return raised(number, exponent)


def root(arguments: Sequence[Argument]) -> float:
    """SQRT: square root; #NUM! for negative numbers."""
    number = to_number(single(arguments[0]))
    if number < 0:
        raise Failure(WRONG_NUMBER)
    return math.sqrt(number)


def raised(number: float, exponent: float) -> float:
    """Return a power. Raises `Failure`: #DIV/0! for 0 with a negative exponent, #NUM! where there is no real number."""
    if number == 0 and exponent < 0:
        raise Failure(DIVISION)
    try:
        return math.pow(number, exponent)
    except (ValueError, OverflowError):
        raise Failure(WRONG_NUMBER) from None
