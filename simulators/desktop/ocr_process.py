"""Execution of Tesseract, in the process with limits that reads untrusted data (see `LimitedCalls`)."""

from __future__ import annotations

import subprocess

OPTIONS = ("stdin", "stdout", "--psm", "7", "--oem", "1", "--dpi", "300", "-l", "eng", "tsv")
"""Each page is one line of text; the neural network, which learns nothing from page to page."""

VARIABLES = {"OMP_THREAD_LIMIT": "1", "LC_ALL": "C.UTF-8"}
"""One thread: repeatable, and faster for small pictures."""

WORD = "5"
"""Level of a word in Tesseract's table."""


def words(pages: bytes, program: str) -> list[tuple[int, str, int, int, int, int]]:
    """Return the words of a TIFF file: page (from 0), text, left, top, width, height in pixels of the page."""
    done = subprocess.run((program, *OPTIONS), input=pages, capture_output=True, check=False, env=VARIABLES)
    if done.returncode:
        raise RuntimeError(f"Tesseract ended with {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}")
    rows = (line.split("\t") for line in done.stdout.decode("utf-8", "replace").splitlines())
    return [_word(row) for row in rows if len(row) == 12 and row[0] == WORD and row[11].strip()]


def _word(row: list[str]) -> tuple[int, str, int, int, int, int]:
    left, top, width, height = map(int, row[6:10])
    return int(row[1]) - 1, row[11].strip(), left, top, width, height
