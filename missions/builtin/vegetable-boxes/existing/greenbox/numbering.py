"""Numbers of entries, invoices and bank statements: three digits at least."""

from __future__ import annotations

from collections.abc import Iterable

from greenbox.errors import Refused

WIDTH = 3
MAX_DIGITS = 9


def as_number(count: int) -> str:
    """Return a number as it is written: ``007``."""
    return f"{count:0{WIDTH}d}"


def parse_number(text: str) -> str:
    """Return a number as it is written, from a text with or without zeros in front. Raises `Refused`."""
    text = text.strip()
    if not text.isdecimal() or not text.isascii() or len(text) > MAX_DIGITS or int(text) == 0:
        raise Refused(f"{text!r} is not a number of an entry")
    return as_number(int(text))


def following(numbers: Iterable[str]) -> str:
    """Return the number after the highest one; the first one after none."""
    return as_number(int(max(numbers, default="0")) + 1)
