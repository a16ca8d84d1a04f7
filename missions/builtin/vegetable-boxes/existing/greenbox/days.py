"""Days, months and weeks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from greenbox.errors import Refused

DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
MONTH = re.compile(r"(\d{4})-(\d{2})")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
ONE_DAY = timedelta(days=1)


def today() -> date:
    """Return the current day."""
    return date.today()


def parse_day(text: str) -> date:
    """Return the day of a text like ``2025-05-14``, or today for ``today``. Raises `Refused`."""
    text = text.strip()
    if text == "today":
        return today()
    match = DAY.fullmatch(text)
    try:
        if match is not None:
            return date(*map(int, match.groups()))
    except ValueError:
        pass
    raise Refused(f"{text!r} is not a day; write it like 2025-05-14")


def parse_weekday(text: str) -> int:
    """Return the number of a weekday, Monday being 0. Raises `Refused`."""
    name = text.strip().lower()
    if name not in WEEKDAYS:
        raise Refused(f"{text!r} is not a weekday")
    return WEEKDAYS.index(name)


@dataclass(frozen=True, order=True)
class Month:
    """One month of a year."""

    year: int
    number: int

    @classmethod
    def parse(cls, text: str) -> Month:
        """Return the month of a text like ``2025-05``. Raises `Refused`."""
        match = MONTH.fullmatch(text.strip())
        if match is None or not 1 <= int(match[2]) <= 12 or int(match[1]) < 1:
            raise Refused(f"{text!r} is not a month; write it like 2025-05")
        return cls(int(match[1]), int(match[2]))

    @property
    def first(self) -> date:
        """Return the first day."""
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        """Return the last day."""
        following = Month(self.year + self.number // 12, self.number % 12 + 1)
        return following.first - ONE_DAY

    def __str__(self) -> str:
        return f"{self.year:04d}-{self.number:02d}"


def months_of(year: int) -> list[Month]:
    """Return the twelve months of a year."""
    return [Month(year, number) for number in range(1, 13)]


def parse_year(text: str) -> int:
    """Return a year of four digits. Raises `Refused`."""
    if not re.fullmatch(r"[12]\d{3}", text.strip()):
        raise Refused(f"{text!r} is not a year")
    return int(text)


def days_between(first: date, last: date) -> Iterator[date]:
    """Yield the days from the first to the last one, both included."""
    day = first
    while day <= last:
        yield day
        day += ONE_DAY


def check_order(first: date, last: date) -> None:
    """Raise `Refused` when the last day is before the first one."""
    if last < first:
        raise Refused(f"{last} is before {first}")


def is_even_week(day: date) -> bool:
    """Return True in the weeks of the calendar with an even number."""
    return day.isocalendar().week % 2 == 0
