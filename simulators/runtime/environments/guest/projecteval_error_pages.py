"""Replacement of memory addresses in Django's error pages by numbers in the order of their appearance.

Addresses depend on which requests a threaded server handles at the same time; testcodes of the public benchmark look
for numbers anywhere in such a page. Without effect unless ``PROJECTEVAL_FIXED_ENTROPY`` is set.
"""

import functools
import os
import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` is not imported for every Python that starts
    from typing import Any

ADDRESS = re.compile(r"(?<= at 0x)[0-9a-f]{6,16}\b|(?<=\b[cv])\d{8,}\b|(?<=\bpre)\d{8,}\b|(?<=\bpost)\d{8,}\b")
"""Address in the representation of an object, or as the id of a stack frame."""

FIRST, APART = 0x7FFFF0000000, 0x10
"""First replacement, and the distance between two replacements."""


def make_repeatable() -> None:
    """Rewrite the error pages of this process if Django's module for them is imported."""
    if "PROJECTEVAL_FIXED_ENTROPY" in os.environ and "django.views.debug" in sys.modules:
        reporter = sys.modules["django.views.debug"].ExceptionReporter
        for name in ("get_traceback_html", "get_traceback_text"):
            setattr(reporter, name, _rewritten(getattr(reporter, name)))


def _rewritten(method: "Any") -> "Any":
    @functools.wraps(method)
    def call(*arguments: "Any", **options: "Any") -> str:
        return without_addresses(method(*arguments, **options))

    return call


def without_addresses(page: str) -> str:
    """Return `page` with the same replacement for the same address."""
    found: dict[int, int] = {}

    def replacement(match: "re.Match[str]") -> str:
        is_hexadecimal = match.string[match.start() - 2 : match.start()] == "0x"
        address = int(match[0], 16 if is_hexadecimal else 10)
        number = found.setdefault(address, FIRST + APART * len(found))
        return f"{number:x}" if is_hexadecimal else str(number)

    return ADDRESS.sub(replacement, page)
