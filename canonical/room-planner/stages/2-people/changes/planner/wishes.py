"""What somebody wants to book: read from JSON, and checked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone

OPENS, CLOSES = time(7), time(21)
LONGEST = timedelta(hours=8)
MOST_REPEATS = 20
WEEK = timedelta(days=7)


class Refused(ValueError):
    """The wish cannot be fulfilled; the message says why."""


@dataclass(frozen=True)
class Wish:
    """A title, and a time of day on one day or on several weeks."""

    title: str
    day: date
    start: time
    end: time
    repeats: int
    people: int

    def spans(self) -> Iterator[tuple[datetime, datetime]]:
        """Yield start and end of each week's booking: the same times on the clocks of the office."""
        for week in range(self.repeats):
            day = self.day + week * WEEK
            yield tuple(timezone.make_aware(datetime.combine(day, at)) for at in (self.start, self.end))


def read_wish(content: Mapping[str, object]) -> Wish:
    """Return a checked wish. Raises `Refused`."""
    title = str(content.get("title", "")).strip()
    if not title:
        raise Refused("Give the booking a title.")
    if len(title) > 80:
        raise Refused("A title has at most 80 characters.")
    try:
        day = date.fromisoformat(str(content.get("day")))
        start, end = (time.fromisoformat(str(content.get(key))) for key in ("start", "end"))
    except ValueError:
        raise Refused("Give day and times.") from None
    wish = Wish(title, day, start, end, read_repeats(content.get("repeats")), read_people(content.get("people")))
    check_times(wish)
    return wish


def read_repeats(value: object) -> int:
    """Return how many weeks are wanted. Raises `Refused`."""
    text = str(value)
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_REPEATS):
        raise Refused(f"Repeat 1 to {MOST_REPEATS} times.")
    return int(text)


def read_people(value: object) -> int:
    """Return how many people come. Raises `Refused`."""
    text = str(value)
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) >= 1):
        raise Refused("Give the number of people.")
    return int(text)


def check_times(wish: Wish) -> None:
    """Raise `Refused` for times that no room can be booked at."""
    if not all(OPENS <= at <= CLOSES and at.minute % 15 == 0 and not at.second for at in (wish.start, wish.end)):
        raise Refused("Times are full quarters of an hour from 07:00 to 21:00.")
    if wish.end <= wish.start:
        raise Refused("The end must be after the start.")
    if datetime.combine(wish.day, wish.end) - datetime.combine(wish.day, wish.start) > LONGEST:
        raise Refused("A booking lasts at most 8 hours.")
    if timezone.make_aware(datetime.combine(wish.day, wish.start)) < timezone.now():
        raise Refused("The start is in the past.")
