"""What a trip cost, at a glance."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from trips.balances import ZERO, Balance, SuggestedPayment
from trips.models import Expense, Trip
from trips.money import write_amount


@dataclass(frozen=True)
class CategoryTotal:
    """What was spent in a category. `percent` of all expenses, rounded half up to one decimal."""

    label: str
    amount: Decimal
    percent: Decimal


def total_of(expenses: Sequence[Expense]) -> Decimal:
    """Return the sum of expenses."""
    return sum((expense.amount for expense in expenses), ZERO)


def total_by_category(expenses: Sequence[Expense]) -> list[CategoryTotal]:
    """The categories that occur, the largest first, equal ones by name."""
    whole = total_of(expenses)
    amounts: dict[str, Decimal] = defaultdict(lambda: ZERO)
    for expense in expenses:
        amounts[expense.get_category_display()] += expense.amount
    return [
        CategoryTotal(label, amount, _percent(amount, whole))
        for label, amount in sorted(amounts.items(), key=lambda item: (-item[1], item[0]))
    ]


def _percent(amount: Decimal, whole: Decimal) -> Decimal:
    return (100 * amount / whole).quantize(Decimal("0.1"), ROUND_HALF_UP)


def write_summary(
    trip: Trip,
    expenses: Sequence[Expense],
    balances: Sequence[Balance],
    payments: Sequence[SuggestedPayment],
) -> str:
    """The trip in a few lines of plain text, to be pasted into a chat."""
    currency = trip.currency
    return "\n".join(
        [
            trip.name,
            f"Total: {write_amount(total_of(expenses), currency)}",
            *(f"{b.member}: {write_amount(b.amount, currency)}" for b in balances),
            *(f"{p.payer} pays {p.receiver} {write_amount(p.amount, currency)}" for p in payments),
        ]
    )
