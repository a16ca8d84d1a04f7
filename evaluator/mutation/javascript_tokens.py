"""Tokens of JavaScript, as far as mutation operators need them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import regex  # type: ignore[import-untyped,unused-ignore]

TOKEN = regex.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<template>`(?:\\.|\$(?P<braces>\{(?:[^{}`]|(?&braces)|(?&template))*\})|[^`\\])*`)
    |(?P<number>(?:0[xXbBoO][\da-fA-F]+|\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?|\.\d+)n?)
    |(?P<name>\#?[\p{L}_$][\p{L}\p{N}_$]*)
    |(?P<mark>>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)
        |\+\+|--|[-+*/%&|^]=|<<|>>|\*\*|[^\w\s])""",
    regex.DOTALL | regex.VERBOSE,
)
PATTERN = regex.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
"""Regular expression between slashes."""

KEYWORDS = frozenset(
    {
        *("async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else"),
        *("export", "extends", "finally", "for", "function", "if", "import", "in", "instanceof", "let", "new", "of"),
        *("return", "static", "switch", "throw", "try", "typeof", "var", "void", "while", "with", "yield"),
    }
)
CLOSING: Mapping[str, str] = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Token:
    """Part of a source; `kind` is a group of `TOKEN` or ``pattern``. `start` and `end` are characters."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def ends_value(self) -> bool:
        """Return True when an operator that follows has this token in its left operand."""
        if self.kind in ("mark", "name"):
            return self.text in (")", "]") or (self.kind == "name" and self.text not in KEYWORDS)
        return True


def tokens_of(source: str) -> list[Token]:
    """Return the tokens of a source without spaces and comments; those before the first that is not understood."""
    found: list[Token] = []
    place = 0
    while place < len(source):
        token = _token_at(source, place, found)
        if token is None:
            break
        place = token.end
        found.extend([token] if token.kind != "space" else [])
    return found


def _token_at(source: str, place: int, before: Sequence[Token]) -> Token | None:
    if not (before and before[-1].ends_value) and (match := PATTERN.match(source, place)):
        return Token("pattern", match[0], place, match.end())
    match = TOKEN.match(source, place)
    kinds = ("space", "string", "template", "number", "name", "mark")
    return match and Token(next(kind for kind in kinds if match[kind]), match[0], place, match.end())


def closing_places(tokens: Sequence[Token]) -> Mapping[int, int]:
    """Return the numbers of the brackets that close, by the numbers of those that open; unbalanced ones are absent."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for number, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in CLOSING:
            opened.append(number)
        elif opened and token.text == CLOSING[tokens[opened[-1]].text]:
            pairs[opened.pop()] = number
    return pairs
