"""Texts that others wrote."""

from __future__ import annotations


def whole_characters(text: str) -> str:
    """`text` with a question mark for each half of a character (a lone surrogate): JSON can hold one, UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")
