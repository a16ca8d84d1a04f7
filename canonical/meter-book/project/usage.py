"""What was used between two days."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import floor

from readings import Reading, Refused


def used(readings: Sequence[Reading], start: date, end: date) -> str:
    """Return what was used from one day to a later one, with three decimals."""
    if start >= end:
        raise Refused(f"{end} is not later than {start}")
    amount = shown(readings, end) - shown(readings, start)
    thousandths = floor(amount * 1000 + Fraction(1, 2))
    return f"{Decimal(thousandths).scaleb(-3):.3f}"


def shown(readings: Sequence[Reading], day: date) -> Fraction:
    """Return what the meter shows on a day, in proportion between two readings."""
    before = [reading for reading in readings if reading.day <= day]
    after = [reading for reading in readings if reading.day >= day]
    if not before or not after:
        raise Refused(f"there are no readings before and after {day}")
    low, high = before[-1], after[0]
    if low.day == high.day:
        return Fraction(low.number)
    part = Fraction((day - low.day).days, (high.day - low.day).days)
    return Fraction(low.number) + part * Fraction(high.number - low.number)
