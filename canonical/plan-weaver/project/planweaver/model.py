"""Plans: tasks, links, resources."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum

from planweaver.calendars import Calendar
from planweaver.errors import ModelError

_ID = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


class LinkKind(Enum):
    """What of the first task holds back what of the second: S is the start, F the finish."""

    FINISH_START = "FS"
    START_START = "SS"
    FINISH_FINISH = "FF"
    START_FINISH = "SF"


@dataclass(frozen=True)
class Link:
    """Condition of a task on another one: `kind` with `lag` working days in between (negative: overlap)."""

    task: str
    kind: LinkKind = LinkKind.FINISH_START
    lag: int = 0


@dataclass(frozen=True)
class Resource:
    """People or machines: `capacity` units on every working day but the days `off`; `rate` is the cost of a unit and
    day.

    Raises `ModelError` for a wrong id, a capacity below 1 and a negative rate.
    """

    id: str
    capacity: int = 1
    rate: float = 0.0
    off: frozenset[date] = frozenset()

    def __post_init__(self) -> None:
        _check_id(self.id)
        if self.capacity < 1:
            raise ModelError(self.id, "the capacity must be at least 1")
        if self.rate < 0:
            raise ModelError(self.id, "the rate must not be negative")


@dataclass(frozen=True)
class Task:
    """Work of `duration` working days without interruption; 0 makes a milestone.

    `links` are conditions on other tasks, `uses` units of resources on every day, `priority` decides in levelling
    (higher first), `not_before` holds the start back, `deadline` is the last day on which the task should finish,
    `done` is the progress in percent. An empty `name` becomes the id. Raises `ModelError` for a wrong id, a negative
    duration, a `done` outside 0 to 100, units below 1, two links to the same task and a link to itself.
    """

    id: str
    name: str = ""
    duration: int = 1
    links: tuple[Link, ...] = ()
    uses: Mapping[str, int] = field(default_factory=dict)
    priority: int = 0
    not_before: date | None = None
    deadline: date | None = None
    done: int = 0

    def __post_init__(self) -> None:
        _check_id(self.id)
        object.__setattr__(self, "name", self.name or self.id)
        if self.duration < 0:
            raise ModelError(self.id, "the duration must not be negative")
        if not 0 <= self.done <= 100:
            raise ModelError(self.id, "the progress must be from 0 to 100 percent")
        if any(units < 1 for units in self.uses.values()):
            raise ModelError(self.id, "a task uses at least 1 unit of a resource")
        targets = [link.task for link in self.links]
        if self.id in targets:
            raise ModelError(self.id, "the task waits for itself")
        if len(set(targets)) < len(targets):
            raise ModelError(self.id, "two links to the same task")

    @property
    def is_milestone(self) -> bool:
        """True for a task without duration."""
        return self.duration == 0


@dataclass(frozen=True)
class Plan:
    """Tasks and resources with a start and a calendar; immutable, in the order given.

    Raises `ModelError` for two tasks or two resources with the same id, links and uses that lead nowhere, and tasks
    that use more units than a resource has.
    """

    name: str
    start: date
    tasks: tuple[Task, ...] = ()
    resources: tuple[Resource, ...] = ()
    calendar: Calendar = field(default_factory=Calendar)
    _by_id: dict[str, Task] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", {task.id: task for task in self.tasks})
        _check_unique([task.id for task in self.tasks], "task")
        _check_unique([resource.id for resource in self.resources], "resource")
        ids = {task.id for task in self.tasks}
        capacity = {resource.id: resource.capacity for resource in self.resources}
        for task in self.tasks:
            for link in task.links:
                if link.task not in ids:
                    raise ModelError(task.id, f"unknown task {link.task!r}")
            for resource, units in task.uses.items():
                if resource not in capacity:
                    raise ModelError(task.id, f"unknown resource {resource!r}")
                if units > capacity[resource]:
                    raise ModelError(task.id, f"uses {units} of {resource!r}, which has only {capacity[resource]}")

    def task(self, id: str) -> Task:  # noqa: A002
        """Return a task by its id. Raises `ModelError` where there is none."""
        if id not in self._by_id:
            raise ModelError(id, "no such task")
        return self._by_id[id]

    def with_task(self, task: Task) -> Plan:
        """Return the plan with a task in place of the one with the same id, or behind the others."""
        if any(each.id == task.id for each in self.tasks):
            return replace(self, tasks=tuple(task if each.id == task.id else each for each in self.tasks))
        return replace(self, tasks=(*self.tasks, task))

    def without_task(self, id: str) -> Plan:  # noqa: A002
        """Return the plan without a task; tasks that waited for it now wait for those it waited for.

        The new links finish-to-start with the sum of both lags; links that exist already stay as they are. Raises
        `ModelError` for an unknown id.
        """
        removed = self.task(id)
        return replace(self, tasks=tuple(_bypassed(task, removed) for task in self.tasks if task.id != id))

    def cost(self, task: Task) -> float:
        """Return the cost of a task: duration times units times rate, over all resources."""
        rates = {resource.id: resource.rate for resource in self.resources}
        return sum((task.duration * units * rates[resource] for resource, units in task.uses.items()), 0.0)


def _bypassed(task: Task, removed: Task) -> Task:
    lag = next((link.lag for link in task.links if link.task == removed.id), None)
    if lag is None:
        return task
    links = [link for link in task.links if link.task != removed.id]
    present = {link.task for link in links}
    links += [Link(link.task, lag=link.lag + lag) for link in removed.links if link.task not in present]
    return replace(task, links=tuple(links))


def _check_id(text: str) -> None:
    if not _ID.fullmatch(text):
        raise ModelError(text, "not an id: letters, digits, '_' and '-', not beginning with a digit or '-'")


def _check_unique(ids: Iterable[str], kind: str) -> None:
    seen: set[str] = set()
    for each in ids:
        if each in seen:
            raise ModelError(each, f"there are two {kind}s with this id")
        seen.add(each)
