"""Tests of pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import ceil, floor

from PIL import Image, ImageChops, ImageStat

from simulators.evidence import Area

SAME_COLOUR = 12
"""Largest difference of red, green or blue that hardly shows, as in ``colours.js``."""

EDGE = 1
"""Pixels around an area that may belong to its neighbours."""

NARROW = 8
"""Width of a word in pixels, below which a single stroke may be all of it."""

LIKE_INK, MIN_INK_SHARE = 150, 0.005
"""Largest difference of a pixel on a letter, whose edges are smoothed, to the letter's colour, and the least share of a
word's pixels that are so."""

UNLIKE_INK, MIN_GROUND_SHARE = 32, 0.3
"""Least difference of a pixel between opaque letters to their colour, and the least share of a word's pixels that are
so: letters of bold fonts cover half of their place."""

OPAQUE, HALF = 0.9, 0.5

Ink = Sequence[float]
"""Red, green, blue (0 to 255) and opacity (0 to 1)."""


@dataclass(frozen=True)
class PaintedWord:
    """Place of a word in a picture, and what its letters are painted with (letters, outlines, shadows), by the ways in
    which they may be painted; none where that is not known."""

    area: Area
    ways: Sequence[Sequence[Ink]]


def is_one_colour(png: bytes) -> bool:
    """Return True when every pixel of the PNG has the same colour."""
    with Image.open(io.BytesIO(png)) as picture:
        return picture.convert("RGB").getcolors(maxcolors=1) is not None


def blank_words(png: bytes, words: Sequence[PaintedWord]) -> list[int]:
    """Return the numbers of the words of a picture that cannot be read in it: nothing differs visibly from anything
    else, nothing has the letters' colour, or too much has."""
    with Image.open(io.BytesIO(png)) as picture:
        colours = picture.convert("RGB")
        return [number for number, word in enumerate(words) if _is_blank(colours.crop(_inner(word.area)), word.ways)]


def _inner(area: Area) -> tuple[int, int, int, int]:
    beside = EDGE if area.width >= NARROW else -EDGE  # a letter like l fills its place, so its sides belong to it
    left, top = max(0, ceil(area.left) + beside), ceil(area.top) + EDGE
    right, bottom = floor(area.left + area.width) - beside, floor(area.top + area.height) - EDGE
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _is_blank(part: Image.Image, ways: Sequence[Sequence[Ink]]) -> bool:
    if all(highest - lowest <= SAME_COLOUR for lowest, highest in ImageStat.Stat(part).extrema):
        return True
    return any(inks and all(_is_lost(part, ink) for ink in inks) for inks in ways)


def _is_lost(part: Image.Image, ink: Ink) -> bool:
    """Return True when hardly any pixel has the colour of `ink`, or too many have it for letters to stand out."""
    red, green, blue = (round(each) for each in ink[:3])
    differences = ImageChops.difference(part, Image.new("RGB", part.size, (red, green, blue))).split()
    counts = reduce(ImageChops.lighter, differences).histogram()
    pixels, opacity = part.width * part.height, ink[3]
    if opacity > OPAQUE and sum(counts[: LIKE_INK + 1]) < MIN_INK_SHARE * pixels:
        return True
    return sum(counts[round(UNLIKE_INK / max(opacity, HALF)) :]) < MIN_GROUND_SHARE * pixels
