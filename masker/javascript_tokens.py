"""JavaScript cut into tokens, as far as masking needs it: in one pass, in time linear in the text."""

import re
from dataclasses import dataclass
from enum import Enum


class Part(Enum):
    """What a token is."""

    SPACE = "space"
    COMMENT = "comment"
    STRING = "string"  # with template literals
    PATTERN = "regular expression"
    NUMBER = "number"
    WORD = "word"
    MARK = "mark"


@dataclass(frozen=True)
class Token:
    """A piece of the text."""

    part: Part
    text: str

    @property
    def means(self) -> bool:
        """Whether the token is more than space between others."""
        return self.part not in (Part.SPACE, Part.COMMENT)


class Unreadable(ValueError):
    """The text is no JavaScript: a bracket or a literal does not end."""


_TOKEN = re.compile(
    r"(?P<SPACE>\s+)|(?P<COMMENT>//[^\n]*|/\*)|(?P<NUMBER>\.?[0-9][\w.]*)|(?P<WORD>[\w$#@\\\u0080-\uffff]+)"
    r"|(?P<STRING>[\"'`])|(?P<MARK>=>|\.\.\.|[=!]==?|&&|\|\||\?\?|\+\+|--|[\s\S])"
)
_QUOTED = {quote: re.compile(rf"[^{quote}\\\n]*(?:\\[\s\S][^{quote}\\\n]*)*{quote}") for quote in "\"'"}
_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+/[a-z]*")
_TEMPLATE_STOP = re.compile(r"\\[\s\S]|`|\$\{|[{}]")
_BEFORE_PATTERN = frozenset(
    {"return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield"}
)


def tokens(text: str) -> list[Token]:
    """All tokens of a text; their texts joined are the text again. Raises Unreadable."""
    found: list[Token] = []
    place, last = 0, None
    while place < len(text):
        token = _next(text, place, last)
        found.append(token)
        place += len(token.text)
        last = token if token.means else last
    return found


def _next(text: str, place: int, last: Token | None) -> Token:
    match = _TOKEN.match(text, place)
    assert match is not None
    assert match.lastgroup is not None
    part, piece = Part[match.lastgroup], match.group()
    if piece == "/*":
        end = text.find("*/", match.end())
        if end < 0:
            raise Unreadable("a comment does not end")
        return Token(part, text[place : end + 2])
    if piece == "`":
        return Token(part, text[place : _template_end(text, match.end())])
    if part is Part.STRING:
        rest = _QUOTED[piece].match(text, match.end())
        if rest is None:
            raise Unreadable("a string does not end")
        return Token(part, piece + rest.group())
    if piece == "/" and _pattern_may_follow(last):
        pattern = _PATTERN.match(text, place)
        if pattern:
            return Token(Part.PATTERN, pattern.group())
    return Token(part, piece)


def _pattern_may_follow(last: Token | None) -> bool:
    if last is None:
        return True
    if last.part is Part.MARK:
        return last.text not in ")]}"
    return last.part is Part.WORD and last.text in _BEFORE_PATTERN


def _template_end(text: str, place: int) -> int:
    """The end of a template literal, with literals in the values inside of it."""
    inside = ["`"]  # what is open: literals and braces
    while inside:
        found = _TEMPLATE_STOP.search(text, place)
        if found is None:
            raise Unreadable("a template literal does not end")
        place, mark = found.end(), found.group()
        in_literal = inside[-1] == "`"
        if mark == "`" and in_literal:
            inside.pop()
        elif mark == "`" or (mark == "${" and in_literal) or (mark in {"{", "${"} and not in_literal):
            inside.append("`" if mark == "`" else "{")
        elif mark == "}" and not in_literal:
            inside.pop()
    return place


_CLOSING = {"(": ")", "[": "]", "{": "}"}


def pairs(found: list[Token]) -> dict[int, int]:
    """Where each opening bracket among the tokens is closed. Raises Unreadable."""
    result: dict[int, int] = {}
    waiting: list[int] = []
    for place, token in enumerate(found):
        if token.part is not Part.MARK:
            continue
        if token.text in _CLOSING:
            waiting.append(place)
        elif token.text in ")]}":
            if not waiting or _CLOSING[found[waiting[-1]].text] != token.text:
                raise Unreadable(f"a {token.text} closes nothing")
            result[waiting.pop()] = place
    if waiting:
        raise Unreadable(f"a {found[waiting[-1]].text} is not closed")
    return result
