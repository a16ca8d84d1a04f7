"""Splitting an input into numbers, names and signs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from inputs import COMMENT, Input
from problems import Place, Problem


class Kind(Enum):
    """Kind of a token."""

    NUMBER = auto()
    NAME = auto()
    WORD = auto()
    SIGN = auto()
    END = auto()


WORDS = ("let", "def")
TOKEN = re.compile(
    r"(?P<NUMBER>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
    r"|(?P<NAME>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<SIGN><=|>=|==|!=|[-+*/^%(),=<>])"
)


@dataclass(frozen=True)
class Token:
    """A number, name or sign as it was typed, and where; the end of the input is a token, too."""

    kind: Kind
    text: str
    place: Place


def tokens_of(typed: Input) -> list[Token]:
    """Return the tokens of an input. Raises `Problem` at a character that belongs to none."""
    tokens = [token for number, line in enumerate(typed.lines, start=typed.first) for token in _tokens(line, number)]
    return [*tokens, Token(Kind.END, "", _end_of(typed))]


def _tokens(line: str, number: int) -> Iterator[Token]:
    column = 0
    while column < len(line) and line[column] != COMMENT:
        place = Place(number, column + 1)
        if line[column].isspace():
            column += 1
            continue
        found = TOKEN.match(line, column)
        if found is None:
            raise Problem(f"unexpected character '{line[column]}'", place)
        kind = Kind.WORD if found.group() in WORDS else Kind[str(found.lastgroup)]
        yield Token(kind, found.group(), place)
        column = found.end()


def _end_of(typed: Input) -> Place:
    """Return the place behind the last character that counts."""
    for number in reversed(range(len(typed.lines))):
        code = typed.lines[number].partition(COMMENT)[0].rstrip()
        if code:
            return Place(typed.first + number, len(code) + 1)
    return Place(typed.first, 1)
