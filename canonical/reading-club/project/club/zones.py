"""Time zones, and moments as they are said in them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

ZONES = ("UTC", "Europe/Berlin", "Europe/London", "America/New_York", "Asia/Tokyo", "Australia/Sydney")


class NoSuchTime(ValueError):
    """The clocks of a zone skip this time."""


def moment_of(local: datetime, zone: str) -> datetime:
    """Return the moment at which the clocks of `zone` show `local`. Raises `NoSuchTime`."""
    moment = local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    if moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) != local:
        raise NoSuchTime("This time does not exist in your time zone.")
    return moment


def said_in(moment: datetime, zone: str) -> str:
    """Return a moment as it is said in `zone`: ``2025-03-28 19:00 (Europe/Berlin)``."""
    return f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M} ({zone})"
