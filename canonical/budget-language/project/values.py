"""Values: exact fractions, rounded only to be shown."""

from fractions import Fraction

DECIMALS = 4


def rounded(value: Fraction, decimals: int) -> Fraction:
    """Return `value` rounded to so many decimals, halves away from zero."""
    scale = 10**decimals
    units = int(abs(value) * scale + Fraction(1, 2))
    return Fraction(units if value >= 0 else -units, scale)


def shown(value: Fraction) -> str:
    """Return `value` as users see it."""
    units = int(rounded(abs(value), DECIMALS) * 10**DECIMALS)
    whole, decimals = divmod(units, 10**DECIMALS)
    text = f"{whole}.{decimals:0{DECIMALS}}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 and units else text


def written(value: Fraction) -> str:
    """Return an expression with exactly this value, for a file."""
    return str(value)
