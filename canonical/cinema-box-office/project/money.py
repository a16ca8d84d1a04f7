"""Amounts: decimal numbers with two digits behind the point, rounded half up."""

import re
from decimal import ROUND_HALF_UP, Decimal

from dialogue import NotAccepted

CENT = Decimal("0.01")
ZERO = Decimal("0.00")


def to_the_cent(amount: Decimal) -> Decimal:
    """`amount` rounded to the cent, half a cent upwards."""
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def understand_amount(answer: str) -> Decimal:
    """An amount as a user types it: `20`, `20.5`, `20,50`. Raises `NotAccepted`."""
    if not re.fullmatch(r"[0-9]{1,6}([.,][0-9]{1,2})?", answer):
        raise NotAccepted("This is not an amount: type it like 20 or 20.50.")
    return Decimal(answer.replace(",", ".")).quantize(CENT)
