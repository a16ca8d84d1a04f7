"""Everything that changes bookings."""

import uuid

from django.db import transaction
from django.utils import timezone

from planner.models import Booking, Room
from planner.wishes import Refused, Wish


@transaction.atomic
def book(room: Room, owner, wish: Wish) -> list[Booking]:
    """Book a room for all weeks of a wish, or for none of them. Raises `Refused`."""
    if wish.people > room.seats:
        raise Refused(f"{room} has {room.seats} seats.")
    series = uuid.uuid4()
    bookings = []
    for start, end in wish.spans():
        if room.bookings.overlapping(start, end).exists():
            raise Refused(f"The room is taken on {timezone.localdate(start)}.")
        bookings.append(
            Booking(
                room=room, title=wish.title, owner=owner, start=start, end=end, series=series, people=wish.people
            )
        )
    return Booking.objects.bulk_create(bookings)


@transaction.atomic
def delete(booking: Booking, *, following: bool) -> None:
    """Delete a booking, and with `following` the later ones of its series."""
    if following:
        booking.room.bookings.filter(series=booking.series, start__gte=booking.start).delete()
    else:
        booking.delete()
