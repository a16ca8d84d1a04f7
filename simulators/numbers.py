"""Numbers in readable text."""

from __future__ import annotations

import re
from decimal import Decimal

from simulators.errors import ExpectationFailed

_GROUPS = "[,'’\u00a0\u2009\u202f]"
_NUMERAL = re.compile(
    rf"(?<![\w.])(?P<sign>[-−+]?)[^\w\s.,+−-]?"  # a currency sign may stand between sign and digits
    rf"(?P<digits>\d{{1,3}}(?:{_GROUPS}\d{{3}})+(?:\.\d+)?"
    rf"|\d{{1,3}}(?:\.\d{{3}})+,\d+"
    rf"|\d{{1,3}}(?:\.\d{{3}}){{2,}}"
    rf"|\d+(?:[.,]\d+)?|\.\d+)"
)


def numbers_in(text: str) -> list[Decimal]:
    """Return every number in `text`, in order.

    Commas, apostrophes and narrow blanks group thousands; a point is the decimal point. If a number contains both
    separators, or a comma is not followed by groups of three digits, the last one is the decimal separator
    (``1.234,50`` and ``12,5``). Digits inside of a word (``H2O``) are not a number.
    """
    return [_value(match) for match in _NUMERAL.finditer(text)]


def one_number_in(text: str) -> Decimal:
    """Return the only number in `text`. Raises `ExpectationFailed` when there is none, or several."""
    numbers = numbers_in(text)
    if len(numbers) != 1:
        found = ", ".join(str(number) for number in numbers[:8]) or "none"
        raise ExpectationFailed(f"exactly one number was expected in {text[:200]!r}; found: {found}")
    return numbers[0]


def _value(match: re.Match[str]) -> Decimal:
    digits = re.sub("['’\u00a0\u2009\u202f]", "", match["digits"])
    points, commas = digits.count("."), digits.count(",")
    if points and commas:
        decimal = max(".", ",", key=digits.rfind)
        digits = digits.replace("," if decimal == "." else ".", "").replace(decimal, ".")
    elif commas:
        grouped = all(len(group) == 3 for group in digits.split(",")[1:])
        digits = digits.replace(",", "" if grouped else ".")
    elif points > 1:
        digits = digits.replace(".", "")
    return Decimal(("-" if match["sign"] in ("-", "−") else "") + digits)
