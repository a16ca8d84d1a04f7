"""Figures of stays that are counted by their minutes."""

from collections import Counter
from fractions import Fraction


def figures(stays: Counter[int]) -> list[str]:
    """Return mean, median, 95 % and longest stay, four empty texts without any."""
    count = stays.total()
    if not count:
        return [""] * 4
    mean = Fraction(sum(minutes * times for minutes, times in stays.items()), count)
    middle = Fraction(ranked(stays, (count + 1) // 2) + ranked(stays, count // 2 + 1), 2)
    return [tenths(mean), tenths(middle), str(ranked(stays, -(-95 * count // 100))), str(max(stays))]


def ranked(stays: Counter[int], rank: int) -> int:
    """Return the stay at a rank, the shortest has rank 1."""
    seen = 0
    for minutes in sorted(stays):
        seen += stays[minutes]
        if seen >= rank:
            return minutes
    raise ValueError(rank)


def tenths(number: Fraction) -> str:
    """Return a number with one decimal, half a tenth upwards."""
    found = int(number * 10 + Fraction(1, 2))
    return f"{found // 10}.{found % 10}"
