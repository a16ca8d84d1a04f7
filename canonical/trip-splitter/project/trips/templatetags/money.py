"""Template filters for amounts of money."""

from decimal import Decimal

from django import template

from trips.models import Trip
from trips.money import write_amount

register = template.Library()


@register.filter
def money(amount: Decimal, trip: Trip) -> str:
    """``{{ expense.amount|money:trip }}``: the amount in the trip's currency."""
    return write_amount(amount, trip.currency)
