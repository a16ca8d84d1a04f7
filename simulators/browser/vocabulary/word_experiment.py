"""Which words in doubt can be read: an experiment with pictures.

The words are switched off and on again (``scripts/doubts.js``) while pictures of their place are taken. A word whose
disappearance changes nothing, or less than its letters would, is not readable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simulators.browser.engines.interface import BrowserEngine
from simulators.evidence import Area

if TYPE_CHECKING:
    from simulators.browser.chromium.pictures import Change, PictureComparison

MAX_VIEWS = 10
"""Scroll positions for one query; words outside of them are not readable."""

MOVING_REPEATS = 3
"""Repetitions on a page with parts that move by themselves, such as animated images."""

SCROLL_BAR_PX = 20
"""Largest width of a scroll bar, which is part of a frame but not of its view."""

CELL_PX = 50
"""Size of the squares by which words that lie over one another are found."""

MIN_WIDTH_SHARE, MIN_HEIGHT_SHARE, MIN_LETTER_PX = 0.4, 0.25, 9
"""Extent of the letters that must disappear, as shares of the word's place, or pixels."""

MAX_INK_SHARE = 0.9
"""Largest share of a word's place that its letters cover."""

MIN_BUSY_GROUND_SHARE = 0.75
"""Share of the letters' pixels that must differ from a ground of several colours."""

MIN_OVERPRINT_SHARE = 0.5
"""Strength of another word in the same place, as a share of the word's own, from which on the word is not readable."""

LOW_WORD = re.compile(r"[^\w]+|[\u4e00-\u9fff]+")
"""Words that may be flat, such as a dash."""


@dataclass(frozen=True)
class DoubtfulWord:
    """Word, or content of a box, in doubt; `area` is its place in the viewport of its frame."""

    number: int
    text: str
    is_box: bool
    is_selected: bool
    is_scrolled_away: bool
    area: Area

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> DoubtfulWord:
        flags = bool(answer["isBox"]), bool(answer["isSelected"]), bool(answer["isScrolledAway"])
        return cls(int(answer["number"]), str(answer["word"]), *flags, Area(**answer["area"]))


@dataclass(frozen=True)
class Disappearance:
    """What changed in the `place` of a word, in pictures of the area `whole`, while it was switched off."""

    word: DoubtfulWord
    place: Area
    whole: Area
    comparison: PictureComparison

    def is_of_letters(self) -> bool:
        """Return True when enough changed for the letters of the word, and not all of their place."""
        change = self.change(self.place)
        if self.word.is_box:
            return change.width > 1 and change.height > 1
        is_high = change.height >= min(MIN_HEIGHT_SHARE * self.place.height, MIN_LETTER_PX)
        is_wide = change.width >= min(MIN_WIDTH_SHARE * self.word.area.width, MIN_LETTER_PX)
        is_flat = LOW_WORD.fullmatch(self.word.text) is not None
        return (is_high or is_flat) and is_wide and change.pixels <= MAX_INK_SHARE * change.area

    def is_as_large_as(self, letters: PictureComparison) -> bool:
        """Return True when most of the letters changed, and were not lost in a ground of their colours."""
        shape = letters.change(_moved(self.place, self.whole))
        return self.change(self.place).pixels >= MIN_BUSY_GROUND_SHARE * shape.pixels

    def overprints(self, other: Disappearance) -> bool:
        """Return True when this word is painted about as strongly as `other` where both are."""
        if self.word.text == other.word.text or not _has_middle_of(self.place, other.place):
            return False
        shared = _overlap(self.place, other.place)
        return self.change(shared).ink >= MIN_OVERPRINT_SHARE * other.change(shared).ink

    def change(self, area: Area) -> Change:
        return self.comparison.change(_moved(area, self.whole))


