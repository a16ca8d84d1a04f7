"""Worker-scoped cache of expensive objects (browsers, readers of files), reused across attempts."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import Protocol, Self, TypeVar


class Closable(Protocol):
    """Object that a worker reuses: constructed without arguments, one of each class."""

    def close(self) -> None:
        """End everything that belongs to it."""
        ...


C = TypeVar("C", bound=Closable)


class WorkerContext:
    """Objects that one worker reuses; `close` closes all of them.

    It is passed to the functions that use it. Without one, every attempt starts and closes its own objects.
    """

    def __init__(self) -> None:
        self._objects: dict[type[Closable], Closable] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, kind: type[C]) -> C:
        """Return the worker's object of this class; it is created at the first call."""
        with self._lock:
            found = self._objects.get(kind)
            if not isinstance(found, kind):
                found = self._objects[kind] = kind()
            return found

    def close(self) -> None:
        """Close all objects; one that is requested later is created again."""
        with ExitStack() as closing:
            while self._objects:
                closing.callback(self._objects.popitem()[1].close)
