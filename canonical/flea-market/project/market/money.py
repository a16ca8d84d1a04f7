"""Amounts of money: whole cents inside, euros with a point outside."""

import re

LOWEST_PRICE, HIGHEST_PRICE = 50, 200_000

AMOUNT = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?", re.ASCII)


def as_cents(text: str) -> int | None:
    """Return the cents of an amount such as ``12``, ``12.5`` or ``12,50``; None for anything else."""
    found = AMOUNT.fullmatch(text.strip())
    if found is None:
        return None
    euros, fraction = found.groups(default="")
    return 100 * int(euros) + int(fraction.ljust(2, "0"))


def as_text(cents: int) -> str:
    """Return an amount as the pages show it, without the sign of the currency."""
    return f"{cents // 100}.{cents % 100:02}"


def lowest_offer(price: int) -> int:
    """Return half of a price; half a cent counts as a whole one."""
    return (price + 1) // 2
