"""Commands that make an entry: each checks what the entry needs, and adds it to the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from greenbox.deliveries import delivery_to
from greenbox.entries import parse_count, parse_name, parse_stop
from greenbox.errors import Refused
from greenbox.farm import Farm
from greenbox.members import Member
from greenbox.money import parse_amount, show_amount
from greenbox.numbering import parse_number
from greenbox.rounds import Rhythm


@dataclass(frozen=True)
class Change:
    """An entry that is wanted; the journal gives it its number."""

    day: date
    kind: str
    member: str
    details: Mapping[str, str]
    note: str = ""

    def enter(self, farm: Farm) -> str:
        """Add the entry to the journal and return its number. Raises `Refused`."""
        journal = farm.journal.with_entry(self.day, self.kind, self.member, self.details, self.note)
        journal.save_since(farm.journal)
        return journal.entries[-1].number


def member_on(farm: Farm, name: str, day: date) -> Member:
    """Return someone who is a member on a day. Raises `Refused`."""
    member = farm.members.member(name)
    if not member.is_member(day):
        raise Refused(f"{member.name} is not a member on {day}")
    return member


def join(farm: Farm, name: str, route: str, stop: str, day: date, note: str) -> Change:
    """Take on a new member, or one who left; without a stop at the end of the route."""
    shown = farm.members.member(name).name if farm.members.has(name) else parse_name(name)
    if farm.members.has(name) and farm.members.member(name).is_member(day):
        raise Refused(f"{shown} is a member on {day} already")
    code = farm.rounds.route(route).code
    number = parse_stop(stop) if stop else _last_stop(farm, code, day) + 1
    return Change(day, "join", shown, {"route": code, "stop": str(number)}, note)


def _last_stop(farm: Farm, code: str, day: date) -> int:
    places = (member.place_on(day) for member in farm.members)
    return max((place.stop for place in places if place is not None and place.route == code), default=0)


def move(farm: Farm, name: str, route: str, stop: str, day: date, note: str) -> Change:
    """Bring a member's box to another stop from a day on."""
    member = member_on(farm, name, day)
    code = farm.rounds.route(route).code
    number = parse_stop(stop) if stop else _last_stop(farm, code, day) + 1
    return Change(day, "move", member.name, {"route": code, "stop": str(number)}, note)


def leave(farm: Farm, name: str, day: date, note: str) -> Change:
    """End a membership: the day is the first one without it."""
    return Change(day, "leave", member_on(farm, name, day).name, {}, note)


def box(farm: Farm, name: str, size: str, rhythm: str, day: date, note: str) -> Change:
    """Give a member a box, or another one, from a day on."""
    member = member_on(farm, name, day)
    details = {"size": farm.catalogue.box(size).code, "rhythm": Rhythm.parse(rhythm).value}
    return Change(day, "box", member.name, details, note)


def nobox(farm: Farm, name: str, day: date, note: str) -> Change:
    """End a member's box; the membership goes on."""
    member = member_on(farm, name, day)
    if member.box_on(day) is None:
        raise Refused(f"{member.name} has no box on {day}")
    return Change(day, "nobox", member.name, {}, note)


def pause(farm: Farm, name: str, first: date, last: date, note: str) -> Change:
    """Leave out the boxes of these days, both included."""
    member = member_on(farm, name, first)
    if last < first:
        raise Refused(f"{last} is before {first}")
    return Change(first, "pause", member.name, {"until": last.isoformat()}, note)


def resume(farm: Farm, name: str, day: date, note: str) -> Change:
    """End all pauses from a day on."""
    member = farm.members.member(name)
    if all(pause.last < day for pause in member.pauses):
        raise Refused(f"{member.name} has no pause on {day} or later")
    return Change(day, "resume", member.name, {}, note)


def extra(farm: Farm, name: str, code: str, count: str, day: date, note: str) -> Change:
    """Order an extra for a day on which a box is brought, instead of what was ordered of it before; 0 takes it
    back."""
    member = member_on(farm, name, day)
    product = farm.catalogue.extra(code)
    if parse_count(count) and delivery_to(farm, member, day) is None:
        raise Refused(f"{member.name} gets no box on {day}, and extras come with the box")
    return Change(day, "extra", member.name, {"code": product.code, "count": str(parse_count(count))}, note)


def crates_back(farm: Farm, name: str, count: str, day: date, note: str) -> Change:
    """Note that empty crates came back."""
    member = farm.members.member(name)
    return Change(day, "crates", member.name, {"back": str(parse_count(count, 1))}, note)


def pay(farm: Farm, name: str, amount: str, day: date, note: str) -> Change:
    """Note a payment."""
    return Change(day, "pay", farm.members.member(name).name, {"amount": _more_than_nothing(amount)}, note)


def credit(farm: Farm, name: str, amount: str, day: date, note: str) -> Change:
    """Give money to a member's account, for example for a box that was bad."""
    return Change(day, "credit", farm.members.member(name).name, {"amount": _more_than_nothing(amount)}, note)


def _more_than_nothing(amount: str) -> str:
    cents = parse_amount(amount)
    if not cents:
        raise Refused("an amount is more than 0.00")
    return show_amount(cents)


def cancel(farm: Farm, number: str, day: date, note: str) -> Change:
    """Cancel an entry, which counts no longer."""
    entry = farm.journal.check_cancel(parse_number(number))
    return Change(day, "cancel", entry.member, {"number": entry.number}, note)
