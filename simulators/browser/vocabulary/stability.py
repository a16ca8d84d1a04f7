"""What an expectation found must stay: a text that flashes up while a page changes was not seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

SHORTEST_HOLD, LONGEST_HOLD = 0.15, 1.0
"""Seconds that something must stay after it was found; longer when it was waited for longer."""

SHARE_OF_WAIT = 0.5


@dataclass(frozen=True)
class Hold:
    """What must stay: that an element's or the page's text contains or lacks `text`, or a `field` of the answer.

    `request` is asked of the element library (see `Query.request`); None asks for the text of the page.
    """

    op: Literal["contains", "lacks", "same"]
    request: Mapping[str, object] | None = None
    text: str = ""
    field: str = ""

    def argument(self, seconds: float) -> dict[str, object]:
        """Return the JSON argument of the library's function ``hold``."""
        hold = {"op": self.op, "text": self.text, "field": self.field}
        request = None if self.request is None else dict(self.request)
        return {"request": request, "hold": hold, "milliseconds": round(seconds * 1000)}


def seconds_to_hold(waited: float) -> float:
    """Return how long something must stay that was found after `waited` seconds."""
    return min(max(SHORTEST_HOLD, waited * SHARE_OF_WAIT), LONGEST_HOLD)


def is_still(milliseconds: float | None) -> bool:
    """Return True for a page that no script changed (None), or not for as long as something must stay."""
    return milliseconds is None or milliseconds >= SHORTEST_HOLD * 1000
