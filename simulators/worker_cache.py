"""What is dear to start may serve many attempts: it is kept while somebody says so, a worker for as long as it lives.

Where nobody says so, each attempt has its own of everything, and nothing of it is left when the attempt ends.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol, TypeVar


class Closable(Protocol):
    """Something that can be kept; made without arguments, one of each kind."""

    def close(self) -> None:
        """End everything that belongs to it."""
        ...


K = TypeVar("K", bound=Closable)


class Keeping:
    """The things that are kept, by their kind."""

    def __init__(self) -> None:
        self._things: dict[type[Closable], Closable] = {}
        self._lock = threading.Lock()

    def the(self, kind: type[K]) -> K:
        """The one thing of its kind, made when it is first asked for."""
        with self._lock:
            thing = self._things.get(kind)
            if not isinstance(thing, kind):
                thing = self._things[kind] = kind()
            return thing

    def close(self) -> None:
        """End all of them; what is asked for later is made anew."""
        with ExitStack() as closing:
            while self._things:
                closing.callback(self._things.popitem()[1].close)


_now: list[Keeping] = []


def current() -> Keeping | None:
    """Where to keep things for the next attempt; None when each attempt is on its own."""
    return _now[-1] if _now else None


@contextmanager
def keeping() -> Iterator[Keeping]:
    """Keep things in this process until the end of the context; then all of them are gone."""
    kept = Keeping()
    _now.append(kept)
    try:
        yield kept
    finally:
        _now.remove(kept)
        kept.close()
