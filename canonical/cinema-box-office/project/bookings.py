"""Bookings and blocked seats: kept in bookings.json across restarts."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from money import ZERO
from pricing import Bill
from seating import Seat
from showings import Showing


class BookingsDamaged(Exception):
    """The file of bookings cannot be understood; it is left as it is."""


@dataclass
class Booking:
    """Sold tickets. `cancelled` is when they were given back, `refund` what was paid back then."""

    code: str
    showing: int
    film: str
    seats: list[Seat]
    kinds: list[str]
    total: Decimal
    sold: datetime
    cancelled: datetime | None = None
    refund: Decimal = ZERO


class Bookings:
    """Every booking ever made, and the seats that the manager blocked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._bookings: dict[str, Booking] = {}
        self._blocked: dict[int, set[Seat]] = {}
        if path.exists():
            self._read()

    def taken(self, showing: int) -> set[Seat]:
        """The seats of a showing that are sold."""
        return {
            seat
            for booking in self._bookings.values()
            if booking.showing == showing and booking.cancelled is None
            for seat in booking.seats
        }

    def blocked(self, showing: int) -> set[Seat]:
        """The seats of a showing that the manager has blocked."""
        return set(self._blocked.get(showing, ()))

    def unavailable(self, showing: int) -> set[Seat]:
        """The seats of a showing that cannot be sold."""
        return self.taken(showing) | self.blocked(showing)

    def find(self, code: str) -> Booking | None:
        """The booking with a code, in capital or small letters; None when there is none."""
        return self._bookings.get(code.upper())

    def sold_on(self, day: date) -> list[Booking]:
        """The bookings sold on a day."""
        return [booking for booking in self._bookings.values() if booking.sold.date() == day]

    def cancelled_on(self, day: date) -> list[Booking]:
        """The bookings cancelled on a day."""
        return [b for b in self._bookings.values() if b.cancelled is not None and b.cancelled.date() == day]

    def sell(self, showing: Showing, bill: Bill, now: datetime) -> Booking:
        """Keep a new booking; its code is the next one never used."""
        booking = Booking(
            code=f"CB-{len(self._bookings) + 1:04}",
            showing=showing.number,
            film=showing.film,
            seats=[ticket.seat for ticket in bill.tickets],
            kinds=[ticket.kind.name.lower() for ticket in bill.tickets],
            total=bill.total,
            sold=now,
        )
        self._bookings[booking.code] = booking
        self._write()
        return booking

    def cancel(self, booking: Booking, refund: Decimal, now: datetime) -> None:
        """Mark a booking as cancelled, with its refund."""
        booking.cancelled = now
        booking.refund = refund
        self._write()

    def switch_block(self, showing: int, seat: Seat) -> bool:
        """Block a seat, or make a blocked one free again; whether it is blocked now."""
        seats = self._blocked.setdefault(showing, set())
        seats.symmetric_difference_update({seat})
        self._write()
        return seat in seats

    def _read(self) -> None:
        try:
            content = json.loads(self._path.read_text(encoding="utf-8"))
            for entry in content["bookings"]:
                booking = from_entry(entry)
                self._bookings[booking.code] = booking
            for number, names in content["blocked"].items():
                self._blocked[int(number)] = {Seat.named(name) for name in names}
        except (KeyError, TypeError, AttributeError, ValueError, InvalidOperation):
            raise BookingsDamaged(
                f"the file {self._path.name} is damaged; nothing was changed in it."
            ) from None

    def _write(self) -> None:
        """Write the file whole: a program that is ended meanwhile leaves the old one."""
        content = {
            "bookings": [to_entry(booking) for booking in self._bookings.values()],
            "blocked": {str(number): names(seats) for number, seats in self._blocked.items()},
        }
        draft = self._path.with_suffix(".draft")
        draft.write_text(json.dumps(content, indent=2), encoding="utf-8")
        draft.replace(self._path)


def names(seats: Iterable[Seat]) -> list[str]:
    """Return the names of seats in their order."""
    return [str(seat) for seat in sorted(seats)]


def to_entry(booking: Booking) -> dict[str, Any]:
    """A booking as it stands in the file."""
    return {
        "code": booking.code,
        "showing": booking.showing,
        "film": booking.film,
        "seats": [str(seat) for seat in booking.seats],
        "kinds": booking.kinds,
        "total": str(booking.total),
        "sold": booking.sold.isoformat(timespec="seconds"),
        "cancelled": booking.cancelled and booking.cancelled.isoformat(timespec="seconds"),
        "refund": str(booking.refund),
    }


def from_entry(entry: dict[str, Any]) -> Booking:
    """A booking from the file. Raises `KeyError`, `TypeError`, `ValueError` or `InvalidOperation`."""
    cancelled = entry["cancelled"]
    return Booking(
        code=entry["code"],
        showing=int(entry["showing"]),
        film=entry["film"],
        seats=[Seat.named(name) for name in entry["seats"]],
        kinds=list(entry["kinds"]),
        total=Decimal(entry["total"]),
        sold=datetime.fromisoformat(entry["sold"]),
        cancelled=datetime.fromisoformat(cancelled) if cancelled else None,
        refund=Decimal(entry["refund"]),
    )
