"""What a word is: letters, with apostrophes and hyphens only between them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


@dataclass(frozen=True)
class Found:
    """A word in a line: as it is counted, and from where to where it stands."""

    word: str
    start: int
    end: int


def words_in(line: str) -> Iterator[Found]:
    """Yield the words of a line."""
    for found in WORD.finditer(line):
        yield Found(counted(found[0]), found.start(), found.end())


def as_word(text: str) -> str | None:
    """Return a text as it is counted if it is one word, else None."""
    return counted(text) if WORD.fullmatch(text) else None


def letters_of(word: str) -> int:
    """Return the number of letters of a word, without apostrophes and hyphens."""
    return sum(character.isalpha() for character in word)


def counted(word: str) -> str:
    """Return a word as it is counted: in small letters, with straight apostrophes."""
    return word.replace("’", "'").lower()
