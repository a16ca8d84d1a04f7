"""Text from outside."""

from __future__ import annotations


def whole_characters(text: str) -> str:
    """Return `text` with a question mark for each lone surrogate: JSON can hold one, UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which has a plural in s: ``1 mission``, ``2 missions``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
