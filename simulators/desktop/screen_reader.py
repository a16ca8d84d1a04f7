"""Words on a screen, read by Tesseract: each piece of text once, whatever else the screen shows.

The letters of a piece are reduced to their contrast with its background, black on white, and enlarged, because
Tesseract expects letters of about 30 pixels. What a piece reads depends on its pixels only.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
import PIL.Image
from PIL.Image import Image

from simulators.desktop.display import Frame, Pixels, channels
from simulators.desktop.segments import Rectangle, pieces
from simulators.errors import ExpectationFailed
from simulators.failures import FailureKind
from simulators.runtime.processes.limited_calls import LimitedCalls

READER, RECOGNIZER = "simulators.desktop.ocr_process:words", "simulators.desktop.ocr_process:Recognizer"
AROUND, BLANK, MARGIN = 1, 2, 20
"""Pixels around a piece: of the screen, whose farther pixels belong to other things (a dotted frame); of background;
and white ones after enlargement."""

SCALES = (3, 4)
"""Enlargements: the first reading, and the second opinion."""

MAX_REMEMBERED = 20_000
MAX_SEGMENTED = 4
"""Frames whose pieces are remembered: each is read twice at most, soon after it was shown."""
MAX_PIECES = 800
AT_A_TIME = 60
"""Pieces of one call, which has a limit of processor time."""


@dataclass(frozen=True)
class Word:
    """A word with its place on the screen."""

    text: str
    box: Rectangle


@dataclass(frozen=True)
class Piece:
    """The words of one piece of text, from left to right."""

    box: Rectangle
    words: tuple[Word, ...]


Reading = tuple[tuple[str, Rectangle], ...]
"""Words of a piece, placed relative to it."""


class ScreenReader:
    """Reads frames. What was read is remembered by its pixels, so that only what has changed is read again."""

    def __init__(self) -> None:
        self._remembered: OrderedDict[tuple[int, bytes], Reading] = OrderedDict()
        self._segmented: OrderedDict[Frame, list[Rectangle]] = OrderedDict()

    def close(self) -> None:
        """Forget everything."""
        self._remembered.clear()
        self._segmented.clear()

    def read(self, frame: Frame, calls: LimitedCalls, seconds: float, scale: int = SCALES[0]) -> list[Piece]:
        """Return the pieces of text that a frame shows, from above to below."""
        boxes = self._pieces(frame)
        if len(boxes) > MAX_PIECES:
            message = f"the screen shows {len(boxes)} pieces of text; no more than {MAX_PIECES} are read"
            raise ExpectationFailed(message, FailureKind.RESOURCE_LIMIT)
        cuts = [_cut(frame.pixels, box) for box in boxes]
        keys = [(scale, bytes(str(cut.shape), "ascii") + cut.tobytes()) for cut in cuts]
        unknown = {key: cut for key, cut in zip(keys, cuts, strict=True) if key not in self._remembered}
        for begin in range(0, len(unknown), AT_A_TIME):
            part = dict(list(unknown.items())[begin : begin + AT_A_TIME])
            self._remembered.update(zip(part, _read(list(part.values()), scale, calls, seconds), strict=True))
        found = [_placed(box, self._remembered[key]) for key, box in zip(keys, boxes, strict=True)]
        self._forget(keys)
        return [piece for piece in found if piece.words]

    def _pieces(self, frame: Frame) -> list[Rectangle]:
        if frame not in self._segmented:
            self._segmented[frame] = pieces(frame.pixels)
        if len(self._segmented) > MAX_SEGMENTED:
            self._segmented.popitem(last=False)
        return self._segmented[frame]

    def _forget(self, used: list[tuple[int, bytes]]) -> None:
        for key in used:
            self._remembered.move_to_end(key)
        while len(self._remembered) > MAX_REMEMBERED:
            self._remembered.popitem(last=False)


def _cut(pixels: Pixels, box: Rectangle) -> Pixels:
    top, left = max(0, box.top - AROUND), max(0, box.left - AROUND)
    return pixels[top : box.bottom + AROUND, left : box.right + AROUND]


def _read(cuts: list[Pixels], scale: int, calls: LimitedCalls, seconds: float) -> list[Reading]:
    pages = [_page(cut, scale) for cut in cuts]
    pixels, sizes = b"".join(page.tobytes() for page in pages), [page.size for page in pages]
    found = calls.call(READER, (pixels,), sizes, resource=RECOGNIZER, subject="the screen", seconds=seconds)
    readings: list[list[tuple[str, Rectangle]]] = [[] for _ in cuts]
    for page, text, left, top, width, height in found:
        readings[page].append((text, _unscaled(left, top, width, height, scale)))
    return [tuple(reading) for reading in readings]


def _page(cut: Pixels, scale: int) -> Image:
    """Return a piece in black on white, enlarged, with a margin."""
    colors, counts = np.unique(cut, return_counts=True)
    background = channels(colors[None, counts.argmax(), None]).astype(np.int32)
    distance = np.pad(np.abs(channels(cut) - background).max(axis=2), BLANK)
    letters = PIL.Image.fromarray((255 - distance * 255 // max(1, int(distance.max()))).astype(np.uint8))
    large = letters.resize((letters.width * scale, letters.height * scale), PIL.Image.Resampling.LANCZOS)
    page = PIL.Image.new("L", (large.width + 2 * MARGIN, large.height + 2 * MARGIN), 255)
    page.paste(large, (MARGIN, MARGIN))
    return page


def _unscaled(left: int, top: int, width: int, height: int, scale: int) -> Rectangle:
    """Return a place on a page as one relative to its piece."""
    edges = (top, left, top + height, left + width)
    return Rectangle(*(round((edge - MARGIN) / scale) - AROUND - BLANK for edge in edges))


def _placed(piece: Rectangle, reading: Reading) -> Piece:
    return Piece(piece, tuple(Word(text, box.moved(piece.top, piece.left)) for text, box in reading))
