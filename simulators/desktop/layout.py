"""Texts, boxes and fields of a screen, and comparison of texts as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, reduce

from simulators.desktop.display import Pixels
from simulators.desktop.screen_reader import Piece, Word
from simulators.desktop.segments import Rectangle, borders
from simulators.errors import InvalidAnswer
from simulators.matching import folded

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


@dataclass(frozen=True)
class TextPlace:
    """Where a text was found: in words of a row. `whole`: it is all that its pieces say; `apart`: whole words."""

    box: Rectangle
    row: TextRow
    whole: bool
    apart: bool

    @property
    def rank(self) -> int:
        return self.whole + self.apart


@dataclass(frozen=True)
class TextRow:
    """Pieces at one height, from left to right."""

    pieces: tuple[Piece, ...]

    @cached_property
    def words(self) -> tuple[Word, ...]:
        return tuple(word for piece in self.pieces for word in piece.words)

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    def places(self, text: str) -> Iterator[TextPlace]:
        """Yield where `text` is in this row."""
        for found in pattern_of(text).finditer(self.text):
            words = list(self._between(found.start(), found.end()))
            if words:
                box = reduce(Rectangle.around, (word.box for word in words))
                yield TextPlace(box, self, self._is_whole(words, found[0]), _apart(found))

    def _between(self, begin: int, end: int) -> Iterator[Word]:
        at = 0
        for word in self.words:
            if at < end and at + len(word.text) > begin:
                yield word
            at += len(word.text) + 1

    def _is_whole(self, words: Sequence[Word], found: str) -> bool:
        pieces = [piece for piece in self.pieces if any(word in piece.words for word in words)]
        said = " ".join(word.text for piece in pieces for word in piece.words)
        return _letters(said) == _letters(found)


@dataclass(frozen=True)
class Layout:
    """Rows of a screen, from above to below."""

    rows: tuple[TextRow, ...]

    @classmethod
    def of(cls, pieces: Sequence[Piece]) -> Layout:
        """Arrange pieces (from above to below) in rows: those whose heights overlap by half of the lower one."""
        rows: list[list[Piece]] = []
        for piece in pieces:
            row = next((row for row in rows if any(_level(piece.box, other.box) for other in row)), None)
            if row is None:
                rows.append([piece])
            else:
                row.append(piece)
        ordered = sorted(rows, key=lambda row: min(piece.box.center[1] for piece in row))
        return cls(tuple(TextRow(tuple(sorted(row, key=lambda piece: piece.box.left))) for row in ordered))

    @property
    def text(self) -> str:
        return "\n".join(row.text for row in self.rows)

    def shows(self, text: str, beside: str | None = None) -> bool:
        """Return True when `text` is on the screen, in a row or continued in the next ones; in the row of `beside`."""
        if beside is not None:
            return any(pattern_of(text).search(row.text) for row in self.beside(beside))
        return pattern_of(text).search(self.text) is not None

    def shows_in_order(self, texts: Sequence[str]) -> bool:
        """Return True when there is a row for each text, one below the other."""
        rows = iter(self.rows)
        return all(any(pattern_of(text).search(row.text) for row in rows) for text in texts)

    def beside(self, text: str) -> list[TextRow]:
        """Return the rows in which `text` is."""
        return [row for row in self.rows if pattern_of(text).search(row.text)]

    def places(self, text: str, beside: str | None = None) -> list[TextPlace]:
        """Return the places of `text` that fit best: all that a piece says, otherwise whole words, otherwise parts."""
        rows = self.rows if beside is None else self.beside(beside)
        found = [place for row in rows for place in row.places(text)]
        best = max((place.rank for place in found), default=0)
        return [place for place in found if place.rank == best]


@dataclass(frozen=True)
class EntryBox:
    """A box that belongs to a label: a point inside of it, at its beginning."""

    x: int
    y: int

    def differs(self, one: Pixels, other: Pixels) -> bool:
        """Return True when a letter was drawn into the box or removed from it: more than a cursor has changed."""
        left, top = max(0, self.x - INSIDE + 2), max(0, self.y - INSIDE + 2)
        part = slice(top, self.y + INSIDE - 1), slice(left, self.x + MAX_LABEL_DISTANCE[0])
        ends = [x for x in borders(other[:, self.x : self.x + MAX_LABEL_DISTANCE[0]], self.y) if x]
        width = self.x + ends[0] - left if ends else MAX_LABEL_DISTANCE[0]
        changed = (one[part] != other[part]).any(axis=0)[:width]
        return int(changed.sum()) > CURSOR_PIXELS


TOUCHING_PIXELS = 3
"""Pixels that the last word of a label may be read wider than it is: up to the border of a box that it touches."""

CURSOR_PIXELS = 2
"""Columns that a blinking cursor is wide, at most."""

INSIDE = 9
"""Pixels from the border of a box to a point inside of it."""

MAX_LABEL_DISTANCE = 400, 40
"""Pixels from a label to its box, to the right and below."""


def field_of(label: TextPlace, pixels: Pixels) -> EntryBox | None:
    """Return the box to the right of a label, or else below it; None without one.

    `pixels` end where the label's window does. To the right no other text may be between label and box; the text in the
    box itself is behind its border.
    """
    return _field_beside(label, pixels) or _field_below(label.box, pixels)


def _field_beside(label: TextPlace, pixels: Pixels) -> EntryBox | None:
    y = label.box.center[1]
    farthest = label.box.right + MAX_LABEL_DISTANCE[0]
    other = [p.box.left for p in label.row.pieces if p.box.left >= label.box.right - 1]
    pieces = [piece.box for piece in label.row.pieces]
    begin = label.box.right - TOUCHING_PIXELS
    for x in borders(pixels[:, begin:farthest], y):
        left = begin + x
        if any(box.left <= left < box.right for box in pieces):
            continue
        return None if any(at < left for at in other) else EntryBox(left + INSIDE, y)
    return None


def _field_below(label: Rectangle, pixels: Pixels) -> EntryBox | None:
    x = label.left + INSIDE
    part = pixels[label.bottom + 1 : label.bottom + MAX_LABEL_DISTANCE[1]]
    tops = borders(part.T, x)
    return EntryBox(x, label.bottom + 1 + tops[0] + INSIDE) if tops else None


def _level(one: Rectangle, other: Rectangle) -> bool:
    overlap = min(one.bottom, other.bottom) - max(one.top, other.top)
    return overlap * 2 >= min(one.bottom - one.top, other.bottom - other.top)


def _apart(match: re.Match[str]) -> bool:
    text, begin, end = match.string, match.start(), match.end()
    return not text[begin - 1 : begin].isalnum() and not text[end : end + 1].isalnum()


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
