"""The journal: all entries in the order in which they count, and new ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from greenbox.days import parse_day
from greenbox.entries import Entry, check_entry, parse_details, parse_name, parse_note
from greenbox.errors import Refused
from greenbox.numbering import as_number, following, parse_number
from greenbox.tables import Row, append_rows, read_table

FILE = "journal.csv"
COLUMNS = ("number", "day", "kind", "member", "details", "note")


@dataclass(frozen=True)
class Journal:
    """All entries by their numbers; those that were cancelled are among them."""

    folder: Path
    entries: tuple[Entry, ...]

    @property
    def cancelled(self) -> frozenset[str]:
        """Return the numbers of the entries that were cancelled."""
        return frozenset(parse_number(each.details["number"]) for each in self.entries if each.kind == "cancel")

    def valid(self) -> list[Entry]:
        """Return the entries that count, in the order in which they were made."""
        cancelled = self.cancelled
        return [each for each in self.entries if each.kind != "cancel" and each.number not in cancelled]

    def between(self, first: str = "", last: str = "") -> list[Entry]:
        """Return the entries from one number to another, both included; an empty one is no limit."""
        return [
            each for each in self.entries if (not first or each.number >= first) and (not last or each.number <= last)
        ]

    def by_number(self, number: str) -> Entry:
        """Return the entry with a number. Raises `Refused`."""
        found = [each for each in self.entries if each.number == number]
        if not found:
            raise Refused(f"there is no entry {number}")
        return found[-1]

    def next_number(self) -> str:
        """Return the number of the entry that is made next."""
        return following(each.number for each in self.entries)

    def with_entry(self, day: date, kind: str, member: str, details: Mapping[str, str], note: str = "") -> Journal:
        """Return the journal with one more entry. Raises `Refused` for one that is not of its kind."""
        entry = Entry(self.next_number(), day, kind, member, dict(details), parse_note(note))
        check_entry(entry)
        return Journal(self.folder, (*self.entries, entry))

    def check_cancel(self, number: str) -> Entry:
        """Return the entry that is to be cancelled. Raises `Refused` when it cannot be."""
        entry = self.by_number(number)
        if entry.kind == "cancel":
            raise Refused(f"entry {number} cancels another one; enter that one again instead")
        if number in self.cancelled:
            raise Refused(f"entry {number} is cancelled already")
        return entry

    def save_since(self, before: Journal) -> None:
        """Add the entries that `before` has not to the file."""
        added = self.entries[len(before.entries) :]
        append_rows(self.folder / FILE, COLUMNS, map(_as_row, added))


def _as_row(entry: Entry) -> tuple[object, ...]:
    return entry.number, entry.day.isoformat(), entry.kind, entry.member, entry.show_details(), entry.note


def read_journal(folder: Path) -> Journal:
    """Return the journal of the folder ``data``, whatever the order of its lines. Raises `Damaged`."""
    entries = [_entry(row) for row in read_table(folder / FILE, COLUMNS)]
    return Journal(folder, tuple(sorted(entries)))


def _entry(row: Row) -> Entry:
    try:
        entry = Entry(
            as_number(int(parse_number(row["number"]))),
            parse_day(row["day"]),
            row["kind"].strip().lower(),
            parse_name(row["member"]) if row["member"].strip() else "",
            parse_details(row["details"]),
            row["note"].strip(),
        )
        check_entry(entry)
    except Refused as error:
        row.refuse(error)
    if not entry.member and entry.kind != "cancel":
        row.refuse("member is empty")
    return entry
