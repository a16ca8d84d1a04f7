"""Everything that changes orders. What a rule forbids raises `Refused` and changes nothing."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tickets.models import Order
from tickets.prices import make_bill
from tickets.slots import CAPACITY, HOURS, Slot, start_of

CANCEL_UNTIL = timedelta(hours=24)


class Refused(Exception):
    """A rule forbids what was asked for; the message says which."""


def free_places(starts: datetime) -> int:
    """Return how many places of a slot are free."""
    return CAPACITY - Order.objects.standing().filter(starts=starts).visitors()


def slots_of(day: date) -> list[Slot]:
    """Return the slots of a day that have not begun. Raises `NotOnSale`."""
    moments = [start_of(day, hour) for hour in HOURS]
    slots = [Slot(moment, free_places(moment)) for moment in moments]
    return [slot for slot in slots if not slot.has_begun]


def check_places(starts: datetime, visitors: int) -> None:
    """Raise `Refused` when a slot has begun or has fewer free places."""
    if starts <= timezone.now():
        raise Refused("This admission has begun.")
    if visitors > (free := free_places(starts)):
        raise Refused(f"There are only {free} places left.")


@transaction.atomic
def book(order: Order) -> Order:
    """Save a new order with its price, if there are places and its voucher can still be used."""
    check_places(order.starts, order.party.visitors)
    if order.voucher and not order.voucher.is_good_for(timezone.localdate(order.starts)):
        raise Refused("This voucher cannot be used.")
    order.total = make_bill(order.party, order.voucher).total
    order.save()
    return order


@transaction.atomic
def cancel(order: Order) -> None:
    """Give the places of an order and its voucher back."""
    order.refresh_from_db()
    if order.cancelled_at:
        raise Refused("This order was cancelled.")
    if order.starts - timezone.now() < CANCEL_UNTIL:
        raise Refused("It is too late to cancel this order.")
    order.cancelled_at = timezone.now()
    order.save(update_fields=["cancelled_at"])


@transaction.atomic
def check_in(order: Order) -> None:
    """Let the party of an order in, once, on its day."""
    order.refresh_from_db()
    if order.cancelled_at:
        raise Refused("This order was cancelled.")
    if order.checked_in_at:
        raise Refused("This order was checked in already.")
    if timezone.localdate(order.starts) != timezone.localdate():
        raise Refused("This order is for another day.")
    order.checked_in_at = timezone.now()
    order.save(update_fields=["checked_in_at"])
