"""Names that a user gives: patterns of several, and the name that was meant by one that does not exist."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

MAX_LISTED = 40
"""Names listed where none is close to what was given."""


def is_pattern(name: str) -> bool:
    return any(sign in name for sign in "*?[")


def matching(requested: Sequence[str], known: Sequence[str]) -> set[str]:
    """Return the names of `known` that are wanted, by name or by a pattern (`*`, `?`, `[abc]`)."""
    names = {given for given in requested if not is_pattern(given)}
    patterns = [given for given in requested if is_pattern(given)]
    return {name for name in known if name in names or any(fnmatchcase(name, each) for each in patterns)}


def unknown_names(requested: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the names and patterns of `requested` that fit nothing."""
    return [given for given in requested if not matching([given], known)]


def hint(name: str, known: Sequence[str]) -> str:
    """Return what may have been meant by `name`, otherwise what there is."""
    if close := get_close_matches(name, known, 1):
        return f"did you mean {close[0]}?"
    more = f" and {len(known) - MAX_LISTED} more" if len(known) > MAX_LISTED else ""
    return f"there are {', '.join(known[:MAX_LISTED])}{more}" if known else "there are none"
