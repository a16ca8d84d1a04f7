"""Free times, from the hours of the doctors, absences, appointments and the clock."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from clinic.models import Doctor

PRACTICE_ZONE = ZoneInfo(settings.TIME_ZONE)
SHORTEST_NOTICE = timedelta(minutes=60)
DAYS_AHEAD = 28


def today() -> date:
    """Return the date in the practice."""
    return timezone.localdate(timezone=PRACTICE_ZONE)


def all_times(doctor: Doctor, day: date) -> Iterator[datetime]:
    """Yield the beginnings of all appointments that the doctor's hours have room for on `day`."""
    for hours in doctor.hours.filter(weekday=day.weekday()):
        starts = datetime.combine(day, hours.starts, PRACTICE_ZONE)
        end_of_hours = datetime.combine(day, hours.ends, PRACTICE_ZONE)
        while starts + doctor.length <= end_of_hours:
            yield starts
            starts += doctor.length


def free_times(doctor: Doctor, day: date) -> list[datetime]:
    """Return the times of `day` that can be booked now, the earliest first."""
    if doctor.absences.filter(day=day).exists():
        return []
    first = timezone.now() + SHORTEST_NOTICE
    taken = set(doctor.appointments.active().values_list("starts", flat=True))
    return [starts for starts in all_times(doctor, day) if starts >= first and starts not in taken]


def is_free(doctor: Doctor, starts: datetime) -> bool:
    """Return True if `starts` is a time of the doctor that can be booked now."""
    day = starts.astimezone(PRACTICE_ZONE).date()
    return day <= today() + timedelta(days=DAYS_AHEAD) and starts in free_times(doctor, day)


def day_bounds(first: date, last: date) -> tuple[datetime, datetime]:
    """Return the moments between which the days from `first` to `last` lie in the practice."""
    return (
        datetime.combine(first, datetime.min.time(), PRACTICE_ZONE),
        datetime.combine(last + timedelta(days=1), datetime.min.time(), PRACTICE_ZONE),
    )
