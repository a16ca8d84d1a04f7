"""Text from outside."""

from __future__ import annotations


def whole_characters(text: str) -> str:
    """Return `text` with a question mark for each lone surrogate: JSON can hold one, UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")
