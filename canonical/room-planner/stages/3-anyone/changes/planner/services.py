"""Everything that changes bookings."""

import uuid

from django.db import transaction
from django.utils import timezone

from planner.models import Booking, DeletedBooking, Room
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
def delete(booking: Booking, deleter, *, following: bool) -> None:
    """Delete a booking, and with `following` the later ones of its series; all of them are listed as deleted."""
    found = booking.room.bookings.filter(series=booking.series, start__gte=booking.start)
    if not following:
        found = found.filter(pk=booking.pk)
    moment = timezone.now()
    DeletedBooking.objects.bulk_create(
        DeletedBooking(
            room=each.room,
            title=each.title,
            owner=each.owner,
            deleter=deleter,
            start=each.start,
            end=each.end,
            people=each.people,
            moment=moment,
        )
        for each in found
    )
    found.delete()


@transaction.atomic
def book_again(deleted: DeletedBooking) -> None:
    """Make a booking of its own of a deleted one. Raises `Refused`."""
    room = deleted.room
    if room.bookings.overlapping(deleted.start, deleted.end).exists():
        raise Refused(f"The room is taken on {timezone.localdate(deleted.start)}.")
    Booking.objects.create(
        room=room,
        title=deleted.title,
        owner=deleted.owner,
        start=deleted.start,
        end=deleted.end,
        people=deleted.people,
    )
    deleted.delete()
