"""Width of text on a terminal, in cells.

Wide and fullwidth characters of East Asia take two cells; combining marks, format characters and control characters
take none; ANSI colour sequences (``ESC [ … letter``) take none; everything else takes one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from tablealign.errors import WidthError

_SEQUENCE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_NO_CELLS = frozenset({"Mn", "Me", "Cf", "Cc"})


def char_width(character: str) -> int:
    """Return 0, 1 or 2: the cells that one character takes. Raises `TypeError` for more or fewer characters."""
    if unicodedata.category(character) in _NO_CELLS:
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def strip_sequences(text: str) -> str:
    """Return the text without ANSI sequences."""
    return _SEQUENCE.sub("", text)


def text_width(text: str) -> int:
    """Return the cells that a text takes in one line: ``text_width("東京") == 4``."""
    return sum(width for _, width in clusters(text))


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """Return the pieces that must not be split, with their widths.

    A piece is a character with the zero-width characters after it. An ANSI sequence is a piece of its own, of width 0;
    zero-width characters at the beginning or after a sequence form a piece of width 0.
    """
    position = 0
    while position < len(text):
        sequence = _SEQUENCE.match(text, position)
        if sequence:
            end = sequence.end()
            yield sequence.group(), 0
        else:
            end = _end_of_cluster(text, position)
            yield text[position:end], char_width(text[position])
        position = end


def cut(text: str, width: int, mark: str = "…") -> str:
    """Return the text shortened to at most `width` cells, with `mark` at its end where something was cut off.

    ANSI sequences of the cut part are kept, so that colours end where they should. A wide character that fits only
    half is cut off whole. Raises `WidthError` where `width` is smaller than the width of the mark and the text
    does not fit.
    """
    if text_width(text) <= width:
        return text
    room = width - text_width(mark)
    if room < 0:
        raise WidthError(text_width(mark), width)
    kept, used, full = [], 0, False
    for piece, size in clusters(text):
        if piece.startswith("\x1b["):
            kept.append(piece)
            continue
        if not full and used + size > room:
            full = True
            kept.append(mark)
        if not full:
            kept.append(piece)
            used += size
    return "".join(kept)


def _end_of_cluster(text: str, start: int) -> int:
    end = start + 1
    while end < len(text) and text[end] != "\x1b" and char_width(text[end]) == 0:
        end += 1
    return end
