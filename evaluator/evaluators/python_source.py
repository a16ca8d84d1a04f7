"""Syntax trees of untrusted Python source."""

from __future__ import annotations

import ast
import warnings


def parsed(text: str) -> ast.Module | None:
    """Return the syntax tree of `text`; None when it is not Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
