"""Worker-scoped cache of expensive objects (browsers, fork servers), reused across attempts."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import Protocol, Self, TypeVar


class Closable(Protocol):
    """An object that a worker keeps: constructed without arguments, one of each class."""

    def close(self) -> None:
        """End everything that belongs to it."""
        ...


C = TypeVar("C", bound=Closable)


class WorkerContext:
    """The objects that one worker reuses; `close` ends all of them.

    It is handed down to what uses it. Where there is none, every attempt starts and ends its own objects.
    """

    def __init__(self) -> None:
        self._objects: dict[type[Closable], Closable] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, kind: type[C]) -> C:
        """Return the worker's object of this class; it is made at the first call."""
        with self._lock:
            found = self._objects.get(kind)
            if not isinstance(found, kind):
                found = self._objects[kind] = kind()
            return found

    def close(self) -> None:
        """End all objects; one that is asked for later is made again."""
        with ExitStack() as closing:
            while self._objects:
                closing.callback(self._objects.popitem()[1].close)
