"""Rounding of exact values, halves away from zero."""

from fractions import Fraction


def rounded(value: Fraction, decimals: int) -> Fraction:
    """Return `value` rounded to so many decimals."""
    scale = 10**decimals
    units = int(abs(value) * scale + Fraction(1, 2))
    return Fraction(units if value >= 0 else -units, scale)


def cell(value: Fraction, decimals: int) -> int | float:
    """Return the rounded value as a number for a workbook."""
    result = rounded(value, decimals)
    return int(result) if result.denominator == 1 else float(result)


def text(value: Fraction, decimals: int) -> str:
    """Return the rounded value with exactly so many decimals."""
    units = int(abs(rounded(value, decimals)) * 10**decimals)
    whole, rest = divmod(units, 10**decimals)
    sign = "-" if value < 0 and units else ""
    return f"{sign}{whole}.{rest:0{decimals}}"
