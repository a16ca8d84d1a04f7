"""Results of a poll: votes, percentages and the bars that show them."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.db.models import Count

from polls.models import Poll

LONGEST_BAR = 400
"""Width of the bar of the option with most votes, in pixels."""

BAR_DISTANCE = 32
"""Pixels from the top of one bar to that of the next."""


@dataclass(frozen=True)
class Line:
    """One option with its votes, as the page shows it; `width` and `top` are those of its bar."""

    option: str
    votes: int
    percentage: Decimal
    width: int
    top: int


@dataclass(frozen=True)
class Results:
    """The lines of a poll in the order of its options, the sum of the votes and the height of the chart."""

    lines: list[Line]
    total: int
    height: int


def percentage(votes: int, total: int) -> Decimal:
    """Return the share of `votes` in `total` in percent, to one decimal, half a tenth upwards."""
    share = Decimal(100 * votes) / total if total else Decimal(0)
    return share.quantize(Decimal("0.1"), ROUND_HALF_UP)


def count_votes(poll: Poll) -> Results:
    """Return the results of `poll` as they are now."""
    options = list(poll.options.annotate(count=Count("votes")).order_by("position"))
    total = sum(option.count for option in options)
    most = max((option.count for option in options), default=0)
    lines = [
        Line(
            option=option.text,
            votes=option.count,
            percentage=percentage(option.count, total),
            width=round(LONGEST_BAR * option.count / most) if most else 0,
            top=place * BAR_DISTANCE,
        )
        for place, option in enumerate(options)
    ]
    return Results(lines, total, len(lines) * BAR_DISTANCE)
