"""The sums of one day."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from bookings import Bookings
from money import ZERO


@dataclass(frozen=True)
class Line:
    """What was sold of one showing: `tickets` of them for `sales`."""

    showing: int
    film: str
    tickets: int
    sales: Decimal


@dataclass(frozen=True)
class Report:
    """A line for each showing sold, in the order of their numbers, and what was paid back."""

    lines: tuple[Line, ...]
    refunds: Decimal

    @property
    def tickets(self) -> int:
        """The number of tickets sold."""
        return sum(line.tickets for line in self.lines)

    @property
    def sales(self) -> Decimal:
        """The sum of all sales."""
        return sum((line.sales for line in self.lines), ZERO)

    @property
    def takings(self) -> Decimal:
        """The sales without the refunds."""
        return self.sales - self.refunds


def make_report(bookings: Bookings, day: date) -> Report:
    """What was sold on `day`, later cancelled or not, and what was paid back on it."""
    lines: dict[int, Line] = {}
    for booking in bookings.sold_on(day):
        before = lines.get(booking.showing, Line(booking.showing, booking.film, 0, ZERO))
        lines[booking.showing] = Line(
            booking.showing,
            before.film,
            before.tickets + len(booking.seats),
            before.sales + booking.total,
        )
    refunds = sum((booking.refund for booking in bookings.cancelled_on(day)), ZERO)
    return Report(tuple(lines[number] for number in sorted(lines)), refunds)
