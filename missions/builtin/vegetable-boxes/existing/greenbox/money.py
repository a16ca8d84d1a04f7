"""Amounts of money, in whole cents."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

from greenbox.errors import Refused

AMOUNT = re.compile(r"(?P<units>\d{1,7})(?:\.(?P<cents>\d{1,2}))?")


def parse_amount(text: str) -> int:
    """Return an amount such as ``12.5`` or ``12.50`` in cents. Raises `Refused`."""
    match = AMOUNT.fullmatch(text.strip())
    if match is None:
        raise Refused(f"{text!r} is not an amount; write it like 12.50")
    cents = (match["cents"] or "0").ljust(2, "0")
    return int(match["units"]) * 100 + int(cents)


def parse_signed(text: str) -> int:
    """Return an amount that may begin with a minus sign. Raises `Refused`."""
    text = text.strip()
    if text.startswith("-"):
        return -parse_amount(text[1:])
    return parse_amount(text)


def show_amount(cents: int) -> str:
    """Return an amount with two decimals: ``12.50``, ``-0.05``."""
    sign = "-" if cents < 0 else ""
    units, rest = divmod(abs(cents), 100)
    return f"{sign}{units}.{rest:02d}"


def percent_of(cents: int, percent: Decimal) -> int:
    """Return so many percent of an amount, half a cent upwards."""
    return int((Decimal(cents) * percent / 100).quantize(Decimal(1), ROUND_HALF_UP))


def parse_percent(text: str) -> Decimal:
    """Return a percentage between 0 and 100. Raises `Refused`."""
    if not re.fullmatch(r"\d{1,3}(\.\d{1,2})?", text.strip()):
        raise Refused(f"{text!r} is not a percentage")
    found = Decimal(text.strip())
    if found > 100:
        raise Refused(f"{text!r} is more than 100 percent")
    return found


def show_percent(percent: Decimal) -> str:
    """Return a percentage without needless zeros: ``5 %``, ``7.5 %``."""
    return f"{percent.normalize():f} %"
