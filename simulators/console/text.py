"""Output of a program as readable text."""

from __future__ import annotations

import re
from decimal import Decimal

from simulators.text import MAX_TEXT_CHARS, bounded, folded

MAX_RAW_BYTES = 4 * MAX_TEXT_CHARS
"""Maximum bytes of output that are converted, half of them from its beginning and half from its end."""

WIDTH = 80
"""Maximum blanks for one movement of the cursor, which stays in its line."""

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


def plain(raw: bytes | bytearray) -> str:
    """Return UTF-8 output without control sequences and erased characters, lines ended by ``\\n``; the middle of a long
    output is replaced by a note (see `simulators.text.bounded`)."""
    if len(raw) <= MAX_RAW_BYTES:
        return bounded(_readable(raw))
    half = MAX_RAW_BYTES // 2
    note = f"\n… {len(raw) - MAX_RAW_BYTES} bytes left out …\n"
    return bounded(_readable(raw[:half]) + note + _readable(raw[-half:]))


def _readable(raw: bytes | bytearray) -> str:
    text = raw.decode("utf-8", "replace").replace("\r\n", "\n")
    return _without_erased(re.sub(r"\r+\n?|\x0c", "\n", CONTROL.sub(_blanks, text)))


def _blanks(found: re.Match[str]) -> str:
    forward = found["forward"]
    return "" if forward is None else " " * min(int(forward or 1), WIDTH)


def folded_lines(text: str) -> str:
    """Return each line folded, without empty lines."""
    lines = (folded(line) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def number_after(text: str, after: str) -> Decimal | None:
    """Return the first number behind the first occurrence of `after`; both texts are folded.

    Commas may separate groups of three digits, a currency sign may be between sign and digits.
    """
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
