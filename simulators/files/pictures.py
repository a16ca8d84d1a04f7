"""Pictures of a project: size, colours and similarity."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from simulators.runtime.processes.limited_calls import LimitedCalls

MAX_BYTES = 32 << 20
READER = "simulators.files.picture_reader"


@dataclass(frozen=True)
class Picture:
    """Size of a readable picture in pixels; `plain` when all of its pixels have one colour."""

    width: int
    height: int
    plain: bool


def read_picture(content: bytes, name: str, calls: LimitedCalls, seconds: float) -> Picture:
    """Return properties of a picture. Raises `ExpectationFailed` when it is unreadable or too large."""
    found = calls.call(f"{READER}:facts", (content,), name, subject=name, seconds=seconds)
    return Picture(int(found["width"]), int(found["height"]), bool(found["plain"]))


def count_colors(
    content: bytes,
    name: str,
    calls: LimitedCalls,
    seconds: float,
    within: tuple[int, int, int, int] | None = None,
) -> dict[tuple[int, int, int], int]:
    """Return the number of pixels of each colour in the area `within`; red, green, blue from 0 to 255."""
    counted = calls.call(f"{READER}:colors", (content,), name, within, subject=name, seconds=seconds)
    return {(int(red), int(green), int(blue)): int(count) for count, (red, green, blue) in counted}


def similarity(content: bytes, other: bytes, name: str, other_name: str, calls: LimitedCalls, seconds: float) -> float:
    """Return the similarity of two pictures, 0 … 1; see `simulators.files.picture_reader.similarity`."""
    return float(calls.call(f"{READER}:likeness", (content, other), name, other_name, subject=name, seconds=seconds))


def preview(content: bytes, name: str, calls: LimitedCalls, seconds: float) -> bytes:
    """Return a picture as PNG of a bounded size, written by the process that reads files."""
    return base64.b64decode(calls.call(f"{READER}:preview", (content,), name, subject=name, seconds=seconds))
