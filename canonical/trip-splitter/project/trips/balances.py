"""Who is owed how much, and who should pay whom."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from trips.models import Member, Trip

ZERO = Decimal("0.00")


@dataclass(frozen=True)
class Balance:
    """What a member paid, what that member's parts cost, and what was given back since then."""

    member: Member
    spent: Decimal
    cost: Decimal
    settled: Decimal

    @property
    def amount(self) -> Decimal:
        """Positive: the member gets money back. Negative: the member owes it."""
        return self.spent - self.cost + self.settled


@dataclass(frozen=True)
class SuggestedPayment:
    """A payment that settles debts between two members."""

    payer: Member
    receiver: Member
    amount: Decimal


def find_balances(trip: Trip) -> list[Balance]:
    """A balance for every member, in the trip's order."""
    spent: dict[int, Decimal] = defaultdict(lambda: ZERO)
    cost: dict[int, Decimal] = defaultdict(lambda: ZERO)
    settled: dict[int, Decimal] = defaultdict(lambda: ZERO)
    for expense in trip.expenses.prefetch_related("parts"):
        spent[expense.payer_id] += expense.amount
        for part in expense.parts.all():
            cost[part.member_id] += part.amount
    for payment in trip.payments.all():
        settled[payment.payer_id] += payment.amount
        settled[payment.receiver_id] -= payment.amount
    return [
        Balance(member, spent[member.pk], cost[member.pk], settled[member.pk])
        for member in trip.members.all()
    ]


def suggest_payments(balances: Iterable[Balance]) -> list[SuggestedPayment]:
    """Payments after which all balances are 0.

    Again and again, whoever owes most pays whoever gets most back as much as both allow; of those
    who owe or get the same, the first of the trip comes first. Each payment settles at least one
    of the two, so there is always one payment less than there are members at most.
    """
    open_amounts = {balance.member: balance.amount for balance in balances}
    payments = []
    while min(open_amounts.values()) < 0 < max(open_amounts.values()):
        payer = min(open_amounts, key=lambda member: open_amounts[member])
        receiver = max(open_amounts, key=lambda member: open_amounts[member])
        amount = min(-open_amounts[payer], open_amounts[receiver])
        open_amounts[payer] += amount
        open_amounts[receiver] -= amount
        payments.append(SuggestedPayment(payer, receiver, amount))
    return payments
