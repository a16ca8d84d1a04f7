"""The packing hall: how many boxes of which size, what goes into them, and their labels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from greenbox.catalogue import show_quantity
from greenbox.days import check_order
from greenbox.deliveries import (
    Delivery,
    count_boxes,
    count_extras,
    deliveries_between,
    deliveries_on,
    show_extras,
)
from greenbox.farm import Farm
from greenbox.layout import print_rows, print_section


@dataclass(frozen=True)
class Need:
    """So much of a vegetable, in one unit."""

    item: str
    unit: str
    amount: Decimal

    @property
    def quantity(self) -> str:
        """Return amount and unit as they are printed."""
        return f"{show_quantity(self.amount)} {self.unit}"


def needs_of(farm: Farm, deliveries: Iterable[Delivery]) -> list[Need]:
    """Return what all boxes together need, by the name of the vegetable and the unit."""
    amounts: dict[tuple[str, str], Decimal] = {}
    for each in deliveries:
        for item in farm.catalogue.items(each.size, each.day):
            key = item.name, item.unit
            amounts[key] = amounts.get(key, Decimal(0)) + item.amount
    return [Need(name, unit, amount) for (name, unit), amount in sorted(amounts.items())]


def print_pack_list(farm: Farm, day: date) -> None:
    """Print the boxes, extras and vegetables of one day."""
    deliveries = deliveries_on(farm, day)
    print(f"Pack list for {day}")
    print_section("Boxes", [(box.name, count) for box, count in count_boxes(farm, deliveries)])
    print_section("Extras", [(extra.name, count) for extra, count in count_extras(farm, deliveries)])
    print_section("Vegetables", [(need.item, need.quantity) for need in needs_of(farm, deliveries)])
    print_rows([("Total", len(deliveries))])


def print_labels(farm: Farm, day: date) -> None:
    """Print a line for each box of a day: route and stop, name, box, extras."""
    rows = []
    for each in deliveries_on(farm, day):
        place = f"{each.place.route}-{each.place.stop}"
        size = farm.catalogue.product(each.size).name
        rows.append((place, each.member.name, size, show_extras(farm, each.extras)))
    print_rows(rows)


def print_harvest(farm: Farm, first: date, last: date) -> None:
    """Print what has to be harvested for the boxes of these days. Raises `Refused` for days in the wrong order."""
    check_order(first, last)
    needs = needs_of(farm, deliveries_between(farm, first, last))
    print_rows([(need.item, need.quantity) for need in needs])
