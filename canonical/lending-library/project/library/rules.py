"""The rules of the house: how long, how many, and what being late costs."""

from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

LOAN_PERIOD = timedelta(days=21)
LOAN_LIMIT = 3

GRACE_DAYS = 3
FINE_PER_DAY = Decimal("0.35")
CHILDREN_FINE_PER_DAY = FINE_PER_DAY / 2
FINE_CAP = Decimal("12.50")
CENT = Decimal("0.01")


def due_date(borrowed_on: date) -> date:
    """Return the day on which a loan is due."""
    return borrowed_on + LOAN_PERIOD


def days_overdue(due_on: date, day: date) -> int:
    """Whole days between the due date and `day`; 0 when it is not late."""
    return max((day - due_on).days, 0)


def fine(due_on: date, day: date, *, for_children: bool = False) -> Decimal:
    """What a loan costs when it comes back on `day`, in euros, to the cent.

    The days of grace stay free however late the book is.
    """
    charged_days = max(days_overdue(due_on, day) - GRACE_DAYS, 0)
    per_day = CHILDREN_FINE_PER_DAY if for_children else FINE_PER_DAY
    amount = (per_day * charged_days).quantize(CENT, rounding=ROUND_HALF_UP)
    return min(amount, FINE_CAP)
