"""Bounded collection of what pages write to the browser's console."""

from __future__ import annotations

from collections.abc import Callable

MOST_MESSAGES = 500
"""Messages collected of one user's pages; afterwards the collection ends, because a page may write without end."""

LONGEST_MESSAGE = 2_000
"""Characters of one message; a longer one is cut, and one of `LARGEST` ends the collection."""

LARGEST = 1 << 20
END = "further messages are not recorded"


class ConsoleMessages:
    """Messages since they were last taken; `full` is called once when no more are collected."""

    def __init__(self, full: Callable[[], None]) -> None:
        self._waiting: list[str] = []
        self._count = 0
        self._full = full

    @property
    def is_full(self) -> bool:
        return self._count > MOST_MESSAGES

    def add(self, kind: str, text: str, place: str = "") -> None:
        """Add a message of a `kind` (``error``, ``warning``, ``log`` …), with the place in a script that wrote it."""
        if self.is_full:
            return
        self._count = MOST_MESSAGES + 1 if len(text) > LARGEST else self._count + 1
        cut = text if len(text) <= LONGEST_MESSAGE else f"{text[:LONGEST_MESSAGE]}… ({len(text)} characters)"
        self._waiting.append(f"{kind}: {cut}{f' ({place[:200]})' if place else ''}")
        if self.is_full:
            self._waiting.append(END)
            self._full()

    def take(self) -> tuple[str, ...]:
        """Return the messages since the last call."""
        taken, self._waiting = self._waiting, []
        return tuple(taken)
