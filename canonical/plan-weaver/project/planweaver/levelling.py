"""Schedules that respect the capacity of resources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from planweaver.calendars import Timeline
from planweaver.graph import successors
from planweaver.model import Plan, Resource, Task
from planweaver.scheduling import Schedule, earliest_start, schedule, with_starts


@dataclass(frozen=True)
class Overload:
    """Resource that is used more than it has, on one working day."""

    resource: str
    day: int
    used: int
    capacity: int


def level(plan: Plan) -> Schedule:
    """Return a schedule in which no resource is used beyond its capacity, nor on its days off.

    Tasks are placed one after another, each on the first days where its links allow it and its resources are free,
    never in pieces. Of the tasks whose predecessors are all placed, the next one is that with the highest priority,
    then the earliest latest start (of the schedule without resources), then the earliest start, then the place in
    the plan. Raises `CycleError`.
    """
    free = schedule(plan)
    place = {task.id: index for index, task in enumerate(plan.tasks)}
    rank = {
        entry.task.id: (-entry.task.priority, entry.late_start, entry.start, place[entry.task.id])
        for entry in free.entries
    }
    used: dict[str, Counter[int]] = {resource.id: Counter() for resource in plan.resources}
    starts: dict[str, int] = {}
    waiting = {task.id: len(task.links) for task in plan.tasks}
    following = successors(plan)
    while waiting:
        id_ = min((each for each, count in waiting.items() if count == 0), key=rank.__getitem__)
        del waiting[id_]
        task = plan.task(id_)
        starts[id_] = _place(task, earliest_start(task, starts, plan, free.timeline), plan, free.timeline, used)
        for other in following[id_]:
            waiting[other] -= 1
    return with_starts(plan, free.timeline, starts)


def usage(found: Schedule) -> dict[str, list[int]]:
    """Return for each resource the units in use on every working day of the schedule."""
    result = {resource.id: [0] * found.length for resource in found.plan.resources}
    for entry in found.entries:
        for resource, units in entry.task.uses.items():
            for day in range(entry.start, entry.end):
                result[resource][day] += units
    return result


def overloads(found: Schedule) -> list[Overload]:
    """Return where resources are used beyond their capacity (0 on days off), by resources and days."""
    result = []
    profile = usage(found)
    for resource in found.plan.resources:
        for day, units in enumerate(profile[resource.id]):
            capacity = _capacity(resource, day, found.timeline)
            if units > capacity:
                result.append(Overload(resource.id, day, units, capacity))
    return result


def utilization(found: Schedule) -> dict[str, float]:
    """Return for each resource the share of its capacity in use, over the working days of the schedule; 0 without
    any."""
    profile = usage(found)
    result = {}
    for resource in found.plan.resources:
        available = sum(_capacity(resource, day, found.timeline) for day in range(found.length))
        result[resource.id] = sum(profile[resource.id]) / available if available else 0.0
    return result


def _place(task: Task, start: int, plan: Plan, timeline: Timeline, used: Mapping[str, Counter[int]]) -> int:
    """Return the first start from `start` on where the resources are free, and take them."""
    needed = [resource for resource in plan.resources if resource.id in task.uses]
    while (blocked := _blocked_day(task, start, needed, timeline, used)) is not None:
        start = blocked + 1
    for resource in needed:
        for day in range(start, start + task.duration):
            used[resource.id][day] += task.uses[resource.id]
    return start


def _blocked_day(
    task: Task, start: int, needed: list[Resource], timeline: Timeline, used: Mapping[str, Counter[int]]
) -> int | None:
    """Return the last day of the task on which a resource is not free, None where all are."""
    for day in reversed(range(start, start + task.duration)):
        for resource in needed:
            if used[resource.id][day] + task.uses[resource.id] > _capacity(resource, day, timeline):
                return day
    return None


def _capacity(resource: Resource, day: int, timeline: Timeline) -> int:
    return 0 if resource.off and timeline.day(day) in resource.off else resource.capacity
