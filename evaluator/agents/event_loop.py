"""One event loop in a thread of its own, on which all model calls of a process are made.

Clients keep connections, and connections belong to an event loop: with one loop for all threads that ask, they share
both, and all of it is closed at once.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

T = TypeVar("T")


class Loop:
    """Runs coroutines for other threads until it is closed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._lock, self._closed = threading.Lock(), False
        self._thread = threading.Thread(target=self._loop.run_forever, name="model calls", daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """What `coroutine` returns or raises; `concurrent.futures.CancelledError` when the loop is closed meanwhile."""
        with self._lock:  # what is begun before the end is cancelled by it
            if self._closed:
                coroutine.close()
                raise CancelledError
            begun = self._begun(coroutine)
        return begun.result()

    def close(self, last: Coroutine[Any, Any, Any]) -> None:
        """Cancel what still runs, do `last`, and end the thread."""
        with self._lock:
            self._closed = True
            cancelled = self._begun(_cancel_the_others())
        cancelled.result()
        self._begun(last).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def _begun(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)


async def _cancel_the_others() -> None:
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
