"""Wrapping of text into lines of limited width."""

from __future__ import annotations

from tablealign.errors import WidthError
from tablealign.width import clusters, text_width


def wrap_text(text: str, width: int) -> list[str]:
    """Return the text as lines of at most `width` cells.

    Line ends in the text are kept (``\\n`` only); an empty line stays an empty line; an empty text is one empty line.
    Within a line the words (separated by blanks) are packed greedily, separated by one blank each; blanks at the
    beginning and end are dropped. A word wider than `width` is broken between characters, filling what is left of the
    current line only if that line is empty. Raises `WidthError` where `width` is below 1 or a single character is
    wider.
    """
    if width < 1:
        raise WidthError(1, width)
    return [line for paragraph in text.split("\n") for line in _wrapped(paragraph, width)]


def longest_word(text: str) -> int:
    """Return the width of the widest word: the smallest width at which `wrap_text` breaks no word."""
    return max((text_width(word) for word in text.replace("\n", " ").split(" ")), default=0)


def break_word(word: str, width: int) -> list[str]:
    """Return a word in pieces of at most `width` cells, each but the last as wide as possible.

    Raises `WidthError` where a single character is wider than `width`.
    """
    pieces, used = [""], 0
    for piece, size in clusters(word):
        if size > width:
            raise WidthError(size, width)
        if used + size > width:
            pieces.append("")
            used = 0
        pieces[-1] += piece
        used += size
    return pieces


def _wrapped(paragraph: str, width: int) -> list[str]:
    lines: list[str] = []
    used = 0
    for word in (word for word in paragraph.split(" ") if word):
        size = text_width(word)
        if lines and used + 1 + size <= width:
            lines[-1] += f" {word}"
            used += 1 + size
        else:
            pieces = break_word(word, width)
            lines.extend(pieces)
            used = text_width(pieces[-1])
    return lines or [""]
