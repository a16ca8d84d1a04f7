"""Routes, and the days on which they are driven."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path

from greenbox.days import WEEKDAYS, days_between, is_even_week, parse_day, parse_weekday
from greenbox.errors import Refused
from greenbox.tables import read_table

ROUTE_COLUMNS = ("code", "name", "weekday", "van")
CALENDAR_COLUMNS = ("day", "moved to", "reason")


class Rhythm(Enum):
    """How often a member has a box: every week, or in the even or odd weeks of the calendar."""

    WEEKLY = "weekly"
    EVEN = "even"
    ODD = "odd"

    @classmethod
    def parse(cls, text: str) -> Rhythm:
        """Return a rhythm by its name. Raises `Refused`."""
        try:
            return cls(text.strip().lower())
        except ValueError:
            raise Refused(f"{text!r} is not a rhythm; there are {', '.join(each.value for each in cls)}") from None

    def includes(self, planned: date) -> bool:
        """Return True when the week of a day belongs to the rhythm."""
        if self is Rhythm.WEEKLY:
            return True
        return is_even_week(planned) is (self is Rhythm.EVEN)


@dataclass(frozen=True)
class Route:
    """A round of one van on one weekday."""

    code: str
    name: str
    weekday: int
    van: str


@dataclass(frozen=True)
class Round:
    """One drive of a route: the day on which it is planned, and the day on which it takes place."""

    route: Route
    planned: date
    day: date


@dataclass(frozen=True)
class Rounds:
    """All routes by code, and the planned days that are moved to another day or dropped (None)."""

    routes: Mapping[str, Route]
    exceptions: Mapping[date, date | None]

    def route(self, code: str) -> Route:
        """Return a route. Raises `Refused`."""
        found = self.routes.get(code.strip().upper())
        if found is None:
            raise Refused(f"there is no route {code!r}; there are {', '.join(self.routes)}")
        return found

    def between(self, first: date, last: date) -> Iterator[Round]:
        """Yield the rounds that take place on these days, by day and route."""
        moved = {to: planned for planned, to in self.exceptions.items() if to is not None}
        for day in days_between(first, last):
            for route in self.routes.values():
                if day.weekday() == route.weekday and day not in self.exceptions:
                    yield Round(route, day, day)
                if day in moved and moved[day].weekday() == route.weekday:
                    yield Round(route, moved[day], day)

    def on(self, day: date) -> list[Round]:
        """Return the rounds of one day."""
        return list(self.between(day, day))


def read_rounds(folder: Path) -> Rounds:
    """Return the routes and the calendar of the folder ``data``. Raises `Damaged`."""
    routes: dict[str, Route] = {}
    for row in read_table(folder / "routes.csv", ROUTE_COLUMNS):
        code = row.filled("code").upper()
        if code in routes:
            row.refuse(f"route {code} is there already")
        try:
            routes[code] = Route(code, row.filled("name"), parse_weekday(row["weekday"]), row["van"].strip())
        except Refused as error:
            row.refuse(error)
    return Rounds(dict(sorted(routes.items())), _exceptions(folder))


def _exceptions(folder: Path) -> dict[date, date | None]:
    found: dict[date, date | None] = {}
    for row in read_table(folder / "calendar.csv", CALENDAR_COLUMNS):
        try:
            planned = parse_day(row["day"])
            to = parse_day(row["moved to"]) if row["moved to"].strip() else None
        except Refused as error:
            row.refuse(error)
        if planned in found:
            row.refuse(f"{planned} is there already")
        if to is not None and to in found.values():
            row.refuse(f"another day is moved to {to} already")
        if to is not None and to.weekday() == planned.weekday():
            row.refuse(f"{to} is a {WEEKDAYS[to.weekday()]} too, which has its own round")
        found[planned] = to
    return found
