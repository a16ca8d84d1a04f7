"""Functions of texts."""

from __future__ import annotations

from collections.abc import Sequence

from gridengine.functions.arguments import Argument, area, is_area, single
from gridengine.values import NOT_FOUND, WRONG_VALUE, CellError, Failure, parse_number, to_number, to_text

LONGEST = 32_767
"""Characters that a text made by a formula may have; longer ones are #VALUE!."""


def text_of(argument: Argument) -> str:
    """Return a single value as text. Raises `Failure` with its error for an error."""
    value = single(argument)
    if isinstance(value, CellError):
        raise Failure(value)
    return to_text(value)


def length(arguments: Sequence[Argument]) -> float:
    """LEN: number of characters."""
    return float(len(text_of(arguments[0])))


def left(arguments: Sequence[Argument]) -> str:
    """LEFT: first characters, one if no number is given."""
    return text_of(arguments[0])[: _count(arguments, 1)]


def right(arguments: Sequence[Argument]) -> str:
    """RIGHT: last characters, one if no number is given."""
    text = text_of(arguments[0])
    return text[max(len(text) - _count(arguments, 1), 0) :]


def middle(arguments: Sequence[Argument]) -> str:
    """MID: so many characters from a position on, which is counted from 1 (#VALUE! below 1)."""
    start = int(to_number(single(arguments[1])))
    if start < 1:
        raise Failure(WRONG_VALUE)
    return text_of(arguments[0])[start - 1 : start - 1 + _count(arguments, 2)]


def upper(arguments: Sequence[Argument]) -> str:
    """UPPER: capital letters."""
    return text_of(arguments[0]).upper()


def lower(arguments: Sequence[Argument]) -> str:
    """LOWER: small letters."""
    return text_of(arguments[0]).lower()


def trim(arguments: Sequence[Argument]) -> str:
    """TRIM: no blanks at the ends, single ones in between."""
    return " ".join(word for word in text_of(arguments[0]).split(" ") if word)


def concatenate(arguments: Sequence[Argument]) -> str:
    """CONCAT: all values one behind the other, areas row by row without empty cells."""
    parts = [text for each in arguments for text in _texts(each)]
    return checked_text("".join(parts))


def find(arguments: Sequence[Argument]) -> float:
    """FIND: position of the first text in the second, from 1, with regard to case; #N/A where it is not found."""
    position = text_of(arguments[1]).find(text_of(arguments[0]))
    if position < 0:
        raise Failure(NOT_FOUND)
    return position + 1.0


def substitute(arguments: Sequence[Argument]) -> str:
    """SUBSTITUTE: the first text with every occurrence of the second replaced by the third; an empty second changes
    nothing."""
    text, old, new = (text_of(each) for each in arguments)
    return checked_text(text.replace(old, new)) if old else text


def repeat(arguments: Sequence[Argument]) -> str:
    """REPT: the text so many times; #VALUE! for a negative number or a result that is too long."""
    text, count = text_of(arguments[0]), _count(arguments, 1)
    if len(text) * count > LONGEST:
        raise Failure(WRONG_VALUE)
    return text * count


def value(arguments: Sequence[Argument]) -> float:
    """VALUE: number of a text, #VALUE! for texts that are none."""
    number = parse_number(text_of(arguments[0]))
    if number is None:
        raise Failure(WRONG_VALUE)
    return number


def checked_text(text: str) -> str:
    """Return a text as it is. Raises `Failure` with #VALUE! for one longer than `LONGEST`."""
    if len(text) > LONGEST:
        raise Failure(WRONG_VALUE)
    return text


def _count(arguments: Sequence[Argument], index: int) -> int:
    count = int(to_number(single(arguments[index]))) if len(arguments) > index else 1
    if count < 0:
        raise Failure(WRONG_VALUE)
    return count


def _texts(argument: Argument) -> list[str]:
    if not is_area(argument):
        return [text_of(argument)]
    return [text_of(each) for each in area(argument).filled()]
