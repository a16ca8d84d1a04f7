"""The rules of the town: plates, periods and fees."""

import calendar
import re
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
PRICES = {"A": Decimal("30.00"), "B": Decimal("22.50"), "C": Decimal("15.25")}
"""Price of each zone for a month."""

SHARES = {1: Decimal("1"), 3: Decimal("0.95"), 6: Decimal("0.90"), 12: Decimal("0.80")}
"""Months that a permit may last, and the share of the price that is paid for them."""

ELECTRIC_SHARE = Decimal("0.75")
DAYS_AHEAD = 60
PLATE = re.compile(r"[A-Z0-9]{2,8}")
IGNORED_IN_PLATES = re.compile(r"[\s-]")


def spell_plate(text: str) -> str:
    """Return a plate as it is stored: in capitals, without blanks and hyphens."""
    return IGNORED_IN_PLATES.sub("", text).upper()


def is_plate(plate: str) -> bool:
    """Return True if a plate, spelled so, can be one."""
    return bool(PLATE.fullmatch(plate))


def last_day_of(first_day: date, months: int) -> date:
    """Return the last day of a permit that begins on `first_day` and lasts so many months."""
    year, month = divmod(first_day.year * 12 + first_day.month - 1 + months, 12)
    days = calendar.monthrange(year, month + 1)[1]
    if first_day.day > days:
        return date(year, month + 1, days)
    return date(year, month + 1, first_day.day) - timedelta(days=1)


def fee_for(zone: str, months: int, *, electric: bool) -> Decimal:
    """Return the fee, rounded once, half a cent upwards."""
    fee = PRICES[zone] * months * SHARES[months]
    return (fee * ELECTRIC_SHARE if electric else fee).quantize(CENT, ROUND_HALF_UP)
