"""Regular expressions of testcodes, searched within a time limit in text of bounded length.

The time of a search depends on the text, which comes from the project, and Python's `re` has no time limit. The
`regex` package accepts the same expressions (its version 0 behaviour) and has one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import regex  # type: ignore[import-untyped,unused-ignore]

from simulators.errors import InvalidAnswer, TestcodeTimeout
from simulators.text import bounded

SECONDS = 2.0
"""Seconds that one search may take; a usual one takes microseconds."""


def matches(pattern: str, text: str, *, multiline: bool = False, seconds: float = SECONDS) -> bool:
    """Return True when `pattern` matches anywhere in `text` (of a long one, in its beginning or end; see `bounded`).

    Raises `TestcodeTimeout` when the search takes longer than `seconds`, `InvalidAnswer` for an expression that is
    not valid.
    """
    return _search(pattern, text, multiline, seconds) is not None


def found_in(pattern: str, text: str) -> str | None:
    """Return the first match of `pattern` in `text`, its first group where it has one; None without a match.

    Raises as `matches` does.
    """
    found = _search(pattern, text, multiline=False, seconds=SECONDS)
    if found is None:
        return None
    return str(found[1] or "") if found.re.groups else str(found[0])


def _search(pattern: str, text: str, multiline: bool, seconds: float) -> Any:
    searched = bounded(text)
    try:
        # without the interpreter lock, so that the threads that watch time limits continue
        return _compiled(pattern, multiline).search(searched, timeout=seconds, concurrent=True)
    except TimeoutError:
        message = f"searching for {pattern!r} in {len(searched)} characters took more than {seconds:g} seconds"
        raise TestcodeTimeout(message) from None


@lru_cache(maxsize=256)
def _compiled(pattern: str, multiline: bool) -> Any:
    try:
        return regex.compile(pattern, regex.VERSION0 | (regex.MULTILINE if multiline else 0))
    except regex.error as error:
        raise InvalidAnswer(f"{pattern!r} is not a regular expression: {error}") from error
