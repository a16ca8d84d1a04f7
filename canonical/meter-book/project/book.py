"""The book: readings with their history."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise

from readings import Reading, Refused


class Damaged(Exception):
    """The stored book cannot be read."""


@dataclass(frozen=True)
class Step:
    """Readings that a command has removed and added."""

    removed: tuple[Reading, ...]
    added: tuple[Reading, ...]


@dataclass
class Book:
    """All readings, the commands that can be taken back, and those that can be done again."""

    readings: list[Reading] = field(default_factory=list)
    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)

    def add(self, readings: Iterable[Reading]) -> None:
        """Enter readings: all of them, or none."""
        added = tuple(readings)
        check_once(added, {reading.key for reading in self.readings})
        self._do(Step((), tuple(named(added, self.readings))))

    def remove(self, meter: str, day: date) -> None:
        """Remove a reading."""
        found = tuple(reading for reading in self.readings if reading.key == (meter.lower(), day))
        if not found:
            raise Refused(f"there is no reading of {meter} on {day}")
        self._do(Step(found, ()))

    def undo(self) -> None:
        """Take back the last change."""
        if not self.done:
            raise Refused("there is nothing to take back")
        step = self.done.pop()
        self._apply(Step(step.added, step.removed))
        self.undone.append(step)

    def redo(self) -> None:
        """Do again what was taken back last."""
        if not self.undone:
            raise Refused("there is nothing to do again")
        step = self.undone.pop()
        self._apply(step)
        self.done.append(step)

    def sorted(self, meter: str | None = None) -> list[Reading]:
        """Return the readings (of one meter) by meter and day."""
        wanted = [each for each in self.readings if meter is None or each.meter.lower() == meter.lower()]
        return sorted(wanted, key=lambda reading: reading.key)

    def _do(self, step: Step) -> None:
        self._apply(step)
        check_upwards(self.sorted())
        self.done.append(step)
        self.undone.clear()

    def _apply(self, step: Step) -> None:
        removed = {reading.key for reading in step.removed}
        self.readings = [reading for reading in self.readings if reading.key not in removed] + list(step.added)


def named(added: Iterable[Reading], there: Iterable[Reading]) -> list[Reading]:
    """Return readings with the names of their meters as they were written first."""
    names: dict[str, str] = {}
    for reading in there:
        names.setdefault(reading.meter.lower(), reading.meter)
    return [replace(each, meter=names.setdefault(each.meter.lower(), each.meter)) for each in added]


def check_once(added: Iterable[Reading], there: set[tuple[str, date]]) -> None:
    """Refuse a second reading of a meter on a day."""
    taken = set(there)
    for reading in added:
        if reading.key in taken:
            raise Refused(f"there is a reading of {reading.meter} on {reading.day} already")
        taken.add(reading.key)


def check_upwards(readings: Sequence[Reading]) -> None:
    """Refuse sorted readings of a meter that counts downwards."""
    for before, after in pairwise(readings):
        if before.key[0] == after.key[0] and after.number < before.number:
            raise Refused(f"{after.line()} is lower than {before.line()}")
