"""Critical path method: earliest and latest days, slack, critical tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from planweaver.calendars import DAY, Timeline
from planweaver.errors import ModelError
from planweaver.graph import successors, work_order
from planweaver.model import Link, LinkKind, Plan, Task


@dataclass(frozen=True)
class Entry:
    """Days of one task, as numbers of working days from the start of the plan (0 is the first).

    `start` is the first day, `end` the day after the last one (equal to `start` for milestones); `late_start` and
    `late_end` are the latest ones that do not delay the plan; `free` is the slack that delays no other task.
    """

    task: Task
    start: int
    end: int
    late_start: int
    late_end: int
    free: int

    @property
    def slack(self) -> int:
        """Working days by which the task can be late without delaying the plan."""
        return self.late_start - self.start

    @property
    def is_critical(self) -> bool:
        """True without slack."""
        return self.slack <= 0


@dataclass(frozen=True)
class Schedule:
    """Entries of all tasks in the order of the plan; equal where plan and entries are."""

    plan: Plan
    timeline: Timeline = field(compare=False)
    entries: tuple[Entry, ...]
    _by_id: dict[str, Entry] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {entry.task.id: entry for entry in self.entries})

    def __getitem__(self, id_: str) -> Entry:
        """Return the entry of a task. Raises `ModelError` for an unknown id."""
        if id_ not in self._by_id:
            raise ModelError(id_, "no such task")
        return self._by_id[id_]

    @property
    def length(self) -> int:
        """Working days from the start of the plan to the end of the last task."""
        return max((entry.end for entry in self.entries), default=0)

    def start_day(self, id_: str) -> date:
        """Return the first day of a task; for a milestone the day on which it is reached."""
        entry = self[id_]
        return self.finish_day(id_) if entry.task.is_milestone else self.timeline.day(entry.start)

    def finish_day(self, id_: str) -> date:
        """Return the last day of a task; a milestone is reached with the last day before it, at least the first of
        all."""
        return self.timeline.day(max(self[id_].end - 1, 0))

    def finish(self) -> date:
        """Return the last day of the plan, the first one for a plan without work."""
        return self.timeline.day(max(self.length - 1, 0))

    def critical_path(self) -> list[str]:
        """Return the critical tasks by start, end and order of the plan."""
        critical = [entry for entry in self.entries if entry.is_critical]
        return [entry.task.id for entry in sorted(critical, key=lambda entry: (entry.start, entry.end))]

    def missed_deadlines(self) -> dict[str, int]:
        """Return the tasks that finish after their deadline → by how many working days, in the order of the plan."""
        found = {}
        for entry in self.entries:
            deadline = entry.task.deadline
            if deadline is not None and (finish := self.finish_day(entry.task.id)) > deadline:
                found[entry.task.id] = self.timeline.calendar.count(deadline + DAY, finish)
        return found


def schedule(plan: Plan) -> Schedule:
    """Return the earliest schedule without regard to resources. Raises `CycleError`."""
    order = work_order(plan)
    timeline = Timeline(plan.calendar, plan.start)
    starts: dict[str, int] = {}
    for id_ in order:
        starts[id_] = earliest_start(plan.task(id_), starts, plan, timeline)
    return with_starts(plan, timeline, starts)


def earliest_start(task: Task, starts: Mapping[str, int], plan: Plan, timeline: Timeline) -> int:
    """Return the first day on which a task may start, given the starts of the tasks that it waits for."""
    earliest = 0 if task.not_before is None else timeline.number(task.not_before)
    for link in task.links:
        earliest = max(earliest, starts[link.task] + distance(link, plan.task(link.task), task))
    return earliest


def distance(link: Link, first: Task, second: Task) -> int:
    """Return the working days that a link demands from the start of the first to the start of the second task."""
    match link.kind:
        case LinkKind.FINISH_START:
            return first.duration + link.lag
        case LinkKind.START_START:
            return link.lag
        case LinkKind.FINISH_FINISH:
            return first.duration + link.lag - second.duration
        case LinkKind.START_FINISH:
            return link.lag - second.duration


def with_starts(plan: Plan, timeline: Timeline, starts: Mapping[str, int]) -> Schedule:
    """Return the schedule with given starts: ends, latest days and slacks follow from the links."""
    length = max((starts[task.id] + task.duration for task in plan.tasks), default=0)
    following = successors(plan)
    late: dict[str, int] = {}
    entries: dict[str, Entry] = {}
    for id_ in reversed(work_order(plan)):
        task = plan.task(id_)
        late[id_] = length - task.duration
        free = late[id_] - starts[id_]
        for other in (plan.task(each) for each in following[id_]):
            link = next(link for link in other.links if link.task == id_)
            needed = distance(link, task, other)
            late[id_] = min(late[id_], late[other.id] - needed)
            free = min(free, starts[other.id] - needed - starts[id_])
        start, end = starts[id_], starts[id_] + task.duration
        entries[id_] = Entry(task, start, end, late[id_], late[id_] + task.duration, free)
    return Schedule(plan, timeline, tuple(entries[task.id] for task in plan.tasks))
