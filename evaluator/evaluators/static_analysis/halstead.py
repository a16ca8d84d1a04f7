"""Halstead volume by the published definition of RAL-Bench.

Operators are operator tokens and some keywords. Operands are other names, each by its text, and numbers and strings,
all numbers and all strings counting as one distinct operand each.
"""

from __future__ import annotations

import io
import math
import token
import tokenize
from collections.abc import Iterator

OPERATOR_KEYWORDS = frozenset(
    """
    and or not is in if else elif for while try except finally with as return yield raise assert break continue pass
    import from lambda
    """.split()  # noqa: SIM905
)
_STARTS = frozenset(getattr(token, name) for name in ("FSTRING_START", "TSTRING_START") if hasattr(token, name))
_ENDS = frozenset(getattr(token, name) for name in ("FSTRING_END", "TSTRING_END") if hasattr(token, name))
"""Python 3.12 and later cut f-strings into tokens; they are counted as strings, so that all versions agree."""


def volume(text: str) -> float:
    """Return length times the binary logarithm of the vocabulary; 0 where there are fewer than two distinct tokens.

    Raise `tokenize.TokenError` or `SyntaxError` for a text that is not Python.
    """
    distinct: set[str | int] = set()
    length = 0
    for kind, text_ in _tokens(text):
        if kind in (token.NAME, token.OP):
            distinct.add(text_)
        elif kind in (token.NUMBER, token.STRING):
            distinct.add(kind)
        else:
            continue
        length += 1
    return length * math.log2(len(distinct)) if len(distinct) > 1 else 0.0


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    depth = 0
    for found in tokenize.generate_tokens(io.StringIO(text).readline):
        if found.type in _STARTS:
            depth += 1
        elif found.type in _ENDS:
            depth -= 1
            if not depth:
                yield token.STRING, found.string
        elif not depth:
            yield found.type, found.string
