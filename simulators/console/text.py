"""What a program printed, as a person reads it."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

CONTROL = re.compile(
    r"\x1b\[(?P<forward>\d{0,3})C"  # cursor forward: blanks, for those who print tables with it
    r"|\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor, erasing
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # OSC: window titles, links
    r"|\x1b[PX^_][^\x1b]*\x1b\\"  # other strings
    r"|\x1b[ -/]*[0-~]"
    r"|[\x00-\x07\x0b\x0e-\x1f\x7f]"
)
NUMBER = re.compile(
    r"(?P<sign>(?<![\w.])[-−–+])?(?:[$€£¥]\s?)?"
    r"(?P<digits>(?<![\d.])(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|(?<![\w.])\.\d+)"
)


def plain(raw: bytes) -> str:
    """UTF-8 output without control sequences, lines ended by ``\\n``; a character erased is not there."""
    text = raw.decode("utf-8", "replace").replace("\r\n", "\n")
    text = CONTROL.sub(lambda found: " " * int(found["forward"] or 1) if found["forward"] is not None else "", text)
    return _without_erased(re.sub(r"\r+\n?|\x0c", "\n", text))


def folded(text: str) -> str:
    """White space folded into single blanks; composed and decomposed letters made one."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def folded_lines(text: str) -> str:
    """Each line folded for itself, empty ones left out."""
    lines = (folded(line) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def number_after(text: str, after: str) -> Decimal | None:
    """The first number behind the first occurrence of `after`; both texts are folded. Commas may separate
    groups of three digits, a currency sign may stand between sign and digits."""
    _, label, behind = text.partition(after)
    found = NUMBER.search(behind) if label else None
    if found is None:
        return None
    digits = Decimal(found["digits"].replace(",", ""))
    return -digits if (found["sign"] or "").strip() in ("-", "−", "–") and found["sign"] else digits


def _without_erased(text: str) -> str:
    if "\b" not in text:
        return text
    kept: list[str] = []
    for character in text:
        if character != "\b":
            kept.append(character)
        elif kept and kept[-1] != "\n":
            kept.pop()
    return "".join(kept)
