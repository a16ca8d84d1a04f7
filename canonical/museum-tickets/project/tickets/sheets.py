"""The sheet of a day: who comes, who came, and what was taken."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from tickets.models import Order
from tickets.slots import HOURS, start_of


@dataclass(frozen=True)
class Line:
    """The sums of one slot, or of the whole day."""

    label: str
    orders: int
    visitors: int
    checked_in: int
    revenue: Decimal


def day_sheet(day: date) -> list[Line]:
    """Return a line for each slot and one for the day; cancelled orders are left out. Raises `NotOnSale`."""
    lines = [_line_of(f"{hour}:00", start_of(day, hour)) for hour in HOURS]
    return [*lines, _sum_of(lines)]


def _line_of(label: str, starts) -> Line:
    orders = Order.objects.standing().filter(starts=starts)
    came = orders.exclude(checked_in_at=None)
    revenue = sum((order.total for order in orders), Decimal("0.00"))
    return Line(label, orders.count(), orders.visitors(), came.visitors(), revenue)


def _sum_of(lines: list[Line]) -> Line:
    return Line(
        "Total",
        sum(line.orders for line in lines),
        sum(line.visitors for line in lines),
        sum(line.checked_in for line in lines),
        sum((line.revenue for line in lines), Decimal("0.00")),
    )
