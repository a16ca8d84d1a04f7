"""Check of all files: what can be read, but does not fit together."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from greenbox.days import parse_day
from greenbox.entries import Entry
from greenbox.errors import Refused
from greenbox.farm import Farm
from greenbox.members import Member, key_of, members_of
from greenbox.numbering import parse_number


def problems_of(farm: Farm, day: date) -> Iterator[str]:
    """Yield everything that does not fit together, a sentence each; `day` is the current one."""
    yield from _of_products(farm, day)
    yield from _of_entries(farm)
    yield from _of_stops(farm, day)
    yield from _of_invoices(farm)


def _of_products(farm: Farm, day: date) -> Iterator[str]:
    for product in farm.catalogue.products.values():
        try:
            farm.catalogue.price(product.code, day)
        except Refused as error:
            yield str(error)
        if product.is_box and not farm.catalogue.items(product.code, day):
            yield f"{product.name} has no contents on {day}"


def _of_entries(farm: Farm) -> Iterator[str]:
    """Yield entries whose product, route or cancelled entry does not exist, and entries of people who are no members
    on their day."""
    numbers = {each.number for each in farm.journal.entries}
    for entry in farm.journal.entries:
        if entry.kind == "cancel" and parse_number(entry.details["number"]) not in numbers:
            yield f"entry {entry.number} cancels {entry.details['number']}, which is not there"
    entries = farm.journal.valid()
    members = members_of(entries)
    for entry in entries:
        if problem := _problem(farm, members.member(entry.member), entry):
            yield f"entry {entry.number}: {problem}"


def _problem(farm: Farm, member: Member, entry: Entry) -> str:
    try:
        match entry.kind:
            case "join" | "move":
                farm.rounds.route(entry.details["route"])
            case "box":
                farm.catalogue.box(entry.details["size"])
            case "extra":
                farm.catalogue.extra(entry.details["code"])
            case "share":
                guest = farm.members.member(entry.details["guest"])
                if not guest.is_member(entry.day):
                    return f"{guest.name} is not a member on {entry.day}"
    except Refused as error:
        return str(error)
    if entry.kind == "pause" and parse_day(entry.details["until"]) < entry.day:
        return "the pause ends before it begins"
    if entry.kind in ("box", "move", "pause", "extra", "share") and not member.is_member(entry.day):
        return f"{member.name} is not a member on {entry.day}"
    return ""


def _of_stops(farm: Farm, day: date) -> Iterator[str]:
    """Yield the stops at which two members are who get boxes."""
    there: dict[tuple[str, int], str] = {}
    for member in farm.members.on(day):
        place = member.place_on(day)
        if place is None or member.box_on(day) is None:
            continue
        other = there.setdefault((place.route, place.stop), member.name)
        if other != member.name:
            yield f"{other} and {member.name} are both stop {place.stop} of route {place.route}"


def _of_invoices(farm: Farm) -> Iterator[str]:
    seen: set[str] = set()
    for invoice in farm.register.invoices:
        if invoice.number in seen:
            yield f"there are two invoices {invoice.number}"
        seen.add(invoice.number)
        if not farm.members.has(key_of(invoice.member)):
            yield f"invoice {invoice.number} is for {invoice.member}, who never was a member"
