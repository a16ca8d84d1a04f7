"""In which order attempts are done: so that at the end no processor waits for one that began late."""

from __future__ import annotations

from collections.abc import Sequence

from evaluator.runs.perform import Order
from missions.catalogue import open_catalog
from missions.model import Mission, Stack

WEBSITE = 1.5
"""How much longer a website's testcode takes than a program's, roughly."""


def longest_first(orders: Sequence[Order]) -> list[Order]:
    """Round by round, so that an early end leaves whole rounds; within a round what takes longest first, whichever
    recorded run, level or mode it belongs to."""
    if not orders:
        return []
    catalog = open_catalog(orders[0].request.missions)
    length = {mission: _length(catalog.mission(mission)) for mission in {order.attempt.mission for order in orders}}
    return sorted(orders, key=lambda order: (order.attempt.sample, -length[order.attempt.mission]))


def _length(mission: Mission) -> float:
    return len(mission.testcodes) * (WEBSITE if mission.stack is Stack.DJANGO else 1)
