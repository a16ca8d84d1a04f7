"""Picture of a screen, read from the file that Xvfb writes (``-fbdir``, in the format of ``xwd``)."""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import PIL.Image
from numpy.typing import NDArray

from simulators.errors import InfrastructureError

Pixels = NDArray[np.uint8]
"""Rows × columns × (red, green, blue)."""

WORDS = 25
"""32-bit numbers of the header that are defined (XWDFile.h)."""

MOST_PIXELS = 8_000_000


@dataclass(frozen=True, eq=False)
class Frame:
    """What a screen showed at one moment. Frames of one `Film` that show the same are the same object."""

    pixels: Pixels

    def png(self) -> bytes:
        file = io.BytesIO()
        PIL.Image.fromarray(self.pixels).save(file, "PNG", compress_level=1)
        return file.getvalue()


class Film:
    """Frames of the screen in a file, one after the other."""

    def __init__(self, path: Path) -> None:
        self._path, self._content = path, b""
        self._last: Frame | None = None

    def frame(self) -> Frame:
        """Return what the screen shows now."""
        content = self._path.read_bytes()
        if self._last is None or content != self._content:
            self._content, self._last = content, _frame(content)
        return self._last


def _frame(content: bytes) -> Frame:
    """Return the picture in a file. Raises `InfrastructureError` when it is not one of 32 bits per pixel."""
    if len(content) < WORDS * 4:
        raise InfrastructureError("the display's file is incomplete")
    header = struct.unpack_from(f">{WORDS}I", content)
    size, width, height, bits, per_line, colors = (header[at] for at in (0, 4, 5, 11, 12, 19))
    begin = size + colors * 12
    if bits != 32 or width * height > MOST_PIXELS or per_line < width * 4 or len(content) < begin + per_line * height:
        raise InfrastructureError("the display's file is not a picture of 32 bits per pixel")
    lines = np.frombuffer(content, np.uint8, per_line * height, begin).reshape(height, per_line)
    return Frame(np.ascontiguousarray(lines[:, : width * 4].reshape(height, width, 4)[:, :, 2::-1]))
