"""Submit orders, a bounded number at a time, and repeat those whose worker was lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from typing import Any, Generic

from evaluator.engines import D, Engine, O, WorkerLost, Workshop

MAX_LOSSES = 3
"""Number of workers that an order may lose before it is reported."""

POLL_SECONDS = 1.0
"""Seconds of one wait: workers may have joined an engine, and Ctrl+C just before a wait takes effect only after it."""

Later = Future[None]
"""Placeholder among the orders for "none now"; it is done when the next order may exist."""


def done_by(
    engine: Engine, perform: Callable[[O], D], orders: Iterable[O | Later]
) -> Iterator[tuple[O, D | Exception]]:
    """Yield each order with the result or exception of `perform`, as they end.

    `orders` is read while the engine accepts orders, so that only orders in progress are in memory; it never blocks,
    but yields a `Later` when the next order does not exist yet. The engine is opened with the first order, and stays
    open. When an executor breaks, the orders in progress are repeated one at a time, which identifies the one that
    broke it. So is an order that an engine gave up since its workers were lost: others may have been the cause.
    """
    waiting = _Waiting(orders)
    while waiting.has_come():
        with engine.opened() as workshop:
            yield from _until_broken(engine, workshop, perform, waiting)


class _Waiting(Generic[O]):
    """Orders not yet submitted, with the number of workers that each has lost."""

    def __init__(self, orders: Iterable[O | Later]) -> None:
        self._fresh = iter(orders)
        self._next: deque[O] = deque()
        self._suspects: deque[tuple[O, int]] = deque()
        self.later: Later | None = None

    def has_come(self) -> bool:
        """Wait while an order may become available; return True when there is one."""
        while not self._is_there() and self.later is not None:
            wait([self.later], POLL_SECONDS)
        return self._is_there()

    def may_come(self) -> bool:
        return self._is_there() or self.later is not None

    def taken(self, in_work: int, room: int) -> tuple[O, int] | None:
        """Return the next order, or None when it must wait: orders that lost a worker are executed alone and first."""
        if in_work >= (1 if self._suspects else room) or not self._is_there():
            return None
        return self._suspects.popleft() if self._suspects else (self._next.popleft(), 0)

    def lost(self, order: O, losses: int) -> None:
        self._suspects.append((order, losses))

    def _is_there(self) -> bool:
        """Return true when an order can be submitted; reads at most one order ahead."""
        if not self._next and (self.later is None or self.later.done()):
            self.later = None
            for found in self._fresh:
                if isinstance(found, Future):
                    self.later = found
                else:
                    self._next.append(found)
                break
        return bool(self._next or self._suspects)


def _until_broken(
    engine: Engine, workshop: Workshop, perform: Callable[[O], D], waiting: _Waiting[O]
) -> Iterator[tuple[O, D | Exception]]:
    in_work: dict[Future[D], tuple[O, int]] = {}
    broken = alone = False
    while in_work or (not broken and waiting.may_come()):
        while not broken and not alone and (taken := waiting.taken(len(in_work), workshop.room())):
            alone = taken[1] > 0
            try:
                in_work[workshop.executor.submit(perform, taken[0])] = taken
            except BrokenExecutor:
                broken = True
                waiting.lost(*taken)
        for future in _ended(in_work, None if broken or alone else waiting.later):
            order, losses = in_work.pop(future)
            alone = False
            error = _error_of(future)
            is_broken = isinstance(error, BrokenExecutor)
            result = error if error is None or is_broken else engine.explained(error)
            if not is_broken and not isinstance(result, WorkerLost):
                yield order, future.result() if result is None else result
                continue
            broken |= is_broken
            if losses + 1 < MAX_LOSSES:
                waiting.lost(order, losses + 1)
            else:
                yield order, WorkerLost(f"the worker ended abruptly {MAX_LOSSES} times")


def _ended(in_work: dict[Future[D], Any], later: Later | None) -> list[Future[D]]:
    """Wait until an order ends, `later` is done, or `POLL_SECONDS` has passed; return the orders that ended."""
    others: list[Future[Any]] = [] if later is None or later.done() else [later]
    if not in_work and not others:
        return []
    wait([*in_work, *others], POLL_SECONDS, FIRST_COMPLETED)
    return [future for future in in_work if future.done()]


def _error_of(future: Future[D]) -> Exception | None:
    """Return the exception of a future; an exit or interruption within a worker is raised here."""
    try:
        error = future.exception()
    except Exception as cancelled:  # noqa: BLE001 - `CancelledError`, for the engine to explain
        return cancelled
    if error is None or isinstance(error, Exception):
        return error
    raise error
