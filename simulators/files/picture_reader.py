"""Properties of pictures; imported by the process that reads a project's files (see `LimitedCalls`)."""

from __future__ import annotations

import base64
import io
import warnings
from typing import Any

import numpy as np
import PIL.Image
from numpy.typing import NDArray
from PIL.Image import Image

from simulators.errors import ExpectationFailed

MAX_PIXELS = 40_000_000
MAX_COLORS = 65_536
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP")

SIDE, WINDOW, STRIDE = 128, 8, 4
PREVIEW = 640
"""Pixels of the longer side of a preview."""

NOISE = 8
"""Maximum difference of a colour channel from the background's that still counts as background (JPEG)."""

C1, C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2

Numbers = NDArray[np.int64]


def facts(content: bytes, name: str) -> dict[str, Any]:
    """Return width and height, and `plain`: all pixels have one colour."""
    picture = opened(content, name)
    plain = all(low == high for low, high in picture.getextrema())  # type: ignore[misc]
    return {"width": picture.width, "height": picture.height, "plain": plain}


def colors(content: bytes, name: str, within: tuple[int, int, int, int] | None = None) -> list[tuple[int, Any]]:
    """Return the number of pixels of each colour: count, (red, green, blue).

    `within` is an area: left, top, right and bottom (the last two excluded), clipped to the picture. Raises
    `ExpectationFailed` for more than `MAX_COLORS` colours.
    """
    picture = opened(content, name)
    if within is not None:
        left, top, right, bottom = within
        area = max(left, 0), max(top, 0), min(right, picture.width), min(bottom, picture.height)
        if area[0] >= area[2] or area[1] >= area[3]:
            return []
        picture = picture.crop(area)
    counted = picture.getcolors(MAX_COLORS)
    if counted is None:
        raise ExpectationFailed(f"{name} has more than {MAX_COLORS} colours; no more are counted")
    return [(count, color) for count, color in counted]


def preview(content: bytes, name: str) -> str:
    """Return a picture as PNG in base64, at most `PREVIEW` pixels wide and high."""
    picture = opened(content, name)
    picture.thumbnail((PREVIEW, PREVIEW))
    file = io.BytesIO()
    picture.save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode("ascii")


def likeness(content: bytes, other: bytes, name: str, other_name: str) -> float:
    """Return the similarity of two pictures; see `similarity`."""
    return similarity(opened(content, name), opened(other, other_name))


def opened(content: bytes, name: str) -> Image:
    """Return the first frame of a picture in RGB, with transparent parts on white.

    Raises `ExpectationFailed` when it does not open or has more than `MAX_PIXELS` pixels.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with PIL.Image.open(io.BytesIO(content), formats=FORMATS) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    raise ExpectationFailed(f"{name} has {picture.width} × {picture.height} pixels; more than are read")
                return _on_white(picture)
    except (ExpectationFailed, MemoryError):
        raise
    except Exception as error:  # a broken picture makes its decoder raise any exception
        raise ExpectationFailed(f"{name} is not a picture ({', '.join(FORMATS)}) that opens: {error}") from error


def similarity(one: Image, other: Image) -> float:
    """Return the similarity of two pictures, 0 … 1; 1 for equal ones.

    The mean structural similarity (SSIM) of Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from
    error visibility to structural similarity", IEEE Transactions on Image Processing 13(4), 2004, equation 13
    with K1 = 0.01, K2 = 0.03, L = 255:

        SSIM(x, y) = (2 μx μy + C1)(2 σxy + C2) / ((μx² + μy² + C1)(σx² + σy² + C2))

    Both pictures are scaled to 128 × 128 (so that size and fine detail do not matter), the windows are 8 × 8
    pixels, 4 apart, unweighted, and the mean is taken over the windows of the three colour channels. Windows
    in which both show only the background, which is the commonest colour of `other`, are omitted: two
    charts are not similar because of their background. A mean below zero counts as zero.
    """
    x, y = (_scaled(picture) for picture in (one, other))
    drawn = _window_sums(_is_drawn(x, y)) > 0
    if not drawn.any():
        return 1.0
    bands = [_band_similarity(x[:, :, band], y[:, :, band])[drawn].mean() for band in range(3)]
    return max(0.0, float(sum(bands)) / 3)


def _scaled(picture: Image) -> Numbers:
    """Return the pixels of a picture as rows × columns × bands."""
    return np.asarray(picture.resize((SIDE, SIDE), PIL.Image.Resampling.BOX), dtype=np.int64)


def _is_drawn(x: Numbers, y: Numbers) -> Numbers:
    """Return 1 for each pixel where either picture differs from the background."""
    found, counts = np.unique(y.reshape(-1, 3), axis=0, return_counts=True)
    background = found[counts.argmax()]
    differs: Numbers = ((abs(x - background) > NOISE) | (abs(y - background) > NOISE)).any(axis=2).astype(np.int64)
    return differs


def _band_similarity(x: Numbers, y: Numbers) -> NDArray[np.float64]:
    """Return SSIM for every window of two bands, from exact sums of x, y, x², y², xy."""
    count = WINDOW * WINDOW
    mean_x, mean_y, mean_xx, mean_yy, mean_xy = (_window_sums(band) / count for band in (x, y, x * x, y * y, x * y))
    unbiased = count / (count - 1)
    variances = (mean_xx - mean_x**2 + mean_yy - mean_y**2) * unbiased
    covariance = (mean_xy - mean_x * mean_y) * unbiased
    alike = (2 * mean_x * mean_y + C1) * (2 * covariance + C2)
    result: NDArray[np.float64] = alike / ((mean_x**2 + mean_y**2 + C1) * (variances + C2))
    return result


def _window_sums(band: Numbers) -> Numbers:
    """Return the sum over each window."""
    windows = np.lib.stride_tricks.sliding_window_view(band, (WINDOW, WINDOW))[::STRIDE, ::STRIDE]
    sums: Numbers = windows.sum(axis=(2, 3))
    return sums


def _on_white(picture: Image) -> Image:
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    seen = picture.convert("RGBA")
    white = PIL.Image.new("RGBA", seen.size, "white")
    return PIL.Image.alpha_composite(white, seen).convert("RGB")
