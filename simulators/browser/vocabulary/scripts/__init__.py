"""JavaScript that runs in the judged page: how a person's eyes and hands find their way on it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


@cache
def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def operate() -> str:
    """``(request) => answer``: asks about elements; see `simulators.browser.vocabulary.queries`."""
    return _function("operate")


@cache
def element() -> str:
    """``(request) => Element | null``: the one element that is meant."""
    return _function("element")


def _function(name: str) -> str:
    return f"(request) => {{ {_read('looking.js')}\n{_read('operations.js')}\nreturn {name}(request); }}"


PAGE_TEXT = "() => document.body ? document.body.innerText : document.documentElement?.textContent ?? ''"
DOCUMENT = "() => document.URL"
TITLE = "() => document.title"
STATUS = "() => performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0"
COPY = "(text) => navigator.clipboard.writeText(text).then(() => null)"
PASTE = "() => navigator.clipboard.readText()"
NOW = "() => Date.now()"
