"""Amounts of money: how they are shared out and how they are written."""

from collections.abc import Sequence
from decimal import Decimal

CENT = Decimal("0.01")


def share_out(amount: Decimal, shares: Sequence[int]) -> list[Decimal]:
    """`amount` in proportion to `shares` (their sum is not 0), exact to the cent.

    Every part is rounded down. The cents left over go, one each, to the parts that lost most by
    that; of those that lost the same, the first come first.
    """
    cents, whole = int(amount / CENT), sum(shares)
    parts = [cents * share // whole for share in shares]
    lost = [cents * share % whole for share in shares]
    left_over = cents - sum(parts)
    losers_first = sorted(range(len(shares)), key=lambda index: -lost[index])
    for index in losers_first[:left_over]:
        parts[index] += 1
    return [part * CENT for part in parts]


def write_amount(amount: Decimal, currency: str) -> str:
    """``-12.50 EUR``"""
    return f"{amount:.2f} {currency}"
