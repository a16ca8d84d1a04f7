"""Alignment of text within a width."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tablealign.errors import OptionError, WidthError
from tablealign.width import strip_sequences, text_width

ALIGNMENTS = ("left", "right", "center", "decimal")

_NUMBER = re.compile(r"[+-]?[\d,]*(?P<fraction>\.\d*)?%?", re.ASCII)


def pad(text: str, width: int, align: str = "left") -> str:
    """Return the text filled with blanks to exactly `width` cells.

    "center" puts the odd blank to the right; "decimal" pads like "right" (see `decimal_shift` for columns). Raises
    `OptionError` for an unknown alignment, `WidthError` for a text that is wider.
    """
    if align not in ALIGNMENTS:
        raise OptionError(f"unknown alignment: {align!r}")
    free = width - text_width(text)
    if free < 0:
        raise WidthError(text_width(text), width)
    before = {"left": 0, "center": free // 2}.get(align, free)
    return " " * before + text + " " * (free - before)


def is_number(text: str) -> bool:
    """Return True for texts like ``12``, ``-1,234.50``, ``.5`` and ``7%``; ANSI sequences and outer blanks are
    ignored."""
    plain = strip_sequences(text).strip()
    return bool(_NUMBER.fullmatch(plain)) and any(character.isdigit() for character in plain)


def decimal_shift(texts: Iterable[str]) -> list[str]:
    """Return the texts of a column with blanks added behind numbers, so that right-aligned their points are in line.

    The place of the point is the first ``.``, or the end of the digits where there is none. Texts that are no numbers
    stay as they are.
    """
    found = list(texts)
    tails = [_tail(text) if is_number(text) else None for text in found]
    longest = max((tail for tail in tails if tail is not None), default=0)
    return [text if tail is None else text + " " * (longest - tail) for text, tail in zip(found, tails, strict=True)]


def _tail(text: str) -> int:
    """Return the number of characters from the point on; a percent sign belongs to it."""
    plain = strip_sequences(text).strip()
    point = plain.find(".")
    return len(plain) - point if point >= 0 else len(plain) - len(plain.rstrip("%"))
