"""Text → `Span`.

duration := [sign] ( clock | phrase )
sign     := "-" | "+" | "minus" | "plus"
clock    := hours ":" MM [ ":" SS [ "." 1 to 3 digits ] ]
phrase   := part ( [","] ["and"] part )* [ "and a half" ]
part     := quantity unit | "half" ("a" | "an") unit
quantity := ( decimal | fraction | words ) [ "and a half" ]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from durationwords.errors import DurationSyntaxError, UnitError
from durationwords.span import Span
from durationwords.units import Unit, find_unit

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NUMBER_WORDS: dict[str, int] = {
    **{word: value for value, word in enumerate(_ONES)},
    **{word: 20 + 10 * step for step, word in enumerate(_TENS)},
    **{
        f"{ten}-{one}": 20 + 10 * step + value
        for step, ten in enumerate(_TENS)
        for value, one in enumerate(_ONES[1:10], start=1)
    },
    "a": 1,
    "an": 1,
}

_TOKEN = re.compile(
    r"(?P<number>\d+/\d+|\d+(?:\.\d+)?|\.\d+)|(?P<word>[^\W\d_]+(?:-[^\W\d_]+)*\.?)|(?P<comma>,)|(?P<other>\S)",
    re.ASCII,
)
_CLOCK = re.compile(r"(\d+):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?", re.ASCII)
_SIGN = re.compile(r"\s*(?:(-|minus\b)|\+|plus\b)?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class _Token:
    text: str
    position: int
    kind: str


def parse(text: str) -> Span:
    """Return the duration that a text states.

    Accepts phrases (``2 hours, 30 minutes and 5 seconds``, ``1.5h``, ``1/2 day``, ``twenty-five min``,
    ``half an hour``, ``two and a half hours``, ``an hour and a half``) and clocks (``1:30``, ``0:00:05.250``), after an optional sign
    (``-``, ``+``, ``minus``, ``plus``). Units go from larger to smaller, each at most once. Letter case and the amount
    of white space do not matter. A result between two milliseconds is rounded to the nearest, halves to the even one.
    Raises `DurationSyntaxError` for everything else.
    """
    sign = _SIGN.match(text)
    assert sign is not None
    factor = -1 if sign.group(1) else 1
    clock = _CLOCK.fullmatch(text.rstrip(), sign.end())
    if clock:
        return Span(factor * _clock_milliseconds(clock))
    return Span(round(factor * _Phrase(text, sign.end()).value()))


def is_duration(text: str) -> bool:
    """Return True where `parse` accepts the text."""
    try:
        parse(text)
    except DurationSyntaxError:
        return False
    return True


def _clock_milliseconds(clock: re.Match[str]) -> int:
    hours, minutes, seconds, fraction = clock.groups()
    whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds or 0)
    return whole * 1000 + int((fraction or "").ljust(3, "0"))


class _Phrase:
    """Recursive-descent reader of one phrase."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.tokens = _tokens(text, start)
        self.index = 0

    def value(self) -> Fraction:
        """Return the milliseconds of the whole phrase."""
        if not self.tokens:
            raise DurationSyntaxError("no duration", self.text, len(self.text))
        total, unit = self._part(None)
        while self.index < len(self.tokens):
            self._skip(",")
            if self._skip("and") and self._next_is("a", "half") and self.index + 2 == len(self.tokens):
                return total + Fraction(unit.milliseconds, 2)
            amount, unit = self._part(unit)
            total += amount
        return total

    def _part(self, previous: Unit | None) -> tuple[Fraction, Unit]:
        if self._next_is("half", "a") or self._next_is("half", "an"):
            self.index += 2
            count = Fraction(1, 2)
        else:
            count = self._quantity()
        position = self._position()
        unit = self._unit()
        if previous is not None and unit.milliseconds >= previous.milliseconds:
            raise DurationSyntaxError("units must go from larger to smaller", self.text, position)
        return count * unit.milliseconds, unit

    def _quantity(self) -> Fraction:
        token = self._take("a number is missing")
        count = _number(token, self.text)
        if self._next_is("and", "a", "half"):
            self.index += 3
            count += Fraction(1, 2)
        return count

    def _unit(self) -> Unit:
        token = self._take("a unit is missing")
        try:
            return find_unit(token.text)
        except UnitError as error:
            raise DurationSyntaxError("unknown unit", self.text, token.position) from error

    def _take(self, message: str) -> _Token:
        if self.index == len(self.tokens):
            raise DurationSyntaxError(message, self.text, len(self.text))
        self.index += 1
        return self.tokens[self.index - 1]

    def _skip(self, word: str) -> bool:
        found = self._next_is(word)
        self.index += found
        return found

    def _next_is(self, *words: str) -> bool:
        following = self.tokens[self.index : self.index + len(words)]
        return tuple(token.text.lower() for token in following) == words

    def _position(self) -> int:
        return self.tokens[self.index].position if self.index < len(self.tokens) else len(self.text)


def _number(token: _Token, text: str) -> Fraction:
    if token.kind == "number":
        denominator = token.text.partition("/")[2]
        if denominator and not int(denominator):
            raise DurationSyntaxError("division by zero", text, token.position)
        return Fraction(token.text)
    if token.text.lower() in NUMBER_WORDS:
        return Fraction(NUMBER_WORDS[token.text.lower()])
    raise DurationSyntaxError("a number is missing", text, token.position)


def _tokens(text: str, start: int) -> list[_Token]:
    found = []
    for match in _TOKEN.finditer(text, start):
        kind = str(match.lastgroup)
        if kind == "other":
            raise DurationSyntaxError("unexpected character", text, match.start())
        found.append(_Token(match.group(), match.start(), kind))
    return found
