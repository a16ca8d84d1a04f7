"""What tickets cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from dialogue import NotAccepted
from money import ZERO, to_the_cent
from seating import Seat
from showings import Showing

EARLY_UNTIL_HOUR = 17
EARLY_FACTOR = Decimal("0.80")
BALCONY_SURCHARGE = Decimal("2.50")
GROUP_FROM = 6
GROUP_DISCOUNT = Decimal("0.10")
NO_CHILDREN_FROM_AGE = 16
SATURDAY = 5


class Kind(Enum):
    """Who sits on a seat: the key to type, and the factor on the price."""

    ADULT = ("a", Decimal("1"))
    CHILD = ("c", Decimal("0.60"))
    SENIOR = ("s", Decimal("0.75"))
    STUDENT = ("t", Decimal("0.85"))

    def __init__(self, key: str, factor: Decimal) -> None:
        self.key = key
        self.factor = factor


@dataclass(frozen=True)
class Ticket:
    """A seat with its kind of ticket and its price."""

    seat: Seat
    kind: Kind
    price: Decimal


@dataclass(frozen=True)
class Bill:
    """The tickets of one booking and what they cost together."""

    tickets: tuple[Ticket, ...]
    group_discount: Decimal
    total: Decimal


def is_early(showing: Showing) -> bool:
    """Whether the showing begins on a Monday to Friday before five in the afternoon."""
    return showing.starts.weekday() < SATURDAY and showing.starts.hour < EARLY_UNTIL_HOUR


def ticket_price(showing: Showing, seat: Seat, kind: Kind) -> Decimal:
    """The price of one ticket: rounded once, before the surcharge of the balcony."""
    factor = EARLY_FACTOR if is_early(showing) else Decimal(1)
    price = to_the_cent(showing.price * factor * kind.factor)
    return price + BALCONY_SURCHARGE if seat.on_balcony(showing.rows) else price


def make_bill(showing: Showing, seats: Sequence[Seat], kinds: Sequence[Kind]) -> Bill:
    """The bill for `seats`, the n-th of which is for the n-th of `kinds`."""
    tickets = tuple(
        Ticket(seat, kind, ticket_price(showing, seat, kind)) for seat, kind in zip(seats, kinds, strict=True)
    )
    full = sum((ticket.price for ticket in tickets), ZERO)
    discount = to_the_cent(full * GROUP_DISCOUNT) if len(tickets) >= GROUP_FROM else ZERO
    return Bill(tickets, discount, full - discount)


def understand_kind(answer: str, showing: Showing) -> Kind:
    """The kind of ticket that a user typed. Raises `NotAccepted`."""
    for kind in Kind:
        if answer.lower() == kind.key:
            if kind is Kind.CHILD and showing.age >= NO_CHILDREN_FROM_AGE:
                raise NotAccepted(f"Children are not admitted to this film, it is from {showing.age}.")
            return kind
    raise NotAccepted("This is not a kind of ticket: type a, c, s or t.")
