"""Normalization of a project's text to a form that is safe and meaningful to compare.

Normalization of Unicode takes quadratic time for a long run of combining marks, so such runs are bounded first, as in
the stream-safe text format (Unicode Standard Annex 15, section 13).
"""

from __future__ import annotations

import re
import unicodedata

MAX_TEXT_CHARS = 200_000
"""Maximum characters of a page's or a program's text that a testcode receives."""

MAX_MARKS = 30
"""Maximum number of combining marks in a row; no language needs more than a few."""

SUSPICIOUS = re.compile(rf"[^\x00-\u02ff]{{{MAX_MARKS + 1},}}")
"""Runs of characters that may be combining marks: none below U+0300 is."""


def bounded(text: str, longest: int = MAX_TEXT_CHARS) -> str:
    """Return `text`; one longer than `longest` characters without its middle, which is replaced by a visible note."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n… {len(text) - 2 * half} characters left out …\n{text[-half:]}"


def stream_safe(text: str) -> str:
    """Return `text` with at most `MAX_MARKS` combining marks in a row; further ones are removed."""
    return SUSPICIOUS.sub(lambda found: _without_surplus_marks(found[0]), text)


def normalized(text: str) -> str:
    """Return `text` in normalization form C, in which composed and decomposed letters are equal."""
    return text if text.isascii() else unicodedata.normalize("NFC", stream_safe(text))


def folded(text: str) -> str:
    """Return `text` normalized, with each run of white space as one blank."""
    return " ".join(normalized(text).split())


def _without_surplus_marks(run: str) -> str:
    kept, marks = [], 0
    for character in run:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= MAX_MARKS:
            kept.append(character)
    return "".join(kept)
