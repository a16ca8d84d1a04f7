"""A plant, and the rules for its values."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

ROOMS = ("Balcony", "Bedroom", "Kitchen", "Office")
MILLILITRES = range(10, 5001)
EVERY = range(1, 91)


class Refused(Exception):
    """An entry breaks a rule; the message is for the user."""


@dataclass(frozen=True)
class Plant:
    """A plant that gets `millilitres` of water every `every` days, the last time on the day `last`; the next time is
    put off by `skipped` days."""

    name: str
    room: str
    millilitres: int
    every: int
    last: date
    skipped: int = 0

    @property
    def next(self) -> date:
        """The day when it needs water next."""
        return self.last + timedelta(days=self.every + self.skipped)

    def is_thirsty(self, today: date) -> bool:
        """Return True when it needs water today, or has needed it for some time."""
        return self.next <= today

    def state(self, today: date) -> str:
        """Return ``thirsty``, how many days it has been, or in how many days it will be."""
        days = (self.next - today).days
        if days == 0:
            return "thirsty"
        return f"in {counted(days, 'day')}" if days > 0 else f"{counted(-days, 'day')} late"

    def has_name(self, name: str) -> bool:
        """Return True for its own name, in capital or small letters."""
        return self.name.casefold() == name.casefold()


def counted(number: int, what: str) -> str:
    """Return a number of things in words: ``1 day``, ``3 days``."""
    return f"{number} {what}{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class Entry:
    """What the form holds: texts that may be anything."""

    name: str
    room: str
    millilitres: str
    every: str
    last: str

    @classmethod
    def empty(cls, today: date) -> "Entry":
        """Return the form's beginning."""
        return cls("", "Kitchen", "", "", today.isoformat())

    @classmethod
    def of(cls, plant: Plant) -> "Entry":
        """Return the values of a plant as texts."""
        return cls(plant.name, plant.room, str(plant.millilitres), str(plant.every), plant.last.isoformat())

    def plant(self, others: Iterable[Plant], today: date) -> Plant:
        """Return the plant that the texts describe. Raises `Refused` for the first rule that is broken."""
        name = self.name.strip()
        if not name:
            raise Refused("A plant needs a name.")
        for other in others:
            if other.has_name(name):
                raise Refused(f"There is a plant {other.name} already.")
        return Plant(
            name,
            self.room,
            _number(self.millilitres, MILLILITRES, "Millilitres: a whole number from 10 to 5000."),
            _number(self.every, EVERY, "Every: a whole number of days from 1 to 90."),
            _day(self.last, today),
        )


def _number(text: str, allowed: range, problem: str) -> int:
    """Return a whole number within its bounds."""
    digits = text.strip()
    if not re.fullmatch(r"[0-9]{1,6}", digits) or int(digits) not in allowed:
        raise Refused(problem)
    return int(digits)


def _day(text: str, today: date) -> date:
    """Return a day that has been."""
    problem = "Last watered: a day like 2025-03-01, not after today."
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text.strip()):
        raise Refused(problem)
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise Refused(problem) from None
    if day > today:
        raise Refused(problem)
    return day
