"""What is typed into a page: names of keys, as browsers call them (UI Events specification, ``KeyboardEvent.key``), and
values of inputs for dates and times (HTML standard, section "Dates and times")."""

from __future__ import annotations

from datetime import date, datetime, time

from simulators.errors import NotFound

MODIFIERS = ("Control", "Shift", "Alt", "Meta")
NAMED = frozenset(
    {
        *MODIFIERS,
        *(f"F{number}" for number in range(1, 13)),
        *("Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown"),
        *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Space"),
    }
)
OTHER_NAMES = {
    "esc": "Escape",
    "return": "Enter",
    "ctrl": "Control",
    "cmd": "Meta",
    "del": "Delete",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    " ": "Space",
}
_BY_LOWER = {name.lower(): name for name in NAMED} | OTHER_NAMES


def read_chord(text: str) -> tuple[str, ...]:
    """``Control+Shift+A`` as its keys, modifiers first. Raises `NotFound` for a key that no keyboard has."""
    if len(text) == 1:
        return (_BY_LOWER.get(text, text),)
    *modifiers, last = [*text[:-1].split("+"), text[-1]] if text.endswith("++") else text.split("+")
    keys = [_read_key(key, text) for key in modifiers if key] + [_read_key(last, text)]
    if any(key not in MODIFIERS for key in keys[:-1]):
        raise NotFound(f"{text!r} cannot be pressed: only {', '.join(MODIFIERS)} are held with another key")
    return tuple(keys)


def _read_key(key: str, text: str) -> str:
    if len(key) == 1 and key.isprintable():
        return _BY_LOWER.get(key, key)
    named = _BY_LOWER.get(key.strip().lower())
    if named is None:
        raise NotFound(f"{text!r} cannot be pressed: no key is called {key!r}")
    return named


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
