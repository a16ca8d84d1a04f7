"""Pieces of text on a screen: where letters may be, before any of them is read.

Letters differ from what is around them within a few pixels. Borders of widgets do so too, but in straight lines of one
colour, which are removed first. What is left is joined where the gap is at most that between two words; each piece is
then part of one line of text with one background.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulators.desktop.screen import Pixels

CONTRAST = 48
"""Difference of a colour channel (0 … 255) between neighbouring pixels that a person surely sees."""

SHORT_LINE, LONG_LINE = 5, 24
"""Pixels of a straight line that may be the side of a border, and of one that is longer than strokes of letters."""

CORNER = 2
"""Pixels between two sides of a border, at most."""

GAP = 7
"""Pixels between two words of a piece, at most."""

SMALLEST = (2, 5)
"""Width and height in pixels of the smallest piece."""

HIGHEST = 64
"""Pixels of the largest letters; what is higher is a drawing."""

Mask = NDArray[np.bool_]


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
    letters = _edges(used) & ~_border_lines(used)
    return sorted(box for box in _components(_joined(letters)) if _may_be_text(box))


def _extent(pixels: Pixels) -> tuple[int, int]:
    """Return right and bottom of what is not black: the screen behind all windows."""
    drawn = (pixels[:, :, 0] | pixels[:, :, 1] | pixels[:, :, 2]) > 0
    rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    return (int(columns[-1]) + 1, int(rows[-1]) + 1) if len(rows) else (0, 0)


def _edges(pixels: Pixels) -> Mask:
    """Return the pixels that differ from their right or lower neighbour, and these neighbours."""
    below, right = _contrast(pixels), _contrast(pixels.transpose(1, 0, 2)).T
    found = np.zeros(pixels.shape[:2], np.bool_)
    found[:-1] |= below
    found[1:] |= below
    found[:, :-1] |= right
    found[:, 1:] |= right
    return found


def _contrast(pixels: Pixels) -> Mask:
    """Return for each row but the last which of its pixels differ from those below."""
    found = np.zeros((pixels.shape[0] - 1, pixels.shape[1]), np.bool_)
    for channel in range(3):
        one, other = pixels[:-1, :, channel], pixels[1:, :, channel]
        found |= (np.maximum(one, other) - np.minimum(one, other)) > CONTRAST
    return found


def _border_lines(pixels: Pixels) -> Mask:
    """Return the pixels of borders: long straight lines, and shorter vertical ones that begin or end at a long one."""
    across = np.zeros(pixels.shape[:2], np.bool_)
    for y, left, right in _straight(pixels):
        if right - left >= LONG_LINE:
            across[y : y + 2, left:right] = True
    found = across.copy()
    near = _grown(across, CORNER)
    for x, top, bottom in _straight(pixels.transpose(1, 0, 2)):
        if bottom - top >= HIGHEST or near[top, x : x + 2].any() or near[bottom - 1, x : x + 2].any():
            found[top:bottom, x : x + 2] = True
    return found


def _straight(pixels: Pixels) -> list[tuple[int, int, int]]:
    """Return the horizontal lines on which one colour is above another: row, left, right (excluded)."""
    differs, goes_on = _contrast(pixels), _constant(pixels)
    same = goes_on[:-1] & goes_on[1:] & differs[:, 1:] & differs[:, :-1]
    return [(y, left, right + 1) for y, left, right in _runs(same) if right - left + 1 >= SHORT_LINE]


def _constant(pixels: Pixels) -> Mask:
    """Return for each column but the first which of its pixels have the colour of those on their left."""
    found = np.ones((pixels.shape[0], pixels.shape[1] - 1), np.bool_)
    for channel in range(3):
        found &= pixels[:, 1:, channel] == pixels[:, :-1, channel]
    return found


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


def _runs(mask: Mask) -> list[tuple[int, int, int]]:
    """Return the horizontal runs of a mask: row, left, right (excluded)."""
    framed = np.zeros((mask.shape[0], mask.shape[1] + 2), np.int8)
    framed[:, 1:-1] = mask
    changes = np.diff(framed, axis=1)
    rows, lefts = np.nonzero(changes == 1)
    rights = np.nonzero(changes == -1)[1]
    return list(zip(rows.tolist(), lefts.tolist(), rights.tolist(), strict=True))


def _joined(letters: Mask) -> Mask:
    """Fill horizontal gaps up to `GAP`, and vertical ones of a pixel (dots of letters)."""
    found = letters.copy()
    before: tuple[int, int, int] | None = None
    for run in _runs(letters):
        if before is not None and before[0] == run[0] and run[1] - before[2] <= GAP:
            found[run[0], before[2] : run[1]] = True
        before = run
    return found


def _components(joined: Mask) -> list[Rectangle]:
    """Return the rectangles around connected parts of a mask (8 neighbours)."""
    runs = _runs(joined)
    parents = list(range(len(runs)))

    def root(at: int) -> int:
        while parents[at] != at:
            parents[at] = parents[parents[at]]
            at = parents[at]
        return at

    above: list[int] = []
    current: list[int] = []
    row = -1
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
    boxes: dict[int, Rectangle] = {}
    for number, (y, left, right) in enumerate(runs):
        known = boxes.get(group := root(number), Rectangle(y, left, y + 1, right))
        boxes[group] = known.around(Rectangle(y, left, y + 1, right))
    return list(boxes.values())


def _may_be_text(box: Rectangle) -> bool:
    width, height = box.right - box.left, box.bottom - box.top
    return width >= SMALLEST[0] and SMALLEST[1] <= height <= HIGHEST


SHORTEST_BORDER = 14
"""Pixels of the side of a box; strokes of letters of a usual size are shorter."""


def borders(pixels: Pixels, y: int) -> list[int]:
    """Return where vertical lines cross the row `y`, from left to right."""
    lines = _straight(pixels.transpose(1, 0, 2))
    return sorted(x for x, top, bottom in lines if top <= y < bottom and bottom - top >= SHORTEST_BORDER)
