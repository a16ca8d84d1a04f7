"""Progress of a plan at a date, and comparison of schedules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from planweaver.calendars import DAY
from planweaver.scheduling import Entry, Schedule


@dataclass(frozen=True)
class Status:
    """Progress on one day: planned, earned and total value, and the tasks that are behind, in the order of the plan.

    Values are costs, or durations in days where no task costs anything.
    """

    day: date
    planned: float
    earned: float
    total: float
    behind: tuple[str, ...]

    @property
    def index(self) -> float | None:
        """Earned by planned value: below 1 the plan is late; None where nothing was planned yet."""
        return self.earned / self.planned if self.planned else None

    @property
    def percent(self) -> float:
        """Earned value in percent of the total; 100 for a plan without value."""
        return 100 * self.earned / self.total if self.total else 100.0


@dataclass(frozen=True)
class Change:
    """Difference of one task between two schedules, in working days of the new timeline (positive: later)."""

    task: str
    start: int
    finish: int


@dataclass(frozen=True)
class Comparison:
    """Differences of two schedules: changed tasks, tasks that are only in the new or the old one, shift of the
    finish."""

    changes: tuple[Change, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    finish: int


def status(found: Schedule, day: date) -> Status:
    """Return the progress at the end of a day.

    A task is planned to progress evenly over its working days; a milestone is planned to be reached at its end. A
    task is behind where its `done` is below the planned share, rounded down to whole percent.
    """
    passed = found.timeline.number(day + DAY) if day >= found.timeline.day(0) else 0
    costs = [found.plan.cost(entry.task) for entry in found.entries]
    values = costs if any(costs) else [float(entry.task.duration) for entry in found.entries]
    shares = [_planned_share(entry, passed) for entry in found.entries]
    return Status(
        day,
        sum(value * share for value, share in zip(values, shares, strict=True)),
        sum(value * entry.task.done / 100 for value, entry in zip(values, found.entries, strict=True)),
        sum(values),
        tuple(
            entry.task.id
            for entry, share in zip(found.entries, shares, strict=True)
            if entry.task.done < int(share * 100 + 1e-9)
        ),
    )


def compare(old: Schedule, new: Schedule) -> Comparison:
    """Return what changed from one schedule to another; unchanged tasks are left out."""
    before = {entry.task.id for entry in old.entries}
    after = [entry.task.id for entry in new.entries]
    changes = [_change(old, new, id_) for id_ in after if id_ in before]
    return Comparison(
        tuple(change for change in changes if change.start or change.finish),
        tuple(id_ for id_ in after if id_ not in before),
        tuple(entry.task.id for entry in old.entries if entry.task.id not in after),
        working_days(new, old.finish(), new.finish()),
    )


def working_days(found: Schedule, first: date, second: date) -> int:
    """Return the working days from one day to another; negative where the second is earlier."""
    if second < first:
        return -working_days(found, second, first)
    return found.timeline.calendar.count(first + DAY, second)


def _planned_share(entry: Entry, passed: int) -> float:
    if entry.task.is_milestone:
        return 1.0 if passed >= max(entry.end, 1) else 0.0
    return min(max((passed - entry.start) / entry.task.duration, 0.0), 1.0)


def _change(old: Schedule, new: Schedule, id_: str) -> Change:
    return Change(
        id_,
        working_days(new, old.start_day(id_), new.start_day(id_)),
        working_days(new, old.finish_day(id_), new.finish_day(id_)),
    )
