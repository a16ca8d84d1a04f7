"""Texts about which the rules of rendering cannot decide, such as texts on pictures: the pixels show whether they can
be read there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simulators.browser.engines.interface import BrowserEngine
from simulators.evidence import Area

MAX_PICTURE_PIXELS, MAX_PICTURES = 8_000_000, 10
"""Pixels of one picture, and pictures for one query; texts outside of them count as the rules decide."""

Doubts = Sequence[Mapping[str, Any]]
"""Doubtful words as the library describes them: the area of each, what its letters are painted with where that is
known, and whether it is taken to show nothing."""


def blank_texts(doubts: Doubts, engine: BrowserEngine, timeout: float) -> list[int]:
    """Return the numbers of the texts that cannot be read where they are."""
    from simulators.browser.chromium.pictures import PaintedWord, blank_words  # needs Pillow

    blank: list[int] = []
    areas = [Area(**each["area"]) for each in doubts]
    for numbers, whole in _pictures(areas):
        png = engine.pixels(whole, timeout)
        words = [PaintedWord(_moved(areas[number], whole), doubts[number]["inks"]) for number in numbers]
        blank += [numbers[place] for place in blank_words(png, words)]
    return blank


def presumed_blank(doubts: Doubts) -> list[int]:
    """Return the numbers of the texts that the library takes to show nothing."""
    return [number for number, each in enumerate(doubts) if each["isBlank"]]


def _pictures(areas: Sequence[Area]) -> Iterator[tuple[list[int], Area]]:
    """Yield numbers of areas, and a rectangle around these that is not too large for one picture."""
    groups: list[tuple[list[int], Area]] = []
    for number, area in enumerate(areas):
        together = _around(groups[-1][1], area) if groups else area
        if groups and together.width * together.height <= MAX_PICTURE_PIXELS:
            groups[-1] = [*groups[-1][0], number], together
        elif area.width * area.height <= MAX_PICTURE_PIXELS:
            groups.append(([number], area))
    yield from groups[:MAX_PICTURES]


def _around(one: Area, other: Area) -> Area:
    left, top = min(one.left, other.left), min(one.top, other.top)
    right = max(one.left + one.width, other.left + other.width)
    bottom = max(one.top + one.height, other.top + other.height)
    return Area(left, top, right - left, bottom - top)


def _moved(area: Area, whole: Area) -> Area:
    return Area(area.left - whole.left, area.top - whole.top, area.width, area.height)
