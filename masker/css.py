"""Stylesheets: selectors, at-rules and custom properties stay; other declarations become a comment."""

import re
from collections.abc import Iterator

from masker.model import Masked, Outcome, masked_or_plain
from masker.rules import SMALL

_TOKEN = re.compile(r"/\*|\"(?:[^\"\\\n]|\\[\s\S])*\"|'(?:[^'\\\n]|\\[\s\S])*'|[{};]|[^/\"'{};]+|[\s\S]")
_SAID = "/* how it looks */"


class _Unreadable(ValueError):
    """The text is no stylesheet."""


def mask_css(path: str, text: str) -> Masked:
    """Masks one stylesheet. A small one stays: it says no more than its description would."""
    if len(text) <= SMALL:
        return Masked(text, Outcome.WHOLE, "a small stylesheet")
    try:
        return masked_or_plain(text, "".join(_masked(text)))
    except _Unreadable as error:
        return Masked(text, Outcome.BROKEN, f"it is no stylesheet: {error}")


def _masked(text: str) -> Iterator[str]:
    """The text, piece by piece: what stands directly before ``{`` stays, what stands before ``;`` or ``}`` does not."""
    depth = 0
    piece: list[str] = []
    said = False
    for token in _tokens(text):
        if token == "{":
            yield from [*piece, token]
            piece, depth, said = [], depth + 1, False
        elif token in {";", "}"}:
            declaration = "".join([*piece, token if token == ";" else ""])
            yield from _declaration(declaration, depth, said)
            said = said or bool(_bare(declaration))
            if token == "}":
                depth -= 1
                yield token
            piece = []
        else:
            piece.append(token)
        if depth < 0:
            raise _Unreadable("a } closes nothing")
    if depth:
        raise _Unreadable("a { is not closed")
    yield from piece if not _bare("".join(piece)) else []


def _declaration(text: str, depth: int, said: bool) -> Iterator[str]:
    bare = _bare(text)
    if not bare or depth == 0 or bare.startswith("--"):
        yield text
    else:
        space = text[: len(text) - len(text.lstrip())]
        yield "" if said else f"{space}{_SAID}"
        if not text.endswith(";"):
            yield text[len(text.rstrip()) :]


def _bare(text: str) -> str:
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).strip(" \t\r\n\f;")


def _tokens(text: str) -> Iterator[str]:
    place = 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        assert found is not None  # the last alternative takes any character
        end = found.end()
        if found.group() == "/*":
            close = text.find("*/", end)
            if close < 0:
                raise _Unreadable("a comment does not end")
            end = close + 2
        yield text[place:end]
        place = end
