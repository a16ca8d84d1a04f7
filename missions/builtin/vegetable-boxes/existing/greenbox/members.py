"""Members, as the entries of the journal make them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from greenbox.days import ONE_DAY, parse_day
from greenbox.entries import Entry
from greenbox.errors import Refused
from greenbox.money import parse_amount
from greenbox.rounds import Rhythm
from greenbox.timeline import Timeline


@dataclass(frozen=True)
class Place:
    """Where a member is: the code of a route, and the stop on it."""

    route: str
    stop: int


@dataclass(frozen=True)
class Box:
    """What a member gets: the code of a box, and how often."""

    size: str
    rhythm: Rhythm

    def __str__(self) -> str:
        return f"{self.size} {self.rhythm.value}"


@dataclass(frozen=True)
class Pause:
    """Days without a box, both included."""

    first: date
    last: date

    def __contains__(self, day: object) -> bool:
        return isinstance(day, date) and self.first <= day <= self.last

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"


@dataclass(frozen=True)
class Posting:
    """Money that a member paid or was given, in cents."""

    day: date
    cents: int
    text: str


@dataclass
class Member:
    """One member through all days."""

    name: str
    membership: Timeline[bool] = field(default_factory=lambda: Timeline(False))
    place: Timeline[Place | None] = field(default_factory=lambda: Timeline[Place | None](None))
    box: Timeline[Box | None] = field(default_factory=lambda: Timeline[Box | None](None))
    pauses: list[Pause] = field(default_factory=list)
    extras: dict[date, dict[str, int]] = field(default_factory=dict)
    crates_back: list[tuple[date, int]] = field(default_factory=list)
    postings: list[Posting] = field(default_factory=list)

    def is_member(self, day: date) -> bool:
        """Return True when the member belongs to the farm on a day."""
        return self.membership.at(day)

    def place_on(self, day: date) -> Place | None:
        """Return the place on a day; None before joining and after leaving."""
        return self.place.at(day) if self.is_member(day) else None

    def box_on(self, day: date) -> Box | None:
        """Return what the member gets on a day if the rhythm includes it, whether paused or not."""
        return self.box.at(day) if self.is_member(day) else None

    def pause_on(self, day: date) -> Pause | None:
        """Return the pause that a day belongs to."""
        return next((pause for pause in self.pauses if day in pause), None)

    def extras_on(self, day: date) -> dict[str, int]:
        """Return what the member ordered for a day besides the box: numbers by code."""
        return {code: count for code, count in self.extras.get(day, {}).items() if count}

    def crates_back_until(self, day: date) -> int:
        """Return the number of crates that came back until a day, which is included."""
        return sum(count for back, count in self.crates_back if back <= day)


@dataclass(frozen=True)
class Members:
    """All who ever were members, by their names in small letters."""

    by_key: Mapping[str, Member]

    def member(self, name: str) -> Member:
        """Return a member, whose name may be written in capital or small letters. Raises `Refused`."""
        found = self.by_key.get(key_of(name))
        if found is None:
            raise Refused(f"there is no member {' '.join(name.split())!r}")
        return found

    def has(self, name: str) -> bool:
        """Return True when there is or was a member of this name."""
        return key_of(name) in self.by_key

    def __iter__(self) -> Iterator[Member]:
        return iter(sorted(self.by_key.values(), key=lambda member: key_of(member.name)))

    def on(self, day: date) -> list[Member]:
        """Return those who are members on a day, by name."""
        return [member for member in self if member.is_member(day)]

    def first_day(self) -> date | None:
        """Return the day on which the first member joined."""
        days = [day for member in self if (day := member.membership.first_day) is not None]
        return min(days, default=None)


def key_of(name: str) -> str:
    """Return a name as it is compared."""
    return " ".join(name.split()).casefold()


def members_of(entries: Iterable[Entry]) -> Members:
    """Return the members that entries make, which take effect one after the other."""
    found: dict[str, Member] = {}
    for entry in entries:
        member = found.setdefault(key_of(entry.member), Member(entry.member))
        EFFECTS[entry.kind](member, entry)
    return Members(found)


def _join(member: Member, entry: Entry) -> None:
    member.membership.set(entry.day, True)
    _move(member, entry)


def _move(member: Member, entry: Entry) -> None:
    member.place.set(entry.day, Place(entry.details["route"].upper(), int(entry.details["stop"])))


def _leave(member: Member, entry: Entry) -> None:
    member.membership.set(entry.day, False)
    member.box.set(entry.day, None)


def _box(member: Member, entry: Entry) -> None:
    member.box.set(entry.day, Box(entry.details["size"].upper(), Rhythm.parse(entry.details["rhythm"])))


def _nobox(member: Member, entry: Entry) -> None:
    member.box.set(entry.day, None)


def _pause(member: Member, entry: Entry) -> None:
    member.pauses.append(Pause(entry.day, parse_day(entry.details["until"])))


def _resume(member: Member, entry: Entry) -> None:
    """End every pause before the day of the entry; those that begin later do not take place."""
    last = entry.day - ONE_DAY
    ended = (Pause(pause.first, min(pause.last, last)) for pause in member.pauses)
    member.pauses = [pause for pause in ended if pause.first <= pause.last]


def _extra(member: Member, entry: Entry) -> None:
    """Order so many of an extra for a day, instead of what was ordered of it before."""
    member.extras.setdefault(entry.day, {})[entry.details["code"].upper()] = int(entry.details["count"])


def _crates(member: Member, entry: Entry) -> None:
    member.crates_back.append((entry.day, int(entry.details["back"])))


def _pay(member: Member, entry: Entry) -> None:
    member.postings.append(Posting(entry.day, parse_amount(entry.details["amount"]), entry.note or "payment"))


def _credit(member: Member, entry: Entry) -> None:
    member.postings.append(Posting(entry.day, parse_amount(entry.details["amount"]), entry.note or "credit"))


EFFECTS: Mapping[str, Callable[[Member, Entry], None]] = {
    "join": _join,
    "move": _move,
    "leave": _leave,
    "box": _box,
    "nobox": _nobox,
    "pause": _pause,
    "resume": _resume,
    "extra": _extra,
    "crates": _crates,
    "pay": _pay,
    "credit": _credit,
}
"""What the entries of each kind do."""
