"""Which boxes are brought on which day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from greenbox.catalogue import Product
from greenbox.farm import Farm
from greenbox.members import Member, Members, Place
from greenbox.rounds import Round

MAX_DAYS_AHEAD = 70
"""Days in which the next box is looked for."""


@dataclass(frozen=True)
class Delivery:
    """One box that is brought to a member, with the extras that come along: numbers by code.

    `guest` is who shares the box on this day; None for a box of one member.
    """

    member: Member
    guest: Member | None
    round: Round
    place: Place
    size: str

    @property
    def day(self) -> date:
        """Return the day on which the box is brought."""
        return self.round.day

    @property
    def takers(self) -> tuple[Member, ...]:
        """Return those who get the box and pay for it, the host of a shared one first."""
        return (self.member,) if self.guest is None else (self.member, self.guest)

    @property
    def names(self) -> str:
        """Return the names of those who get the box."""
        return " + ".join(each.name for each in self.takers)

    @property
    def extras(self) -> Mapping[str, int]:
        """Return the extras of all who get the box, added up."""
        found: Counter[str] = Counter()
        for each in self.takers:
            found.update(each.extras_on(self.day))
        return found


def deliveries_between(farm: Farm, first: date, last: date) -> Iterator[Delivery]:
    """Yield the boxes of these days: by day, route, stop and name."""
    for each in farm.rounds.between(first, last):
        found = (_delivery(farm.members, member, each) for member in farm.members)
        yield from sorted(filter(None, found), key=_order)


def deliveries_on(farm: Farm, day: date) -> list[Delivery]:
    """Return the boxes of one day: by route, stop and name."""
    return list(deliveries_between(farm, day, day))


def _delivery(members: Members, member: Member, each: Round) -> Delivery | None:
    """Return the box that a member gets in a round; None for a member who gets none.

    The day on which the round takes place decides what a member has; the week of the planned day decides the rhythm.
    """
    day = each.day
    place, box = member.place_on(day), member.box_on(day)
    if place is None or box is None or place.route != each.route.code:
        return None
    if member.pause_on(day) is not None or not box.rhythm.includes(each.planned):
        return None
    guest = members.guest_on(member, day)
    if guest is not None and guest.pause_on(day) is not None:
        guest = None
    return Delivery(member, guest, each, place, box.size)


def _order(delivery: Delivery) -> tuple[str, int, str]:
    return delivery.place.route, delivery.place.stop, delivery.member.name.casefold()


def next_delivery(farm: Farm, member: Member, day: date) -> Delivery | None:
    """Return the first box that a member gets on a day or after it; None when there is none for a long time."""
    ahead = deliveries_between(farm, day, day + timedelta(days=MAX_DAYS_AHEAD))
    return next((each for each in ahead if member in each.takers), None)


def delivery_to(farm: Farm, member: Member, day: date) -> Delivery | None:
    """Return the box that a member gets on a day."""
    return next((each for each in deliveries_on(farm, day) if member in each.takers), None)


def count_boxes(farm: Farm, deliveries: Iterable[Delivery]) -> list[tuple[Product, int]]:
    """Return the boxes with their numbers, in the order of their sizes; those that are not needed are left out."""
    counts: dict[str, int] = {}
    for each in deliveries:
        counts[each.size] = counts.get(each.size, 0) + 1
    return [(box, counts[box.code]) for box in farm.catalogue.boxes() if box.code in counts]


def count_extras(farm: Farm, deliveries: Iterable[Delivery]) -> list[tuple[Product, int]]:
    """Return the extras with their numbers, in the order of the products."""
    counts: dict[str, int] = {}
    for each in deliveries:
        for code, count in each.extras.items():
            counts[code] = counts.get(code, 0) + count
    return [(extra, counts[extra.code]) for extra in farm.catalogue.extras() if extra.code in counts]


def show_extras(farm: Farm, extras: Mapping[str, int]) -> str:
    """Return extras as one text, in the order of the products: ``2 x Six eggs, 1 x Honey``."""
    named = (f"{extras[each.code]} x {each.name}" for each in farm.catalogue.extras() if each.code in extras)
    return ", ".join(named)
