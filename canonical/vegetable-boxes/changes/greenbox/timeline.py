"""Values that hold from a day on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Generic, TypeVar

T = TypeVar("T")


class Timeline(Generic[T]):
    """Values by the day from which they hold. A new value replaces those that were set for its day and later ones."""

    def __init__(self, before: T) -> None:
        """Begin with the value that holds before any other."""
        self._before = before
        self._changes: list[tuple[date, T]] = []

    def set(self, day: date, value: T) -> None:
        """Let a value hold from a day on."""
        self._changes = [change for change in self._changes if change[0] < day]
        self._changes.append((day, value))

    def at(self, day: date) -> T:
        """Return the value on a day."""
        found = self._before
        for start, value in self._changes:
            if start > day:
                break
            found = value
        return found

    def since(self, day: date) -> date:
        """Return the day from which the value of a day holds; the first day of all for the one before any other."""
        return max((start for start, _ in self._changes if start <= day), default=date.min)

    def between(self, first: date, last: date) -> Iterator[T]:
        """Yield the values of all days from the first to the last one, both included."""
        yield self.at(first)
        yield from (value for start, value in self._changes if first < start <= last)

    @property
    def first_day(self) -> date | None:
        """Return the first day on which something was set; None for a timeline without values."""
        return self._changes[0][0] if self._changes else None
