"""When the museum lets visitors in."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone

HOURS = range(10, 17)
CAPACITY = 12
LAST_DAY_AHEAD = timedelta(days=60)
MONDAY = 0


class NotOnSale(Exception):
    """There are no tickets for a day or slot; the message says why."""


@dataclass(frozen=True)
class Slot:
    """One hour of admission and its free places."""

    starts: datetime
    free: int

    @property
    def has_begun(self) -> bool:
        """True from the slot's first second on."""
        return self.starts <= timezone.now()


def check_day(day: date) -> None:
    """Raise `NotOnSale` for a day without tickets."""
    today = timezone.localdate()
    if not today <= day <= today + LAST_DAY_AHEAD:
        raise NotOnSale("Tickets are sold for today and the next 60 days.")
    if day.weekday() == MONDAY:
        raise NotOnSale("The museum is closed on Mondays.")


def start_of(day: date, hour: int) -> datetime:
    """Return the moment at which a slot begins. Raises `NotOnSale` for an hour that is no slot."""
    check_day(day)
    if hour not in HOURS:
        raise NotOnSale("There is no admission at this hour.")
    return timezone.make_aware(datetime.combine(day, time(hour)))
