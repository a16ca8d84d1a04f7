"""What tickets cost, and what is taken off."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
ADULT, REDUCED, CHILD = Decimal("14.50"), Decimal("9.75"), Decimal("5.25")
GROUP_FROM = 10
GROUP_PERCENT = Decimal("12.5")


def percent_of(amount: Decimal, percent: Decimal) -> Decimal:
    """Return a percentage of an amount, rounded to the cent, half a cent upwards."""
    return (amount * percent / 100).quantize(CENT, rounding=ROUND_HALF_UP)


@dataclass(frozen=True)
class Party:
    """Who comes together."""

    adults: int
    reduced: int
    children: int

    @property
    def visitors(self) -> int:
        """Number of places that the party takes."""
        return self.adults + self.reduced + self.children

    @property
    def full_price(self) -> Decimal:
        """Sum of the tickets before anything is taken off."""
        return self.adults * ADULT + self.reduced * REDUCED + self.children * CHILD


@dataclass(frozen=True)
class Bill:
    """What a party pays: the full price, less the group's discount, less the voucher."""

    full: Decimal
    group_discount: Decimal
    voucher_discount: Decimal

    @property
    def total(self) -> Decimal:
        """Amount to pay."""
        return self.full - self.group_discount - self.voucher_discount


def make_bill(party: Party, voucher=None) -> Bill:
    """Return the bill of a party; `voucher` counts after the group's discount."""
    full = party.full_price
    group = percent_of(full, GROUP_PERCENT) if party.visitors >= GROUP_FROM else Decimal(0)
    return Bill(full, group, voucher.discount_on(full - group) if voucher else Decimal(0))
