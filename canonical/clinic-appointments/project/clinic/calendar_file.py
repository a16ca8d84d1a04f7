"""Appointments as iCalendar files (RFC 5545)."""

from datetime import UTC, datetime

from django.utils import timezone

from clinic.models import Appointment


def write_calendar(appointment: Appointment) -> str:
    """Return an iCalendar file with the appointment as its only event."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Harbour Practice//Appointments//EN",
        "BEGIN:VEVENT",
        f"UID:appointment-{appointment.pk}@harbour-practice.example",
        f"DTSTAMP:{_utc(timezone.now())}",
        f"DTSTART:{_utc(appointment.starts)}",
        f"DTEND:{_utc(appointment.ends)}",
        f"SUMMARY:Appointment with {_escaped(str(appointment.doctor))}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{line}\r\n" for line in lines)


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    """Return `text` with the characters escaped that have a meaning in iCalendar."""
    for character in "\\;,":
        text = text.replace(character, f"\\{character}")
    return text
