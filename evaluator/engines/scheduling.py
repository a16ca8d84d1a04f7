"""Hands out orders, a bounded number at a time, and has those done again whose worker was lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from typing import Generic

from evaluator.engines import D, Engine, O, WorkerLost, Workshop

MOST_LOSSES = 3
"""How often an order may lose its worker before that is reported."""

LOOK_AGAIN = 5.0
"""Seconds after which an engine is asked anew whether it has room: workers may have come."""


def done_by(engine: Engine, perform: Callable[[O], D], orders: Iterable[O]) -> Iterator[tuple[O, D | Exception]]:
    """Each order with what `perform` returned or raised, in the order in which they end.

    `orders` is read as there is room, so that as many are in memory as are in work. When an executor
    breaks, the orders in work are done again, one at a time: which of them broke it shows then, and the
    others do not pay for it.
    """
    waiting = _Waiting(orders)
    while waiting:
        with engine.opened() as workshop:
            yield from _until_broken(engine, workshop, perform, waiting)


class _Waiting(Generic[O]):
    """Orders still to be handed out, with how often each has lost its worker."""

    def __init__(self, orders: Iterable[O]) -> None:
        self._fresh = iter(orders)
        self._next: deque[O] = deque()
        self._suspects: deque[tuple[O, int]] = deque()
        self._look()

    def __bool__(self) -> bool:
        return bool(self._next or self._suspects)

    def taken(self, in_work: int, room: int) -> tuple[O, int] | None:
        """The next order, or None when it has to wait: suspects are done alone, before the others."""
        if in_work >= (1 if self._suspects else room) or not self:
            return None
        if self._suspects:
            return self._suspects.popleft()
        order = self._next.popleft()
        self._look()
        return order, 0

    def lost(self, order: O, losses: int) -> None:
        self._suspects.append((order, losses))

    def _look(self) -> None:
        for order in self._fresh:
            self._next.append(order)
            return


def _until_broken(
    engine: Engine, workshop: Workshop, perform: Callable[[O], D], waiting: _Waiting[O]
) -> Iterator[tuple[O, D | Exception]]:
    in_work: dict[Future[D], tuple[O, int]] = {}
    broken = alone = False
    while in_work or (waiting and not broken):
        while not broken and not alone and (taken := waiting.taken(len(in_work), workshop.room())):
            alone = taken[1] > 0
            try:
                in_work[workshop.executor.submit(perform, taken[0])] = taken
            except BrokenExecutor:
                broken = True
                waiting.lost(*taken)
        ended, _ = wait(in_work, LOOK_AGAIN, FIRST_COMPLETED) if in_work else (set(), set())
        for future in ended:
            order, losses = in_work.pop(future)
            alone = False
            error = _error_of(future)
            if not isinstance(error, BrokenExecutor):
                yield order, future.result() if error is None else engine.explained(error)
                continue
            broken = True
            if losses + 1 < MOST_LOSSES:
                waiting.lost(order, losses + 1)
            else:
                yield order, WorkerLost(f"its worker ended abruptly {MOST_LOSSES} times")


def _error_of(future: Future[D]) -> Exception | None:
    """What the future ended with; an exit or an interruption within a worker is raised here."""
    try:
        error = future.exception()
    except Exception as cancelled:  # noqa: BLE001 - `CancelledError`, for the engine to explain
        return cancelled
    if error is None or isinstance(error, Exception):
        return error
    raise error
