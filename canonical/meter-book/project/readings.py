"""Readings, and the rules for what is written in them."""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

METER = re.compile(r"[A-Za-z0-9-]{1,20}")
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
NUMBER = re.compile(r"\d{1,8}(\.\d{1,3})?", re.ASCII)
LONGEST_NOTE = 80


class Refused(Exception):
    """Something that the rules forbid."""


@dataclass(frozen=True)
class Reading:
    """What a meter showed at the end of a day."""

    meter: str
    day: date
    number: Decimal
    note: str = ""

    @property
    def key(self) -> tuple[str, date]:
        """What there is only one reading of."""
        return self.meter.lower(), self.day

    def line(self) -> str:
        """The reading as it is listed."""
        return f"{self.meter} {self.day} {self.number:.3f} {self.note}".rstrip()


def read_meter(text: str) -> str:
    """Return the name of a meter."""
    if not METER.fullmatch(text):
        raise Refused(f"{text!r} is no name of a meter")
    return text


def read_day(text: str) -> date:
    """Return a day that is not in the future."""
    day = date.today() if text == "today" else iso_day(text)
    if day > date.today():
        raise Refused(f"{text} is in the future")
    return day


def iso_day(text: str) -> date:
    """Return a day that is written like 2025-03-14."""
    try:
        if DAY.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise Refused(f"{text!r} is no day")


def read_number(text: str) -> Decimal:
    """Return what a meter shows."""
    if not NUMBER.fullmatch(text):
        raise Refused(f"{text!r} is no number of a meter")
    return Decimal(text)


def read_note(text: str) -> str:
    """Return a note of one line."""
    note = text.strip()
    if len(note) > LONGEST_NOTE or len(note.splitlines()) > 1:
        raise Refused("a note is one line of at most 80 characters")
    return note


def reading_of(meter: str, day: str, number: str, note: str) -> Reading:
    """Return the reading that is written so."""
    return Reading(read_meter(meter), read_day(day), read_number(number), read_note(note))
