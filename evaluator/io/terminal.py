"""Text for people and text from outside: characters, plurals, and escapes for a terminal."""

from __future__ import annotations

import sys
import unicodedata
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console


def whole_characters(text: str) -> str:
    """Return `text` with a question mark for each lone surrogate: JSON can hold one, UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which has a plural in s: ``1 mission``, ``2 missions``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


HARMLESS = "\n\t\u200c\u200d"
"""Line breaks, tabs, and the joiners of many scripts and of emoji."""


def printable(text: str) -> str:
    """Return `text` with Python's escapes for control characters, changes of direction and lone surrogates."""
    if text.isprintable():
        return text
    return "".join(each if _is_harmless(each) else each.encode("unicode_escape").decode() for each in text)


def say(words: str) -> None:
    """Print a line on standard output."""
    print(printable(words))


def tell(words: str) -> None:
    """Print a line on standard error: progress and errors."""
    print(printable(words), file=sys.stderr, flush=True)


def console_on(stream: TextIO, width: int | None = None) -> Console:
    """Return a console without markup, `width` columns wide where the stream is not a terminal."""
    from rich.console import Console
    from rich.text import Text

    class Plain(Console):
        def render_str(self, text: str, **how: Any) -> Text:
            return super().render_str(printable(text), **how)

    plain = partial(Plain, file=stream, markup=False, emoji=False, highlight=False)
    console = plain()
    return console if console.is_terminal or width is None else plain(width=width)


def _is_harmless(character: str) -> bool:
    return character.isprintable() or character in HARMLESS or unicodedata.category(character) == "Zs"
