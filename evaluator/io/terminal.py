"""What is printed for people: nothing in it moves, colours or reorders what their terminal shows, whoever wrote it.

Reasons quote what a project printed, names are those of a model's files. JSON is printed as it is: it has no such
characters.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console

HARMLESS = "\n\t\u200c\u200d"
"""Lines and columns, and the joiners that words of many languages are written with, and pictures."""


def printable(text: str) -> str:
    """`text` with an escape (as Python writes it) for all that does not print: control characters, changes of
    direction, halves of characters."""
    if text.isprintable():
        return text
    return "".join(each if _is_harmless(each) else each.encode("unicode_escape").decode() for each in text)


def say(words: str) -> None:
    """Print a line on standard output."""
    print(printable(words))


def tell(words: str) -> None:
    """Print a line on standard error: how it goes, what went wrong."""
    print(printable(words), file=sys.stderr, flush=True)


def console_on(stream: TextIO, width: int | None = None) -> Console:
    """Where tables and bars are drawn, `width` columns wide where that is no terminal; takes no text for markup."""
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
