"""Crates: a box comes in one, and the empty ones are collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date

from greenbox.deliveries import deliveries_between
from greenbox.farm import Farm
from greenbox.layout import print_rows
from greenbox.members import Member, key_of
from greenbox.money import show_amount


def crates_out(farm: Farm, day: date) -> Mapping[str, int]:
    """Return how many crates each member has at the end of a day, by the name as it is compared."""
    first = farm.members.first_day()
    if first is None:
        return {}
    brought = Counter(key_of(each.member.name) for each in deliveries_between(farm, first, day))
    found = {key_of(member.name): member.crates_back_until(day) for member in farm.members}
    return {key: brought[key] - back for key, back in found.items()}


def crates_of(farm: Farm, member: Member, day: date) -> int:
    """Return how many crates one member has at the end of a day."""
    return crates_out(farm, day).get(key_of(member.name), 0)


def print_crates(farm: Farm, day: date) -> None:
    """Print who has crates at the end of a day, with their deposit, and all together."""
    out = crates_out(farm, day)
    rows: list[tuple[str, int, str]] = []
    total = 0
    for member in farm.members:
        count = out.get(key_of(member.name), 0)
        if count:
            rows.append((member.name, count, show_amount(count * farm.settings.deposit)))
            total += count
    print_rows([*rows, ("Total", total, show_amount(total * farm.settings.deposit))])
