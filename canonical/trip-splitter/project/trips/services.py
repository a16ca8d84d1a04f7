"""Everything that changes a trip. An archived trip is never changed."""

from collections.abc import Iterable
from decimal import Decimal

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from trips.balances import find_balances, suggest_payments
from trips.models import Expense, Member, Part, Payment, Trip


class OutdatedPayment(Exception):
    """The payment is not among those that the trip suggests now."""


@transaction.atomic
def start_trip(trip: Trip, names: Iterable[str]) -> None:
    """Save a new trip with its members, in the order given."""
    trip.save()
    Member.objects.bulk_create(
        Member(trip=trip, name=name, position=position) for position, name in enumerate(names)
    )


def require_open(trip: Trip) -> None:
    """Raise `PermissionDenied` when `trip` is archived."""
    if trip.is_archived:
        raise PermissionDenied("This trip is archived.")


@transaction.atomic
def save_expense(expense: Expense, parts: Iterable[Part]) -> None:
    """Save a new or changed expense; `parts` take the place of those that it had."""
    require_open(expense.trip)
    expense.save()
    expense.parts.all().delete()
    for part in parts:
        part.expense = expense
        part.save()


def delete_expense(expense: Expense) -> None:
    """Delete an expense."""
    require_open(expense.trip)
    expense.delete()


@transaction.atomic
def settle(trip: Trip, payer_id: int, receiver_id: int, amount: Decimal) -> Payment:
    """Record that a suggested payment was made today. Raises `OutdatedPayment`.

    Asking twice, or after the expenses have changed, must not move money twice.
    """
    require_open(trip)
    for payment in suggest_payments(find_balances(trip)):
        if (payment.payer.pk, payment.receiver.pk, payment.amount) == (payer_id, receiver_id, amount):
            return trip.payments.create(
                payer=payment.payer, receiver=payment.receiver, amount=payment.amount
            )
    raise OutdatedPayment


def undo_payment(payment: Payment) -> None:
    """Delete a payment that was noted."""
    require_open(payment.trip)
    payment.delete()


def archive(trip: Trip) -> None:
    """Make `trip` read only, for ever."""
    require_open(trip)
    trip.archived_on = timezone.localdate()
    trip.save(update_fields=["archived_on"])
