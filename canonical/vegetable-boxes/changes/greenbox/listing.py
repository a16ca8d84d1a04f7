"""Lists of members and of the journal."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from greenbox.accounts import balance_of
from greenbox.crates import crates_of
from greenbox.deliveries import next_delivery
from greenbox.entries import Entry
from greenbox.farm import Farm
from greenbox.layout import print_rows
from greenbox.members import Member, key_of
from greenbox.money import show_amount


def print_members(farm: Farm, day: date) -> None:
    """Print who is a member on a day: name, route and stop, box, pause."""
    print_rows([_member_row(farm, member, day) for member in farm.members.on(day)])


def _member_row(farm: Farm, member: Member, day: date) -> tuple[object, ...]:
    return member.name, place_text(member, day), box_text(farm, member, day), _pause_text(member, day)


def place_text(member: Member, day: date) -> str:
    """Return route and stop as labels show them, ``N-3``; empty for one who is not a member."""
    place = member.place_on(day)
    return f"{place.route}-{place.stop}" if place else ""


def box_text(farm: Farm, member: Member, day: date) -> str:
    """Return size and rhythm of a member's box, and with whom it is shared; empty without one."""
    box, guest, host = member.box_on(day), farm.members.guest_on(member, day), farm.members.host_on(member, day)
    if host is not None:
        return f"shares {host.name}"
    shared = f" with {guest.name}" if guest else ""
    return f"{box}{shared}" if box else ""


def _pause_text(member: Member, day: date) -> str:
    pause = member.pause_on(day)
    return f"paused until {pause.last}" if pause else ""


def print_member(farm: Farm, member: Member, day: date) -> None:
    """Print the card of one member."""
    coming = next_delivery(farm, member, day)
    pauses = [str(pause) for pause in sorted(member.pauses, key=lambda each: each.first) if pause.last >= day]
    print_rows(
        [
            ("Name", member.name),
            ("Place", place_text(member, day)),
            ("Box", box_text(farm, member, day)),
            ("Pauses", ", ".join(pauses)),
            ("Next box", coming.day if coming else ""),
            ("Crates", crates_of(farm, member, day)),
            ("Balance", show_amount(balance_of(farm, member))),
        ]
    )


def print_journal(farm: Farm, first: str, last: str, only: Member | None) -> None:
    """Print entries in their order: number, day, kind, member, details, note. Cancelled ones are marked."""
    cancelled = farm.journal.cancelled
    entries = farm.journal.between(first, last)
    print_rows([_entry_row(each, cancelled) for each in _of_member(entries, only)])


def _of_member(entries: list[Entry], only: Member | None) -> Iterator[Entry]:
    for each in entries:
        if only is None or key_of(each.member) == key_of(only.name):
            yield each


def _entry_row(entry: Entry, cancelled: frozenset[str]) -> tuple[object, ...]:
    mark = "cancelled" if entry.number in cancelled else ""
    return entry.number, entry.day, entry.kind, entry.member, entry.show_details(), entry.note, mark
