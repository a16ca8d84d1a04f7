"""Comparison of expected text with text that was read from a screen. All that is tolerated is in this module.

Upper and lower case are equal, and letters and signs that Tesseract confuses (`ALIKE`). A digit equals only itself, or
a letter of the same shape: two digits are never equal, and a number begins and ends where the expected one does.
"""

from __future__ import annotations

import re
from decimal import Decimal

from simulators.errors import InvalidAnswer
from simulators.text import folded

ALIKE = {
    "o": "[o0]", "0": "[0oQ]",
    "l": "[li1|!]", "i": "[il1|!]", "1": "[1li|!]", "|": "[|li1]", "!": "[!li1|]",
    "s": "[s5]", "5": "[5s]", "b": "[b8]", "8": "[8b]", "z": "[z2]", "2": "[2z]", "g": "[gq9]", "q": "[qg9]",
    "m": "(?:m|rn)", "w": "(?:w|vv)", "d": "(?:d|cl)",
    "-": "[-–—−_~]", "–": "[-–—−]", "—": "[-–—−]", "−": "[-–—−]",
    "'": "['‘’`´\"“”]+", "’": "['‘’`´\"“”]+", "‘": "['‘’`´\"“”]+",
    '"': "['‘’`´\"“”]+", "“": "['‘’`´\"“”]+", "”": "['‘’`´\"“”]+",
    "…": r"(?:…|\.{2,3})", ":": "[:;]", ";": "[;:]", "×": "[×x]", "€": "[€£]",
}  # fmt: skip
"""Pattern of what a sign may be read as. No two digits are in one pattern."""

NUMBER = re.compile(r"(?<![\w.,])[-−]?[\dOolI|]*\d[\dOolI|]*(?:[.,][\dOolI|]+)*")
AS_DIGITS = str.maketrans("OolI|−", "00111-")
GROUPED = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")


def pattern_of(text: str) -> re.Pattern[str]:
    """Return the pattern that finds `text` in a line that was read. Raises `InvalidAnswer` for an empty text."""
    wanted = folded(text)
    if not wanted:
        raise InvalidAnswer("the text to look for is empty")
    parts = [_sign(wanted, at) for at in range(len(wanted))]
    return re.compile(f"{_begin(wanted[0])}{''.join(parts)}{_end(wanted[-1])}", re.IGNORECASE)


def number_after(text: str, label: str) -> Decimal | None:
    """Return the first number behind `label` in a line that was read; None when there is none."""
    found = pattern_of(label).search(text)
    number = NUMBER.search(text, found.end()) if found else None
    return _decimal(number[0]) if number else None


def _sign(wanted: str, at: int) -> str:
    """Return the pattern of one sign. Blanks count only where digits could otherwise join or be mistaken."""
    sign = wanted[at]
    if sign == " ":
        return r"\s+" if wanted[at - 1].isdigit() and _may_be_digit(wanted[at + 1]) else r"\s*"
    if sign.isalpha() and (wanted[at - 1 : at].isdigit() or wanted[at + 1 : at + 2].isdigit()):
        return re.escape(sign)
    if wanted[at : at + 2].lower() == "rn":
        return "(?:r(?=n)|(?=m))"
    if sign.lower() == "n" and at and wanted[at - 1].lower() == "r":
        return "[nm]"
    return ALIKE.get(sign.lower(), re.escape(sign))


def _may_be_digit(sign: str) -> bool:
    return re.search(r"\d", ALIKE.get(sign.lower(), sign)) is not None


def _begin(sign: str) -> str:
    """Return what must not precede the first sign: more of a number, or its minus."""
    return r"(?<![\w])(?<!\d[.,])(?<![^\w][-−])(?<!^[-−])" if sign.isdigit() else ""


def _end(sign: str) -> str:
    return r"(?!\d)(?![.,]\d)" if sign.isdigit() else ""


def _decimal(number: str) -> Decimal | None:
    digits = number.translate(AS_DIGITS)
    if GROUPED.fullmatch(digits):
        return Decimal(digits.replace(",", ""))
    return Decimal(digits.replace(",", ".")) if len(re.findall("[.,]", digits)) <= 1 else None
