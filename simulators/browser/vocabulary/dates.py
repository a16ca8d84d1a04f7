"""Values of a form's inputs for dates and times (HTML standard, section "Dates and times")."""

from __future__ import annotations

from datetime import date, datetime, time

DateOrTime = date | time | datetime


def box_value(moment: DateOrTime, kind: str) -> str | None:
    """Return the value of an ``<input type=kind>`` for `moment`; None when it cannot represent it."""
    day = moment.date() if isinstance(moment, datetime) else moment if isinstance(moment, date) else None
    clock = moment.time() if isinstance(moment, datetime) else moment if isinstance(moment, time) else None
    if kind == "time":
        return None if clock is None else clock_text(clock)
    if day is None:
        return None
    if kind == "date":
        return day.isoformat()
    if kind == "datetime-local":
        return f"{day.isoformat()}T{clock_text(clock or time())}"
    if kind == "month":
        return f"{day.year:04}-{day.month:02}"
    if kind == "week":
        year, week, _ = day.isocalendar()
        return f"{year:04}-W{week:02}"
    return None


def typed(moment: DateOrTime) -> str:
    """Return `moment` as ISO 8601 for a text box, with a blank between date and time."""
    if isinstance(moment, datetime):
        return f"{moment.date().isoformat()} {clock_text(moment.time())}"
    return clock_text(moment) if isinstance(moment, time) else moment.isoformat()


def clock_text(clock: time) -> str:
    """Return ``14:30``, with seconds and milliseconds only if they are not zero."""
    precision = "milliseconds" if clock.microsecond else "seconds" if clock.second else "minutes"
    return clock.replace(tzinfo=None).isoformat(precision)
