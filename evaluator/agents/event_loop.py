"""Event loop in a separate thread for all requests to models of a process.

Clients reuse connections, which belong to an event loop: with one loop, all threads share connections, and all are
closed at once.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

T = TypeVar("T")


class Loop:
    """Event loop that runs coroutines for other threads until it is closed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._lock, self._closed = threading.Lock(), False
        self._thread = threading.Thread(target=self._loop.run_forever, name="model calls", daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Return the result of `coroutine`. Raises `concurrent.futures.CancelledError` when the loop is closed."""
        with self._lock:  # coroutines started before the end are cancelled by it
            if self._closed:
                coroutine.close()
                raise CancelledError
            begun = self._begun(coroutine)
        return begun.result()

    def close(self, last: Coroutine[Any, Any, Any]) -> None:
        """Cancel running coroutines, run `last`, and end the thread."""
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
