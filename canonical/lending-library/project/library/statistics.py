"""Loans per month and category of a year, as numbers and as the bars of a chart."""

import calendar
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count

from library.models import Category, Loan

WIDTH, HEIGHT = 760, 280
LEFT, BOTTOM, TOP = 36, 28, 14
BAR_SHARE = 0.62


@dataclass(frozen=True)
class Month:
    """One month: `counts` are its loans per category, in the order of `Category`."""

    number: int
    counts: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name of the month."""
        return calendar.month_name[self.number]

    @property
    def total(self) -> int:
        """The number of loans in all categories."""
        return sum(self.counts)


@dataclass(frozen=True)
class Bar:
    """A rectangle of the chart, in the units of its view box."""

    x: float
    y: float
    width: float
    height: float
    category: str
    meaning: str


@dataclass(frozen=True)
class Chart:
    """The bars of a chart with its scale."""

    bars: tuple[Bar, ...]
    months: tuple[tuple[float, str], ...]
    grid: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    base: int = HEIGHT - BOTTOM


def loans_per_month(year: int) -> list[Month]:
    """Return the number of loans per month and category of a year."""
    counted = dict.fromkeys(((month, name) for month in range(1, 13) for name in Category.values), 0)
    found = (
        Loan.objects.filter(borrowed_on__year=year)
        .order_by()
        .values_list("borrowed_on__month", "book__category")
        .annotate(loans=Count("pk"))
    )
    for month, category, loans in found:
        counted[month, category] = loans
    return [
        Month(number, tuple(counted[number, category] for category in Category.values))
        for number in range(1, 13)
    ]


def draw(months: list[Month]) -> Chart:
    """Stacked bars, one per month."""
    step = _grid_step(max(month.total for month in months))
    highest = step * 4
    per_loan = (HEIGHT - BOTTOM - TOP) / highest
    pitch = (WIDTH - LEFT) / len(months)
    return Chart(
        bars=tuple(bar for month in months for bar in _stack(month, pitch, per_loan)),
        months=tuple((_middle(month, pitch), month.name[:3]) for month in months),
        grid=tuple((HEIGHT - BOTTOM - loans * per_loan, loans) for loans in range(0, highest + 1, step)),
    )


def _grid_step(most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50, … of which four reach `most`."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if 4 * step >= most:
                return step
        power *= 10


def _middle(month: Month, pitch: float) -> float:
    return round(LEFT + (month.number - 0.5) * pitch, 1)


def _stack(month: Month, pitch: float, per_loan: float) -> Iterator[Bar]:
    below = 0
    for category, count in zip(Category.values, month.counts, strict=True):
        if count:
            yield Bar(
                x=round(_middle(month, pitch) - pitch * BAR_SHARE / 2, 1),
                y=round(HEIGHT - BOTTOM - (below + count) * per_loan, 1),
                width=round(pitch * BAR_SHARE, 1),
                height=round(count * per_loan, 1),
                category=category.lower(),
                meaning=f"{month.name}, {category}: {count}",
            )
            below += count
