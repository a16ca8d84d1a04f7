"""Figures of a year, month by month."""

from __future__ import annotations

from collections.abc import Sequence

from greenbox.catalogue import Product
from greenbox.days import Month, months_of
from greenbox.deliveries import Delivery, count_boxes, deliveries_between
from greenbox.farm import Farm
from greenbox.layout import print_rows
from greenbox.money import show_amount


def value_of(farm: Farm, delivery: Delivery) -> int:
    """Return the price of a box and its extras, before any discount, in cents."""
    extras = (count * farm.catalogue.price(code, delivery.day) for code, count in delivery.extras.items())
    return farm.catalogue.price(delivery.size, delivery.day) + sum(extras)


def print_statistics(farm: Farm, year: int) -> None:
    """Print members, boxes of each size and their value for every month with boxes, and for the year."""
    boxes = farm.catalogue.boxes()
    rows: list[tuple[object, ...]] = [("month", "members", *(box.code for box in boxes), "value")]
    counts, value = dict.fromkeys((box.code for box in boxes), 0), 0
    for month in months_of(year):
        deliveries = list(deliveries_between(farm, month.first, month.last))
        if not deliveries:
            continue
        of_month = _counts(farm, boxes, deliveries)
        worth = sum(value_of(farm, each) for each in deliveries)
        rows.append((month, _members(farm, month), *of_month.values(), show_amount(worth)))
        counts = {code: counts[code] + count for code, count in of_month.items()}
        value += worth
    print_rows([*rows, (year, "", *counts.values(), show_amount(value))])


def _counts(farm: Farm, boxes: Sequence[Product], deliveries: Sequence[Delivery]) -> dict[str, int]:
    counted = {box.code: count for box, count in count_boxes(farm, deliveries)}
    return {box.code: counted.get(box.code, 0) for box in boxes}


def _members(farm: Farm, month: Month) -> int:
    return len(farm.members.on(month.last))
