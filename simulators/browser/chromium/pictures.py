"""Tests of pictures."""

from __future__ import annotations

import io

from PIL import Image


def is_one_colour(png: bytes) -> bool:
    """Return True when every pixel of the PNG has the same colour."""
    with Image.open(io.BytesIO(png)) as picture:
        return picture.convert("RGB").getcolors(maxcolors=1) is not None
