"""Texts and their paragraphs."""

from dataclasses import dataclass
from pathlib import Path

from words import words_in


class CannotRead(Exception):
    """A file is not there or is no text; the message names it."""


@dataclass(frozen=True)
class Paragraph:
    """Lines without a blank one between them: on which line they begin, and the words in them."""

    line: int
    words: tuple[str, ...]


@dataclass(frozen=True)
class Text:
    """A text by its name without folders."""

    name: str
    lines: tuple[str, ...]

    def words(self) -> list[str]:
        """Return all words of the text."""
        return [found.word for line in self.lines for found in words_in(line)]

    def paragraphs(self) -> list[Paragraph]:
        """Return the paragraphs of the text."""
        paragraphs: list[Paragraph] = []
        begins, words = 0, []
        for number, line in enumerate((*self.lines, ""), start=1):
            if line.strip():
                begins = begins or number
                words += [found.word for found in words_in(line)]
            elif begins:
                paragraphs.append(Paragraph(begins, tuple(words)))
                begins, words = 0, []
        return paragraphs


def read_text(path: Path) -> Text:
    """Return a text. Raises `CannotRead`."""
    return Text(path.name, tuple(read(path).split("\n")) if read(path) else ())


def read_ignored(path: Path) -> frozenset[str]:
    """Return the words of a file. Raises `CannotRead`."""
    return frozenset(found.word for line in read(path).split("\n") for found in words_in(line))


def read(path: Path) -> str:
    """Return the content of a file, without a line end at its end. Raises `CannotRead`."""
    try:
        content = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise CannotRead(f"{path}: there is no such file") from None
    except UnicodeDecodeError:
        raise CannotRead(f"{path}: is not a text in UTF-8") from None
    except OSError as error:
        raise CannotRead(f"{path}: cannot be read: {error.strerror}") from error
    return content.removesuffix("\n")
