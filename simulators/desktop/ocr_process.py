"""Words of pictures of lines, read by Tesseract's library in the process with limits that reads untrusted data.

The library (C interface of Tesseract 4 and 5, ``capi.h``) and its model are loaded once, before the calls; the program
``tesseract`` would load them for each, which takes longer than to read a few lines. See `LimitedCalls`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from contextlib import suppress

LIBRARIES = ("libtesseract.so.5", "libtesseract.so.4")
LANGUAGE = b"eng"
ONE_LINE, NEURAL = 7, 1
"""Page segmentation mode and engine: each page is one line of text; the network, which learns nothing from page to
page."""

DOTS_PER_INCH = 300

WORD = "5"
"""Level of a word in Tesseract's table."""

WordOfPage = tuple[int, str, int, int, int, int]
"""Page (from 0), text, left, top, width, height in pixels of the page."""


class Recognizer:
    """Tesseract with its model. Raises `OSError` where the library or the model is not installed."""

    def __init__(self) -> None:
        self._library = _library()
        for name in ("TessBaseAPICreate", "TessBaseAPIGetTsvText"):
            getattr(self._library, name).restype = ctypes.c_void_p
        self._api = ctypes.c_void_p(self._library.TessBaseAPICreate())
        if self._library.TessBaseAPIInit2(self._api, None, LANGUAGE, NEURAL):
            raise OSError(f"Tesseract has no model for {LANGUAGE.decode()!r}; install tesseract-ocr-eng")
        self._library.TessBaseAPISetPageSegMode(self._api, ONE_LINE)

    def table(self, pixels: bytes, width: int, height: int) -> str:
        """Return Tesseract's table of a picture of one byte per pixel."""
        self._library.TessBaseAPISetImage(self._api, pixels, width, height, 1, width)
        self._library.TessBaseAPISetSourceResolution(self._api, DOTS_PER_INCH)
        text = ctypes.c_void_p(self._library.TessBaseAPIGetTsvText(self._api, 0))
        try:
            return ctypes.string_at(text).decode("utf-8", "replace") if text else ""
        finally:
            self._library.TessDeleteText(text)


def words(recognizer: Recognizer, pixels: bytes, sizes: Sequence[tuple[int, int]]) -> list[WordOfPage]:
    """Return the words of pages of these sizes (width, height), whose pixels follow one another."""
    found: list[WordOfPage] = []
    begin = 0
    for page, (width, height) in enumerate(sizes):
        table = recognizer.table(pixels[begin : begin + width * height], width, height)
        rows = (line.split("\t") for line in table.splitlines())
        found += [_word(page, row) for row in rows if len(row) == 12 and row[0] == WORD and row[11].strip()]
        begin += width * height
    return found


def _library() -> ctypes.CDLL:
    for name in LIBRARIES:
        with suppress(OSError):
            return ctypes.CDLL(name)
    raise OSError(f"Tesseract's library is not installed ({' or '.join(LIBRARIES)}); install tesseract-ocr")


def _word(page: int, row: Sequence[str]) -> WordOfPage:
    left, top, width, height = map(int, row[6:10])
    return page, row[11].strip(), left, top, width, height
