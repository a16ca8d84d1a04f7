"""The bookings of a room as a calendar file (iCalendar, RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, datetime

from planner.models import Booking

LONGEST_LINE = 75


def write_calendar(bookings: Iterable[Booking], now: datetime) -> str:
    """Return the text of the file; times are in UTC, so that every program understands them."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Berlin office//Room planner//EN"]
    for booking in bookings:
        lines += [
            "BEGIN:VEVENT",
            f"UID:booking-{booking.pk}@office.example",
            f"DTSTAMP:{in_utc(now)}",
            f"DTSTART:{in_utc(booking.start)}",
            f"DTEND:{in_utc(booking.end)}",
            f"SUMMARY:{escaped(booking.title)}",
            f"LOCATION:{escaped(booking.room.name)}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(folded(line) for line in lines)


def in_utc(moment: datetime) -> str:
    """Return a moment like ``20250314T083000Z``."""
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """Return a text with the characters quoted that mean something in the file."""
    for character in ("\\", ";", ","):
        text = text.replace(character, f"\\{character}")
    return text.replace("\n", "\\n")


def folded(line: str) -> str:
    """Return a line with its end, divided where it is too long; the rest begins with a blank."""
    parts, part = [], ""
    for character in line:
        if len((part + character).encode()) > LONGEST_LINE:
            parts.append(part)
            part = " "
        part += character
    return "\r\n".join([*parts, part]) + "\r\n"
