"""Text of an expression → tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from rulerouter.errors import ExpressionError


class TokenKind(Enum):
    """Kind of a token."""

    NUMBER = "number"
    TEXT = "text"
    NAME = "name"
    WORD = "word"
    SIGN = "sign"
    END = "end"


@dataclass(frozen=True)
class Token:
    """Piece of an expression: kind, text (of a text token its value, without quotes), index of its first character."""

    kind: TokenKind
    text: str
    position: int


WORDS = frozenset({"and", "or", "not", "in", "matches", "contains", "true", "false", "null"})
"""Reserved words; they cannot name fields, in any other case (``AND``) they are names."""

_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "'": "'", '"': '"'}
_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"\d+(\.\d+)?", re.ASCII)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SIGN = re.compile(r"==|!=|<=|>=|[<>+\-*/%(),.\[\]]")


def tokenize(text: str) -> list[Token]:
    """Return the tokens of an expression, the last one of kind END at the end of the text.

    Raises `ExpressionError` for an unknown character, an unknown escape and a text without its closing quote.
    """
    tokens: list[Token] = []
    position = _after_space(text, 0)
    while position < len(text):
        token, end = _token(text, position)
        tokens.append(token)
        position = _after_space(text, end)
    return [*tokens, Token(TokenKind.END, "", len(text))]


def _after_space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    assert match is not None
    return match.end()


def _token(text: str, position: int) -> tuple[Token, int]:
    if text[position] in "'\"":
        value, end = _quoted(text, position)
        return Token(TokenKind.TEXT, value, position), end
    for pattern, kind in ((_NUMBER, TokenKind.NUMBER), (_NAME, TokenKind.NAME), (_SIGN, TokenKind.SIGN)):
        match = pattern.match(text, position)
        if match:
            found = TokenKind.WORD if match.group() in WORDS else kind
            return Token(found, match.group(), position), match.end()
    raise ExpressionError("unexpected character", text, position)


def _quoted(text: str, start: int) -> tuple[str, int]:
    value: list[str] = []
    position = start + 1
    while position < len(text):
        character = text[position]
        if character == text[start]:
            return "".join(value), position + 1
        if character == "\\":
            position += 1
            if text[position : position + 1] not in _ESCAPES:
                raise ExpressionError("unknown escape", text, position - 1)
            character = _ESCAPES[text[position]]
        value.append(character)
        position += 1
    raise ExpressionError("text without closing quote", text, start)
