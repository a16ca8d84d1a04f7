"""Amounts: whole cents inside, two digits behind the point outside."""

import re

from dialogue import NotAccepted

AMOUNT = re.compile(r"([+-]?)([0-9]{1,9})(?:\.([0-9]{1,2}))?")


def read_amount(text: str) -> int:
    """Return an amount in cents, never 0. Raises `NotAccepted`."""
    found = AMOUNT.fullmatch(text)
    if found is None:
        raise NotAccepted("This is not an amount.")
    sign, whole, part = found.groups()
    cents = int(whole) * 100 + int((part or "").ljust(2, "0"))
    if cents == 0:
        raise NotAccepted("This is not an amount.")
    return -cents if sign == "-" else cents


def read_positive(text: str) -> int:
    """Return an amount in cents that is more than 0. Raises `NotAccepted`."""
    if (cents := read_amount(text)) < 0:
        raise NotAccepted("This is not an amount.")
    return cents


def shown(cents: int) -> str:
    """Return an amount as it is shown: ``-12.50``."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def divided(cents: int, parts: int) -> list[int]:
    """Return equal parts of an amount; cents that are left over go, one each, to the first parts."""
    part, left = divmod(cents, parts)
    return [part + (place < left) for place in range(parts)]
