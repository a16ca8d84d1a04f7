"""Order of ids as people count: ``page-2`` before ``page-10``."""

from __future__ import annotations

import re


def natural(text: str) -> tuple[tuple[bool, int, str], ...]:
    """Return a sort key that compares the numbers in a text by their values."""
    parts = filter(None, re.split(r"([0-9]+)", text))
    return tuple((False, int(part), part) if part.isdecimal() else (True, 0, part) for part in parts)