class WordExperiment:
    """Experiment on the words that the last answer of the library left open."""

    def __init__(self, engine: BrowserEngine, timeout: Callable[[], float]) -> None:
        self._engine = engine
        self._timeout = timeout
        self._repeats = 1

    def run(self) -> bool:
        """Tell the library which words are readable; return True when all are."""
        words = self._places()
        try:
            readable = self._look_everywhere(words)
        finally:
            self._ask("restore")
        self._ask("setVerdicts", sorted(readable))
        return len(readable) == len(words)

    def _look_everywhere(self, words: Sequence[DoubtfulWord]) -> set[int]:
        """Return the numbers of the readable words, wherever they must be scrolled to."""
        readable: set[int] = set()
        left, revealed = words, -1
        for _ in range(MAX_VIEWS):
            view, is_all_in_window = self._view()
            hidden = {word.number for word in left if not _is_in(word.area, view)}
            away = {word.number for word in left if word.is_scrolled_away} | (set() if is_all_in_window else hidden)
            ready = [word for word in left if word.number not in hidden and word.number not in away - {revealed}]
            readable |= self._look(ready, view)
            rest = away - {word.number for word in ready} - {revealed}
            if not rest:
                break
            revealed = min(rest)
            self._ask("reveal", revealed)
            left = [word for word in self._places() if word.number in rest]
        return readable

    def _look(self, words: Sequence[DoubtfulWord], view: Area) -> set[int]:
        """Return the numbers of the readable ones of these words, which are all in view."""
        found = [each for group in _groups(words) for each in self._disappearing(group, view)]
        return {each.word.number for each in found if not any(other.overprints(each) for other in found)}

    def _disappearing(self, words: Sequence[DoubtfulWord], view: Area) -> list[Disappearance]:
        """Return what those of these words change that can be read if no other lies over them."""
        from simulators.browser.chromium.pictures import PictureComparison, is_busy  # needs Pillow

        whole = _around([_overlap(word.area, view) for word in words])
        places = {word.number: _overlap(word.area, view) for word in words}
        found: list[Disappearance] = []
        left = list(words)
        before = self._picture(whole)
        for _ in range(self._repeats):
            during = self._picture_without(words, whole)
            if during == before:
                return []
            after = self._picture(whole)
            comparison = PictureComparison(before, during, after)
            found = [Disappearance(word, places[word.number], whole, comparison) for word in left]
            found = [each for each in found if each.is_of_letters()]
            left = [each.word for each in found]
            before = after
        busy = [each for each in found if is_busy(during, _moved(each.place, whole))]
        if not busy:
            return found
        black, white = (self._picture_without(words, whole, colour) for colour in ("black", "white"))
        letters = PictureComparison(black, white, black)
        return [each for each in found if each not in busy or each.is_as_large_as(letters)]

    def _picture(self, area: Area) -> bytes:
        return self._engine.pixels(area, self._timeout())

    def _picture_without(self, words: Sequence[DoubtfulWord], area: Area, colour: str = "transparent") -> bytes:
        """Return a picture in which the words are not painted, or in one colour."""
        selection = any(word.is_selected for word in words)
        try:
            self._ask(
                "switchOff", {"numbers": [word.number for word in words], "colour": colour, "selection": selection}
            )
            return self._picture(area)
        finally:
            self._ask("switchOn")

    def _places(self) -> list[DoubtfulWord]:
        answer = self._ask("places")
        self._repeats = MOVING_REPEATS if answer["mayMove"] else 1
        return [DoubtfulWord.read(place) for place in answer["words"]]

    def _view(self) -> tuple[Area, bool]:
        """Return the part of the frame that can be seen in the window, and whether that is all of it."""
        frame = Area(0, 0, *self._ask("viewport"))
        view = _overlap(self._engine.visible_area(self._timeout()), frame)
        return view, view.width > frame.width - SCROLL_BAR_PX and view.height > frame.height - SCROLL_BAR_PX

    def _ask(self, function: str, argument: object = None) -> Any:
        return self._engine.ask(function, argument, self._timeout())


def _groups(words: Sequence[DoubtfulWord]) -> list[list[DoubtfulWord]]:
    """Return groups of words that do not lie over one another; selected words have groups of their own."""
    groups: list[list[DoubtfulWord]] = []
    cells: list[dict[tuple[int, int], list[DoubtfulWord]]] = []
    for word in words:
        squares = _squares(word.area)
        for group, taken in zip(groups, cells, strict=True):
            others = {other.number: other for square in squares for other in taken.get(square, ())}.values()
            if group[0].is_selected == word.is_selected and not any(_meets(word.area, other.area) for other in others):
                break
        else:
            group, taken = [], {}
            groups.append(group)
            cells.append(taken)
        group.append(word)
        for square in squares:
            taken.setdefault(square, []).append(word)
    return groups


def _squares(area: Area) -> list[tuple[int, int]]:
    across = range(int(area.left // CELL_PX), int((area.left + area.width) // CELL_PX) + 1)
    down = range(int(area.top // CELL_PX), int((area.top + area.height) // CELL_PX) + 1)
    return [(x, y) for x in across for y in down]


def _meets(one: Area, other: Area) -> bool:
    """Return True when the middle parts of two places share more than an edge."""
    shared = _overlap(_middle(one), _middle(other))
    return shared.width > 1 and shared.height > 0


def _middle(area: Area) -> Area:
    return Area(area.left, area.top + area.height / 4, area.width, area.height / 2)


def _has_middle_of(area: Area, other: Area) -> bool:
    x, y = other.left + other.width / 2, other.top + other.height / 2
    return area.left < x < area.left + area.width and area.top < y < area.top + area.height


def _is_in(area: Area, view: Area) -> bool:
    shared = _overlap(area, view)
    return shared.width > 0 and shared.height > 0


def _around(areas: Sequence[Area]) -> Area:
    left, top = min(area.left for area in areas), min(area.top for area in areas)
    right = max(area.left + area.width for area in areas)
    bottom = max(area.top + area.height for area in areas)
    return Area(left, top, right - left, bottom - top)


def _overlap(one: Area, other: Area) -> Area:
    """Return the area that both share, of no size when there is none."""
    left, top = max(one.left, other.left), max(one.top, other.top)
    right = min(one.left + one.width, other.left + other.width)
    bottom = min(one.top + one.height, other.top + other.height)
    return Area(left, top, max(0.0, right - left), max(0.0, bottom - top))


def _moved(area: Area, whole: Area) -> Area:
    return Area(area.left - whole.left, area.top - whole.top, area.width, area.height)
