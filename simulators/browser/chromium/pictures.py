"""Tests of pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence
from math import ceil, floor

from PIL import Image, ImageStat

from simulators.evidence import Area

SAME_COLOUR = 12
"""Largest difference of red, green or blue that hardly shows, as in ``colours.js``."""

EDGE = 1
"""Pixels around an area that may belong to its neighbours."""


def is_one_colour(png: bytes) -> bool:
    """Return True when every pixel of the PNG has the same colour."""
    with Image.open(io.BytesIO(png)) as picture:
        return picture.convert("RGB").getcolors(maxcolors=1) is not None


def blank_areas(png: bytes, areas: Sequence[Area]) -> list[int]:
    """Return the numbers of the areas of a picture in which nothing differs visibly from anything else."""
    with Image.open(io.BytesIO(png)) as picture:
        colours = picture.convert("RGB")
        return [number for number, area in enumerate(areas) if _is_blank(colours.crop(_inner(area)))]


def _inner(area: Area) -> tuple[int, int, int, int]:
    left, top = ceil(area.left) + EDGE, ceil(area.top) + EDGE
    right, bottom = floor(area.left + area.width) - EDGE, floor(area.top + area.height) - EDGE
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _is_blank(part: Image.Image) -> bool:
    return all(highest - lowest <= SAME_COLOUR for lowest, highest in ImageStat.Stat(part).extrema)
