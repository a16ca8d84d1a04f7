"""Pictures of a screen, read from the file that Xvfb writes (``-fbdir``, in the format of ``xwd``)."""

from __future__ import annotations

import io
import struct
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import PIL.Image
from numpy.typing import NDArray

from simulators.errors import InfrastructureError

Pixels = NDArray[np.uint32]
"""Rows × columns; a pixel is ``0x00RRGGBB``."""

COLOR = 0xFFFFFF
"""The bits of a pixel that are its colour; a server may set the others."""

REMEMBERED = 4
"""Frames that are recognized when the screen shows them again: a cursor blinks."""

WORDS = 25
"""32-bit numbers of the header that are defined (XWDFile.h)."""

MAX_PIXELS = 8_000_000


@dataclass(frozen=True, eq=False)
class Frame:
    """What a screen showed at one moment. Frames of one `Film` that show the same, one soon after the other, are the
    same object."""

    pixels: Pixels

    def png(self) -> bytes:
        file = io.BytesIO()
        PIL.Image.fromarray(channels(self.pixels)[:, :, 2::-1]).save(file, "PNG", compress_level=1)
        return file.getvalue()


class Film:
    """Frames of the screen in a file; `has_changed` says whether anything was drawn since it was called last.

    `since` is when the last frame was complete, on the monotonic clock: nothing was drawn from then to the last call of
    `frame`.
    """

    def __init__(self, path: Path, has_changed: Callable[[], bool]) -> None:
        self._path, self._has_changed = path, has_changed
        self._frames: deque[Frame] = deque(maxlen=REMEMBERED)
        self.since = 0.0

    def frame(self) -> Frame:
        """Return what the screen shows now. The file is read only after something was drawn."""
        if self._has_changed() or not self._frames:
            pixels = _pixels(self._path.read_bytes())
            self.since = time.monotonic()
            self._remember(pixels)
        return self._frames[-1]

    def still(self) -> Frame:
        """Return what the screen shows now, without a question to the server, which may have ended."""
        return Frame(_pixels(self._path.read_bytes()))

    def _remember(self, pixels: Pixels) -> None:
        """Make the frame with these pixels the last one."""
        known = next((frame for frame in reversed(self._frames) if np.array_equal(frame.pixels, pixels)), None)
        if known is not None:
            self._frames.remove(known)
        self._frames.append(known or Frame(pixels))


def channels(pixels: Pixels) -> NDArray[np.uint8]:
    """Return rows × columns × (blue, green, red, nothing)."""
    return np.ascontiguousarray(pixels).view(np.uint8).reshape(*pixels.shape, 4)


def _pixels(content: bytes) -> Pixels:
    """Return the picture in a file. Raises `InfrastructureError` when it is not one of 32 bits per pixel."""
    if len(content) < WORDS * 4:
        raise InfrastructureError("the display's file is incomplete")
    header = struct.unpack_from(f">{WORDS}I", content)
    size, width, height, bits, per_line, colors = (header[at] for at in (0, 4, 5, 11, 12, 19))
    begin = size + colors * 12
    if bits != 32 or width * height > MAX_PIXELS or per_line < width * 4 or len(content) < begin + per_line * height:
        raise InfrastructureError("the display's file is not a picture of 32 bits per pixel")
    lines = np.frombuffer(content, np.uint8, per_line * height, begin).reshape(height, per_line)
    return np.ascontiguousarray(lines[:, : width * 4]).view("<u4") & np.uint32(COLOR)
