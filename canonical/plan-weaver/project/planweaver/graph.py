"""Order of tasks."""

from __future__ import annotations

from collections.abc import Mapping

from planweaver.errors import CycleError
from planweaver.model import Plan


def successors(plan: Plan) -> dict[str, list[str]]:
    """Return for each task the tasks that wait for it, in the order of the plan."""
    found: dict[str, list[str]] = {task.id: [] for task in plan.tasks}
    for task in plan.tasks:
        for link in task.links:
            found[link.task].append(task.id)
    return found


def work_order(plan: Plan) -> list[str]:
    """Return the tasks so that each follows those it waits for; otherwise in the order of the plan.

    Raises `CycleError` with one cycle where there is any.
    """
    missing = {task.id: len(task.links) for task in plan.tasks}
    following = successors(plan)
    ready = [id_ for id_, count in missing.items() if count == 0]
    ordered: list[str] = []
    while ready:
        ordered.append(ready.pop(0))
        for id_ in following[ordered[-1]]:
            missing[id_] -= 1
            if missing[id_] == 0:
                ready.append(id_)
    if len(ordered) < len(plan.tasks):
        raise CycleError(_cycle(plan, {id_ for id_, count in missing.items() if count}))
    return ordered


def ancestors(plan: Plan, id_: str) -> set[str]:
    """Return the tasks that a task waits for, directly or through others. Raises `ModelError` for an unknown id."""
    plan.task(id_)
    return _reached(id_, {task.id: [link.task for link in task.links] for task in plan.tasks})


def descendants(plan: Plan, id_: str) -> set[str]:
    """Return the tasks that wait for a task, directly or through others. Raises `ModelError` for an unknown id."""
    plan.task(id_)
    return _reached(id_, successors(plan))


def redundant_links(plan: Plan) -> list[tuple[str, str]]:
    """Return pairs (task, predecessor) whose link says nothing new, because another predecessor waits for the same
    task.

    Only links finish-to-start without lag on both ways are looked at.
    """
    plain = {
        task.id: [link.task for link in task.links if (link.kind.value, link.lag) == ("FS", 0)] for task in plan.tasks
    }
    found = []
    for id_, predecessors in plain.items():
        for predecessor in predecessors:
            others = [other for other in predecessors if other != predecessor]
            if any(predecessor in _reached(other, plain) for other in others):
                found.append((id_, predecessor))
    return found


def _reached(start: str, edges: Mapping[str, list[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for id_ in edges[waiting.pop()]:
            if id_ not in found:
                found.add(id_)
                waiting.append(id_)
    return found


def _cycle(plan: Plan, left: set[str]) -> list[str]:
    """Return one cycle among the tasks left over, beginning with the one that comes first in the plan."""
    edges = {task.id: [link.task for link in task.links if link.task in left] for task in plan.tasks if task.id in left}
    path = [next(iter(edges))]
    while path[-1] not in path[:-1]:
        path.append(edges[path[-1]][0])
    cycle = list(reversed(path[path.index(path[-1]) : -1]))
    first = min(range(len(cycle)), key=lambda index: list(edges).index(cycle[index]))
    return cycle[first:] + cycle[:first]
