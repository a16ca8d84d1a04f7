"""Bounded collection of what pages write to the browser's console."""

from __future__ import annotations

from collections.abc import Callable

MAX_MESSAGES = 500
"""Messages collected of one user's pages; afterwards the collection ends, because a page may write without end."""

MAX_MESSAGE_CHARS = 2_000
"""Characters of one message; a longer one is cut, and one of `MAX_COLLECTED_CHARS` ends the collection."""

MAX_COLLECTED_CHARS = 1 << 20
END = "further messages are not recorded"


class ConsoleMessages:
    """Messages since they were last taken; `full` is called once when no more are collected."""

    def __init__(self, full: Callable[[], None]) -> None:
        self._waiting: list[str] = []
        self._count = 0
        self._full = full

    @property
    def is_full(self) -> bool:
        return self._count > MAX_MESSAGES

    def add(self, kind: str, text: str, place: str = "") -> None:
        """Add a message of a `kind` (``error``, ``warning``, ``log`` …), with the place in a script that wrote it."""
        if self.is_full:
            return
        self._count = MAX_MESSAGES + 1 if len(text) > MAX_COLLECTED_CHARS else self._count + 1
        cut = text if len(text) <= MAX_MESSAGE_CHARS else f"{text[:MAX_MESSAGE_CHARS]}… ({len(text)} characters)"
        self._waiting.append(f"{kind}: {cut}{f' ({place[:200]})' if place else ''}")
        if self.is_full:
            self._waiting.append(END)
            self._full()

    def take(self) -> tuple[str, ...]:
        """Return the messages since the last call."""
        taken, self._waiting = self._waiting, []
        return tuple(taken)
