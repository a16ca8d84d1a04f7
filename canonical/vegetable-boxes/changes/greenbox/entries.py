"""Entries of the journal: everything that members order, change, pay and bring back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from greenbox.days import parse_day
from greenbox.errors import Refused
from greenbox.money import parse_amount
from greenbox.numbering import parse_number
from greenbox.rounds import Rhythm

MAX_NAME_CHARS = 40
MAX_NOTE_CHARS = 80
MAX_COUNT = 99
MAX_STOP = 999
NAME_MARKS = frozenset(" .'-")


@dataclass(frozen=True)
class Entry:
    """One entry. `details` are values by name, such as ``size`` and ``rhythm``."""

    number: str
    day: date
    kind: str
    member: str
    details: Mapping[str, str]
    note: str = ""

    def show_details(self) -> str:
        """Return the details as the file has them: ``size=M;rhythm=weekly``."""
        return ";".join(f"{name}={value}" for name, value in self.details.items())


def parse_details(text: str) -> dict[str, str]:
    """Return the details of an entry from their form in the file. Raises `Refused`."""
    found: dict[str, str] = {}
    for part in filter(None, (each.strip() for each in text.split(";"))):
        name, mark, value = part.partition("=")
        if not mark or not value.strip():
            raise Refused(f"{part!r} has not the form name=value")
        if name.strip() in found:
            raise Refused(f"{name.strip()} is there twice")
        found[name.strip()] = value.strip()
    return found


def parse_name(text: str) -> str:
    """Return the name of a member with single blanks. Raises `Refused`."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= MAX_NAME_CHARS:
        raise Refused(f"a name has 1 to {MAX_NAME_CHARS} characters")
    if not all(each.isalpha() or each in NAME_MARKS for each in name) or not any(map(str.isalpha, name)):
        raise Refused(f"{name!r} is not a name: letters, blanks, full stops, apostrophes and hyphens are allowed")
    return name


def parse_note(text: str) -> str:
    """Return a note on one line. Raises `Refused`."""
    note = " ".join(text.split())
    if len(note) > MAX_NOTE_CHARS:
        raise Refused(f"a note has at most {MAX_NOTE_CHARS} characters")
    return note


def parse_count(text: str, least: int = 0, most: int = MAX_COUNT) -> int:
    """Return a number of pieces between two limits. Raises `Refused`."""
    text = text.strip()
    if not text.isdecimal() or not text.isascii() or len(text) > 6 or not least <= int(text) <= most:
        raise Refused(f"{text!r} is not a number from {least} to {most}")
    return int(text)


def parse_stop(text: str) -> int:
    """Return the number of a stop on a route. Raises `Refused`."""
    return parse_count(text, 1, MAX_STOP)


def _text(text: str) -> str:
    if not text.strip():
        raise Refused("a value is empty")
    return text


Check = Callable[[str], object]
KINDS: Mapping[str, Mapping[str, Check]] = {
    "join": {"route": _text, "stop": parse_stop},
    "move": {"route": _text, "stop": parse_stop},
    "leave": {},
    "box": {"size": _text, "rhythm": Rhythm.parse},
    "nobox": {},
    "share": {"guest": parse_name},
    "unshare": {},
    "pause": {"until": parse_day},
    "resume": {},
    "extra": {"code": _text, "count": parse_count},
    "crates": {"back": parse_count},
    "pay": {"amount": parse_amount},
    "credit": {"amount": parse_amount},
    "cancel": {"number": parse_number},
}
"""Kinds of entries, and what their details have to be."""


def check_entry(entry: Entry) -> None:
    """Raise `Refused` for an entry of an unknown kind, or whose details are not those of its kind."""
    if entry.kind not in KINDS:
        raise Refused(f"{entry.kind!r} is not a kind of entry; there are {', '.join(KINDS)}")
    wanted = KINDS[entry.kind]
    for name in entry.details:
        if name not in wanted:
            raise Refused(f"{entry.kind} has no {name}")
    for name, check in wanted.items():
        if name not in entry.details:
            raise Refused(f"{entry.kind} needs {name}")
        check(entry.details[name])
