"""Working days: calendars and timelines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from planweaver.errors import CalendarError

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""Names of the days of the week, by `date.weekday`."""

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Calendar:
    """Days on which work is done.

    `weekdays` are the working days of a week (0 is Monday), `holidays` days without work, `workdays` days with work in
    spite of the week or a holiday. Raises `CalendarError` without any weekday and for numbers outside 0 to 6.
    """

    weekdays: frozenset[int] = frozenset(range(5))
    holidays: frozenset[date] = frozenset()
    workdays: frozenset[date] = frozenset()

    def __post_init__(self) -> None:
        if not self.weekdays:
            raise CalendarError("a calendar needs at least one working day a week")
        if not self.weekdays <= set(range(7)):
            raise CalendarError("weekdays are numbers from 0 to 6")

    def is_working(self, day: date) -> bool:
        """Return True for a working day."""
        return day in self.workdays or (day.weekday() in self.weekdays and day not in self.holidays)

    def next_working(self, day: date) -> date:
        """Return the day itself if it is a working day, else the first one after it."""
        while not self.is_working(day):
            day += DAY
        return day

    def previous_working(self, day: date) -> date:
        """Return the day itself if it is a working day, else the last one before it."""
        while not self.is_working(day):
            day -= DAY
        return day

    def count(self, first: date, last: date) -> int:
        """Return the number of working days from `first` to `last`, both included; 0 where `last` is before `first`."""
        return sum(self.is_working(day) for day in days(first, last))


class Timeline:
    """Working days of a calendar, numbered from 0 at the first one on or after a start."""

    def __init__(self, calendar: Calendar, start: date) -> None:
        """Create the timeline; days are found when they are needed."""
        self.calendar = calendar
        self._days = [calendar.next_working(start)]

    def day(self, number: int) -> date:
        """Return the working day with a number, which must not be negative (`CalendarError`)."""
        if number < 0:
            raise CalendarError(f"working days are numbered from 0, not {number}")
        while len(self._days) <= number:
            self._days.append(self.calendar.next_working(self._days[-1] + DAY))
        return self._days[number]

    def number(self, day: date) -> int:
        """Return the number of the first working day on or after a day; 0 for days before the start."""
        low, high = 0, len(self._days)
        while self._days[-1] < day:
            self.day(len(self._days))
            high = len(self._days)
        while low < high:
            middle = (low + high) // 2
            if self._days[middle] < day:
                low = middle + 1
            else:
                high = middle
        return low


def days(first: date, last: date) -> Iterator[date]:
    """Return every day from `first` to `last`, both included."""
    while first <= last:
        yield first
        first += DAY


def weekday_set(text: str) -> frozenset[int]:
    """Return the days of a text like ``mon-fri``, ``mon,wed,sat`` or ``sun-thu`` (around the weekend).

    Raises `CalendarError` for unknown names.
    """
    found: set[int] = set()
    for part in text.lower().split(","):
        first, _, last = part.strip().partition("-")
        begin, end = _weekday(first), _weekday(last or first)
        found |= {day % 7 for day in range(begin, end + 1 if end >= begin else end + 8)}
    return frozenset(found)


def weekday_text(weekdays: frozenset[int]) -> str:
    """Return the shortest text for `weekday_set`: runs of three or more days as ``mon-fri``, other days one by one."""
    parts: list[str] = []
    ordered = sorted(weekdays)
    while ordered:
        run = [day for position, day in enumerate(ordered) if day == ordered[0] + position]
        names = [WEEKDAYS[day] for day in run]
        parts += [f"{names[0]}-{names[-1]}"] if len(run) > 2 else names
        ordered = ordered[len(run) :]
    return ",".join(parts)


def _weekday(name: str) -> int:
    if name.strip() not in WEEKDAYS:
        raise CalendarError(f"unknown weekday: {name.strip()!r}")
    return WEEKDAYS.index(name.strip())
