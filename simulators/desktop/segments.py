"""Pieces of text on a screen: where letters may be, before any of them is read.

Letters differ from what is around them within a few pixels. Borders of widgets do so too, but in straight lines of one
colour, which are removed first. What is left is joined where the gap is at most that between two words; each piece is
then part of one line of text with one background.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulators.desktop.display import Pixels

CONTRAST = 48
"""Difference of a colour channel (0 … 255) between neighbouring pixels that a person surely sees."""

SHORT_LINE, LONG_LINE = 5, 24
"""Pixels of a straight line that may be the side of a border, and of one that is longer than strokes of letters."""

CORNER = 2
"""Pixels between two sides of a border, at most."""

GAP = 7
"""Pixels between two words of a piece, at most."""

FRAME = 4
"""Pixels of the thickness of a frame around a text, at most."""

MIN_PIECE_SIZE = (2, 5)
"""Width and height in pixels of the smallest piece."""

MIN_BORDER_PIXELS = 14
"""Pixels of the side of a box; strokes of letters of a usual size are shorter."""

MAX_LETTER_PIXELS = 64
"""Pixels of the largest letters; what is higher is a drawing."""

Mask = NDArray[np.bool_]

Runs = NDArray[np.intp]
"""Horizontal runs of a mask, from above to below and from left to right: row, left, right (excluded)."""


@dataclass(frozen=True, order=True)
class Rectangle:
    """Rectangle in pixels; right and bottom are excluded."""

    top: int
    left: int
    bottom: int
    right: int

    def around(self, other: Rectangle) -> Rectangle:
        """Return the smallest rectangle that contains both."""
        return Rectangle(
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )

    def moved(self, down: int, right: int) -> Rectangle:
        return Rectangle(self.top + down, self.left + right, self.bottom + down, self.right + right)

    @property
    def center(self) -> tuple[int, int]:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2


def pieces(pixels: Pixels) -> list[Rectangle]:
    """Return where text may be, from above to below."""
    right, bottom = _extent(pixels)
    if not bottom:
        return []
    used = pixels[:bottom, :right]
    below, beside = _differs(used[:-1], used[1:]), _differs(used[:, :-1], used[:, 1:])
    across, upright = _straight(used, below), _straight(used.T, beside.T)
    long = _long_lines(used.shape, across)
    sides = _sides(upright, _grown(long, CORNER))
    letters = _edges(below, beside) & ~_border_lines(long, sides)
    runs = _joined(_runs(letters), _walls(used.shape, sides))
    found = sorted(box for box in _components(runs) if _may_be_text(box))
    return [box for box, inner in zip(found, _nested(found), strict=True) if not _is_frame(box, inner, letters)]


def _nested(boxes: list[Rectangle]) -> Iterator[list[Rectangle]]:
    """Yield for each rectangle the others that are inside of it."""
    top, left, bottom, right = np.array([(b.top, b.left, b.bottom, b.right) for b in boxes]).reshape(-1, 4).T
    for box in boxes:
        inside = (top >= box.top) & (left >= box.left) & (bottom <= box.bottom) & (right <= box.right)
        yield [boxes[at] for at in np.flatnonzero(inside) if boxes[at] != box]


def _is_frame(box: Rectangle, inner: list[Rectangle], letters: Mask) -> bool:
    """Return True when a piece is drawn around others, as the mark of the button that has the keyboard."""
    if not inner:
        return False
    inside = letters[box.top : box.bottom, box.left : box.right].copy()
    for other in inner:
        inside[other.top - box.top : other.bottom - box.top, other.left - box.left : other.right - box.left] = False
    return not inside[FRAME:-FRAME, FRAME:-FRAME].any()


def _extent(pixels: Pixels) -> tuple[int, int]:
    """Return right and bottom of what is not black: the screen behind all windows."""
    drawn = pixels != 0
    rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    return (int(columns[-1]) + 1, int(rows[-1]) + 1) if len(rows) else (0, 0)


def _differs(one: Pixels, other: Pixels) -> Mask:
    """Return which pixels of `one` differ visibly from those of `other` at the same place."""
    first, second = np.ascontiguousarray(one).view(np.uint8), np.ascontiguousarray(other).view(np.uint8)
    distance = np.maximum(first, second) - np.minimum(first, second)
    of_a_channel: Mask = distance > CONTRAST
    differs: Mask = of_a_channel.view(np.uint32) != 0
    return differs


def _edges(below: Mask, beside: Mask) -> Mask:
    """Return the pixels that differ from their lower (`below`) or right neighbour (`beside`), and these neighbours."""
    found = np.zeros((beside.shape[0], below.shape[1]), np.bool_)
    found[:-1] |= below
    found[1:] |= below
    found[:, :-1] |= beside
    found[:, 1:] |= beside
    return found


def _long_lines(shape: tuple[int, ...], across: Runs) -> Mask:
    """Return the pixels of long horizontal lines."""
    found = np.zeros(shape, np.bool_)
    for y, left, right in across[across[:, 2] - across[:, 1] >= LONG_LINE].tolist():
        found[y : y + 2, left:right] = True
    return found


def _border_lines(long: Mask, sides: Runs) -> Mask:
    """Return the pixels of borders: long straight lines, and shorter vertical ones that begin or end at a long one."""
    found = long.copy()
    for x, top, bottom in sides.tolist():
        found[top:bottom, x : x + 2] = True
    return found


def _sides(lines: Runs, near: Mask) -> Runs:
    """Return the vertical lines (x, top, bottom) that are borders: higher than letters, or with an end in `near`."""
    x, top, bottom = lines.T
    at_an_end = near[top, x] | near[top, x + 1] | near[bottom - 1, x] | near[bottom - 1, x + 1]
    sides: Runs = lines[(bottom - top >= MAX_LETTER_PIXELS) | at_an_end]
    return sides


def _straight(pixels: Pixels, differs: Mask) -> Runs:
    """Return the horizontal lines on which one colour is above or below others; `differs`: pixels from those below
    them. The rows of a list may have several colours beside its border."""
    goes_on = pixels[:, 1:] == pixels[:, :-1]
    found: Runs = _runs((goes_on[:-1] | goes_on[1:]) & differs[:, 1:] & differs[:, :-1])
    found[:, 2] += 1
    lines: Runs = found[found[:, 2] - found[:, 1] >= SHORT_LINE]
    return lines


def _grown(mask: Mask, by: int) -> Mask:
    found = mask.copy()
    for axis in (0, 1):
        grown = found.copy()
        for shift in range(1, by + 1):
            ahead, behind = [slice(None)] * 2, [slice(None)] * 2
            ahead[axis], behind[axis] = slice(shift, None), slice(None, -shift)
            grown[tuple(ahead)] |= found[tuple(behind)]
            grown[tuple(behind)] |= found[tuple(ahead)]
        found = grown
    return found


def _runs(mask: Mask) -> Runs:
    """Return the horizontal runs of a mask."""
    height, width = mask.shape
    line = np.zeros(height * (width + 1) + 1, np.bool_)  # all rows in one line, each with a pixel behind it
    line[1:].reshape(height, width + 1)[:, :-1] = mask
    changes = np.flatnonzero(line[1:] != line[:-1])
    rows = changes[::2] // (width + 1)
    return np.stack((rows, changes[::2] - rows * (width + 1), changes[1::2] - rows * (width + 1)), axis=1)


def _walls(shape: tuple[int, ...], sides: Runs) -> Mask:
    """Return the sides of boxes, which are higher than strokes of letters: texts on both sides of one are not one
    piece, even where a label touches its box."""
    found = np.zeros(shape, np.bool_)
    for x, top, bottom in sides.tolist():
        if bottom - top >= MIN_BORDER_PIXELS:
            found[top:bottom, x] = True
    return found


def _joined(runs: Runs, walls: Mask) -> Runs:
    """Join runs of a row with a gap up to `GAP`, unless a wall is between them."""
    row, left, right = runs.T
    before = np.cumsum(walls, axis=1, dtype=np.int32)
    begins = np.ones(len(runs), np.bool_)
    apart = before[row[1:], left[1:]] != before[row[:-1], right[:-1] - 1]
    begins[1:] = (row[1:] != row[:-1]) | (left[1:] - right[:-1] > GAP) | apart
    ends = np.roll(begins, -1)
    return np.stack((row[begins], left[begins], right[ends]), axis=1)


def _components(found: Runs) -> list[Rectangle]:
    """Return the rectangles around connected runs (8 neighbours)."""
    runs: list[tuple[int, int, int]] = found.tolist()
    boxes: dict[int, Rectangle] = {}
    for group, (y, left, right) in zip(_groups(runs), runs, strict=True):
        box = Rectangle(y, left, y + 1, right)
        boxes[group] = boxes[group].around(box) if group in boxes else box
    return list(boxes.values())


def _groups(runs: list[tuple[int, int, int]]) -> list[int]:
    """Return a number for each run, the same for connected ones."""
    parents = list(range(len(runs)))

    def root(at: int) -> int:
        while parents[at] != at:
            parents[at] = parents[parents[at]]
            at = parents[at]
        return at

    above: list[int] = []
    current: list[int] = []
    row, first = -1, 0
    for number, (y, left, right) in enumerate(runs):
        if y != row:
            above = current if y == row + 1 else []
            current, row, first = [], y, 0
        while first < len(above) and runs[above[first]][2] < left:
            first += 1
        at = first
        while at < len(above) and runs[above[at]][1] <= right:
            parents[root(above[at])] = root(number)
            at += 1
        current.append(number)
    return [root(number) for number in range(len(runs))]


def _may_be_text(box: Rectangle) -> bool:
    width, height = box.right - box.left, box.bottom - box.top
    return width >= MIN_PIECE_SIZE[0] and MIN_PIECE_SIZE[1] <= height <= MAX_LETTER_PIXELS


def borders(pixels: Pixels, y: int) -> list[int]:
    """Return where vertical lines cross the row `y`, from left to right."""
    if min(pixels.shape) < 2:
        return []
    lines = _straight(pixels.T, _differs(pixels[:, :-1], pixels[:, 1:]).T).tolist()
    return sorted(x for x, top, bottom in lines if top <= y < bottom and bottom - top >= MIN_BORDER_PIXELS)
