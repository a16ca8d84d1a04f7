"""Results of a poll: percentages and bars."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from agora.store import Option

LONGEST_BAR = 400
"""Width of the bar of the option with most votes, in pixels."""


@dataclass(frozen=True)
class Line:
    """One option as the page shows it; `width` is that of its bar."""

    text: str
    votes: int
    percentage: Decimal
    width: int


def lines(options: Sequence[Option]) -> list[Line]:
    """Return a line for each option, in their order. Percentages are rounded to one decimal, half a tenth upwards."""
    total, most = sum(option.votes for option in options), max(option.votes for option in options)
    return [
        Line(
            option.text,
            option.votes,
            Decimal(100 * option.votes / Decimal(total or 1)).quantize(Decimal("0.1"), ROUND_HALF_UP),
            round(LONGEST_BAR * option.votes / (most or 1)),
        )
        for option in options
    ]
