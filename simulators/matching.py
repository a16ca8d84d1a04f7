"""Comparison of texts and numbers; regular expressions, searched within a time limit in text of bounded length.

The time of a search depends on the text, which comes from the project, and Python's `re` has no time limit. The
`regex` package accepts the same expressions (its version 0 behaviour) and has one.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import Any

import regex  # type: ignore[import-untyped,unused-ignore]

from simulators.errors import ExpectationFailed, InvalidAnswer, TestcodeTimeout

SECONDS = 2.0
"""Seconds that one search may take; a usual one takes microseconds."""


def matches(pattern: str, text: str, *, multiline: bool = False, seconds: float = SECONDS) -> bool:
    """Return True when `pattern` matches anywhere in `text` (of a long one, in its beginning or end; see `bounded`).

    Raises `TestcodeTimeout` when the search takes longer than `seconds`, `InvalidAnswer` for an expression that is
    not valid.
    """
    return _search(pattern, text, multiline, seconds) is not None


def found_in(pattern: str, text: str) -> str | None:
    """Return the first match of `pattern` in `text`, its first group where it has one; None without a match.

    Raises as `matches` does.
    """
    found = _search(pattern, text, multiline=False, seconds=SECONDS)
    if found is None:
        return None
    return str(found[1] or "") if found.re.groups else str(found[0])


def _search(pattern: str, text: str, multiline: bool, seconds: float) -> Any:
    searched = bounded(text)
    try:
        # without the interpreter lock, so that the threads that watch time limits continue
        return _compiled(pattern, multiline).search(searched, timeout=seconds, concurrent=True)
    except TimeoutError:
        message = f"searching for {pattern!r} in {len(searched)} characters took more than {seconds:g} seconds"
        raise TestcodeTimeout(message) from None


@lru_cache(maxsize=256)
def _compiled(pattern: str, multiline: bool) -> Any:
    try:
        return regex.compile(pattern, regex.VERSION0 | (regex.MULTILINE if multiline else 0))
    except regex.error as error:
        raise InvalidAnswer(f"{pattern!r} is not a regular expression: {error}") from error


_GROUPS = "[,'’\u00a0\u2009\u202f]"
_NUMERAL = re.compile(
    rf"(?<![\w.])(?P<sign>[-−+]?)[^\w\s.,+−-]?"  # a currency sign may stand between sign and digits
    rf"(?P<digits>\d{{1,3}}(?:{_GROUPS}\d{{3}})+(?:\.\d+)?"
    rf"|\d{{1,3}}(?:\.\d{{3}})+,\d+"
    rf"|\d{{1,3}}(?:\.\d{{3}}){{2,}}"
    rf"|\d+(?:[.,]\d+)?|\.\d+)"
)


def numbers_in(text: str) -> list[Decimal]:
    """Return every number in `text`, in order.

    Commas, apostrophes and narrow blanks group thousands; a point is the decimal point. If a number contains both
    separators, or a comma is not followed by groups of three digits, the last one is the decimal separator
    (``1.234,50`` and ``12,5``). Digits inside of a word (``H2O``) are not a number.
    """
    return [_value(match) for match in _NUMERAL.finditer(text)]


def one_number_in(text: str) -> Decimal:
    """Return the only number in `text`. Raises `ExpectationFailed` when there is none, or several."""
    numbers = numbers_in(text)
    if len(numbers) != 1:
        found = ", ".join(str(number) for number in numbers[:8]) or "none"
        raise ExpectationFailed(f"exactly one number was expected in {text[:200]!r}; found: {found}")
    return numbers[0]


def _value(match: re.Match[str]) -> Decimal:
    digits = re.sub("['’\u00a0\u2009\u202f]", "", match["digits"])
    points, commas = digits.count("."), digits.count(",")
    if points and commas:
        decimal = max(".", ",", key=digits.rfind)
        digits = digits.replace("," if decimal == "." else ".", "").replace(decimal, ".")
    elif commas:
        grouped = all(len(group) == 3 for group in digits.split(",")[1:])
        digits = digits.replace(",", "" if grouped else ".")
    elif points > 1:
        digits = digits.replace(".", "")
    return Decimal(("-" if match["sign"] in ("-", "−") else "") + digits)


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
