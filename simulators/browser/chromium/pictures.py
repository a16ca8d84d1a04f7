"""PictureComparison of pictures of a page."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import reduce
from math import ceil, floor

from PIL import Image, ImageChops, ImageStat

from simulators.evidence import Area

VISIBLE_DIFFERENCE = 12
"""Difference of red, green or blue that a person notices."""

BUSY_DIFFERENCE = 40
"""Difference within the ground of a word from which on letters may get lost in it."""


def is_one_colour(png: bytes) -> bool:
    """Return True when every pixel of the PNG has the same colour."""
    return _read(png).getcolors(maxcolors=1) is not None


@dataclass(frozen=True)
class Change:
    """Change in one place: width, height and number of the changed pixels, their mean difference, and the area."""

    width: int = 0
    height: int = 0
    pixels: int = 0
    strength: float = 0.0
    area: int = 1

    @property
    def ink(self) -> float:
        return self.pixels * self.strength


class PictureComparison:
    """Pixels that differ in the second of three pictures from both others, which are the same there."""

    def __init__(self, before: bytes, during: bytes, after: bytes) -> None:
        first, second, third = _read(before), _read(during), _read(after)
        self._difference = _difference(first, second)
        moved = ImageChops.invert(_visible(_difference(first, third)))
        changed = ImageChops.darker(_visible(self._difference), _visible(_difference(third, second)))
        self._mask = ImageChops.darker(changed, moved)

    def change(self, area: Area) -> Change:
        """Return what changed in an area of the pictures."""
        box = _inner(area)
        mask = self._mask.crop(box)
        found = mask.getbbox()
        if found is None:
            return Change()
        left, top, right, bottom = found
        strength = ImageStat.Stat(self._difference.crop(box), mask).mean[0]
        return Change(right - left, bottom - top, mask.histogram()[255], strength, mask.width * mask.height)


def is_busy(png: bytes, area: Area) -> bool:
    """Return True when a part of the picture has colours that differ much from one another."""
    extrema = ImageStat.Stat(_read(png).crop(_inner(area))).extrema
    return any(highest - lowest > BUSY_DIFFERENCE for lowest, highest in extrema)


def _read(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as picture:
        return picture.convert("RGB")


def _difference(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return the largest difference of red, green and blue of each pixel."""
    return reduce(ImageChops.lighter, ImageChops.difference(one, other).split())


def _visible(difference: Image.Image) -> Image.Image:
    return difference.point([255 if value > VISIBLE_DIFFERENCE else 0 for value in range(256)])


def _inner(area: Area) -> tuple[int, int, int, int]:
    left, top = max(0, floor(area.left)), max(0, floor(area.top))
    right, bottom = ceil(area.left + area.width), ceil(area.top + area.height)
    return left, top, max(right, left + 1), max(bottom, top + 1)
