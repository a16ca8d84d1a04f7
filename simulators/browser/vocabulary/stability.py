"""Stability of expectations: a text that is visible only for a moment while a page changes does not count as seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

SHORTEST_HOLD, LONGEST_HOLD = 0.15, 1.0
"""Seconds for which a met expectation must remain met; longer after a longer wait."""

SHARE_OF_WAIT = 0.5


@dataclass(frozen=True)
class Hold:
    """Condition that must remain true: a text of the page, or a `field` of the answer, contains or lacks `text`.

    `request` is the query for the element (see `Query.request`); None queries the text of the page.
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
    """Return the seconds for which an expectation met after `waited` seconds must remain met."""
    return min(max(SHORTEST_HOLD, waited * SHARE_OF_WAIT), LONGEST_HOLD)


def is_still(milliseconds: float | None) -> bool:
    """Return True for a page that no script changed (None), or not within the shortest time of stability."""
    return milliseconds is None or milliseconds >= SHORTEST_HOLD * 1000
