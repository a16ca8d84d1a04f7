"""Screens: look a booking up, and cancel it."""

from datetime import datetime, timedelta
from decimal import Decimal

from bookings import Booking
from dialogue import NotAccepted, ask, confirm, heading, refuse
from money import ZERO, to_the_cent
from office import Office
from showings import Showing

FULL_REFUND_BEFORE = timedelta(hours=24)
HALF_REFUND_BEFORE = timedelta(hours=2)


def show_booking(office: Office) -> None:
    """Screen: what a booking holds."""
    print_booking(office, ask_booking(office))


def cancel_booking(office: Office) -> None:
    """Screen: give the tickets of a booking back, if the rules allow it."""
    booking = ask_booking(office)
    print_booking(office, booking)
    if booking.cancelled is not None:
        refuse("This booking is already cancelled.")
        return
    showing = office.showings.get(booking.showing)
    now = office.now()
    if showing is not None and showing.has_begun(now):
        refuse("This showing has already begun, nothing is paid back.")
        return
    refund = refund_of(booking, showing, now)
    print(f"To pay back: {refund:.2f}")
    if not confirm("Cancel this booking?"):
        print("The booking stays as it is.")
        return
    office.bookings.cancel(booking, refund, now)
    print(f"The booking is cancelled. Refund: {refund:.2f}")


def refund_of(booking: Booking, showing: Showing | None, now: datetime) -> Decimal:
    """What is paid back now. `showing` is None when it was taken out of the programme."""
    if showing is None or showing.starts - now >= FULL_REFUND_BEFORE:
        return booking.total
    if showing.starts - now >= HALF_REFUND_BEFORE:
        return to_the_cent(booking.total / 2)
    return ZERO


def ask_booking(office: Office) -> Booking:
    """Ask for the code of a booking until there is one with it."""

    def understand(answer: str) -> Booking:
        booking = office.bookings.find(answer)
        if booking is None:
            raise NotAccepted("There is no booking with this code.")
        return booking

    return ask("Booking code", understand)


def print_booking(office: Office, booking: Booking) -> None:
    """Print a booking with its seats, price and state."""
    heading(f"BOOKING {booking.code}")
    showing = office.showings.get(booking.showing)
    when = f"{showing.starts:%Y-%m-%d %H:%M}, {showing.hall}" if showing else "not in the programme any more"
    print(f"  Film:  {booking.film} ({when})")
    tickets = zip(booking.seats, booking.kinds, strict=True)
    print(f"  Seats: {', '.join(f'{seat} {kind}' for seat, kind in tickets)}")
    print(f"  Paid:  {booking.total:.2f}")
    print(f"  State: {'booked' if booking.cancelled is None else 'given back'}")
