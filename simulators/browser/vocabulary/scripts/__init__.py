"""JavaScript library of the verbs: finds elements, reads rendered text, prepares actions.

It runs in an isolated world of the page: the page's own scripts share its elements, but none of its objects, so that
nothing they redefine changes what is read. `simulators.browser.engines.isolated_world` installs and calls it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

PARTS = ("natives", "rendering", "text", "usual", "doubts", "queries", "elements", "forms", "page")


@cache
def library() -> str:
    """Return statements that define ``judge``, an object of functions of one JSON argument each."""
    folder = Path(__file__).parent
    return "\n".join((folder / f"{name}.js").read_text(encoding="utf-8") for name in PARTS)
