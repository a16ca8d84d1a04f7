"""Pictures: whether they open, what colours they have, how alike two of them are."""

from __future__ import annotations

import io
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

from simulators.errors import Unmet

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_BYTES = 32 << 20
MOST_PIXELS = 40_000_000
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP")

SIDE, WINDOW, STRIDE = 128, 8, 4
PLACES = range(0, SIDE - WINDOW + 1, STRIDE)
NOISE = 8
"""How far a colour channel may be from the background's and still count as background (JPEG)."""

C1, C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2


@lru_cache(maxsize=2)
def read_picture(content: bytes, name: str) -> Image:
    """The first frame of a picture in RGB, what is transparent on white. Raises `Unmet` when it does not
    open or has more than 40 million pixels."""
    import PIL.Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with PIL.Image.open(io.BytesIO(content), formats=FORMATS) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    raise Unmet(f"{name} has {picture.width} × {picture.height} pixels; more than are looked at")
                return _on_white(picture)
    except (Unmet, MemoryError):
        raise
    except Exception as error:  # a broken picture makes its decoder raise whatever it stumbles over
        raise Unmet(f"{name} is no picture ({', '.join(FORMATS)}) that opens: {error}") from error


def is_of_one_color(picture: Image) -> bool:
    return all(low == high for low, high in picture.getextrema())  # type: ignore[misc]


def count_colors(picture: Image, within: tuple[int, int, int, int] | None = None) -> dict[tuple[int, int, int], int]:
    """Return the number of pixels of each colour (red, green, blue from 0 to 255), in the whole picture or in its
    area `within` (left, top, right, bottom)."""
    if within is not None:
        left, top, right, bottom = within
        area = max(left, 0), max(top, 0), min(right, picture.width), min(bottom, picture.height)
        if area[0] >= area[2] or area[1] >= area[3]:
            return {}
        picture = picture.crop(area)
    counted = picture.getcolors(picture.width * picture.height) or []
    return {color: count for count, color in counted}  # type: ignore[misc]


def similarity(one: Image, other: Image) -> float:
    """How alike two pictures are, 0 … 1; 1 for the same.

    The mean structural similarity (SSIM) of Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from
    error visibility to structural similarity", IEEE Transactions on Image Processing 13(4), 2004, equation 13
    with K1 = 0.01, K2 = 0.03, L = 255:

        SSIM(x, y) = (2 μx μy + C1)(2 σxy + C2) / ((μx² + μy² + C1)(σx² + σy² + C2))

    Both pictures are scaled to 128 × 128 (so that size and fine detail do not matter), the windows are 8 × 8
    pixels, 4 apart, unweighted, and the mean is taken over the windows of the three colour channels. Windows
    in which both show nothing but the background, which is the commonest colour of `other`, are left out: two
    charts are not alike for the paper they are drawn on. A mean below zero counts as zero.
    """
    import PIL.Image

    x, y = (picture.resize((SIDE, SIDE), PIL.Image.Resampling.BOX) for picture in (one, other))
    drawn = _summed(_is_drawn(x, y))
    places = [(top, left) for top in PLACES for left in PLACES if _inside(drawn, top, left)]
    if not places:
        return 1.0
    bands = zip(x.split(), y.split(), strict=True)
    return max(0.0, sum(_mean_similarity(a.tobytes(), b.tobytes(), places) for a, b in bands) / 3)


def _is_drawn(x: Image, y: Image) -> list[int]:
    """For each pixel, 1 where either picture differs from the background."""
    counted = y.getcolors(SIDE * SIDE) or []
    background: tuple[int, int, int] = max(counted, key=lambda entry: entry[0])[1]  # type: ignore[assignment]
    pixels = [memoryview(picture.tobytes()) for picture in (x, y)]
    return [
        int(any(abs(values[at + band] - background[band]) > NOISE for values in pixels for band in range(3)))
        for at in range(0, SIDE * SIDE * 3, 3)
    ]


def _mean_similarity(xs: bytes, ys: bytes, places: list[tuple[int, int]]) -> float:
    """The mean SSIM of two bands; sums over windows are differences of sums over rectangles."""
    products = (_product(xs, xs), _product(ys, ys), _product(xs, ys))
    sums = [_summed(values) for values in (xs, ys, *products)]
    return sum(_window(*(_inside(table, top, left) for table in sums)) for top, left in places) / len(places)


def _window(x: int, y: int, xx: int, yy: int, xy: int) -> float:
    """SSIM of one window from the sums of x, y, x², y², xy."""
    count = WINDOW * WINDOW
    mean_x, mean_y = x / count, y / count
    unbiased = count / (count - 1)
    variances = (xx / count - mean_x**2 + yy / count - mean_y**2) * unbiased
    covariance = (xy / count - mean_x * mean_y) * unbiased
    alike = (2 * mean_x * mean_y + C1) * (2 * covariance + C2)
    return alike / ((mean_x**2 + mean_y**2 + C1) * (variances + C2))


def _product(one: bytes, other: bytes) -> list[int]:
    return [a * b for a, b in zip(one, other, strict=True)]


def _summed(values: bytes | list[int]) -> list[list[int]]:
    """Sums of all values above and left of each place (a summed-area table), one row and column larger."""
    table = [[0] * (SIDE + 1)]
    for row in range(SIDE):
        running, line = 0, [0]
        for above, value in zip(table[-1][1:], values[row * SIDE : (row + 1) * SIDE], strict=True):
            running += value
            line.append(above + running)
        table.append(line)
    return table


def _inside(table: list[list[int]], top: int, left: int) -> int:
    """The sum of the window whose corner is at `top`, `left`."""
    bottom, right = top + WINDOW, left + WINDOW
    return table[bottom][right] - table[top][right] - table[bottom][left] + table[top][left]


def _on_white(picture: Image) -> Image:
    import PIL.Image

    if not picture.has_transparency_data:
        return picture.convert("RGB")
    seen = picture.convert("RGBA")
    white = PIL.Image.new("RGBA", seen.size, "white")
    return PIL.Image.alpha_composite(white, seen).convert("RGB")
