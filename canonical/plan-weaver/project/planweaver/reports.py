"""Schedules as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planweaver.errors import PlanError
from planweaver.levelling import overloads, usage, utilization
from planweaver.scheduling import Entry, Schedule


def table(found: Schedule) -> str:
    """Return one line per task under a heading: id, name, start, finish, days, slack, and ``*`` for critical tasks.

    Columns are separated by two blanks, numbers are to the right, lines have no blanks at their ends.
    """
    heading = ["Id", "Name", "Start", "Finish", "Days", "Slack", ""]
    rows = [_row(found, entry) for entry in found.entries]
    return "\n".join(_aligned([heading, *rows], right={4, 5}))


def gantt(found: Schedule, width: int = 60) -> str:
    """Return one bar per task: ``#`` for days of critical tasks, ``=`` for others, ``+`` for done ones, ``.`` for
    free slack, ``<>`` for milestones.

    A day is one character, or several days are where the schedule is longer than `width` characters: then every
    character stands for the same number of days, and shows the strongest sign among them. Raises `PlanError` for a
    width below 10.
    """
    if width < 10:
        raise PlanError("the width must be at least 10")
    step = max(-(-found.length // width), 1)
    widest = max((len(entry.task.id) for entry in found.entries), default=0)
    return "\n".join(f"{entry.task.id.ljust(widest)} |{_bar(entry, step)}" for entry in found.entries)


def summary(found: Schedule) -> str:
    """Return what matters about a schedule, one statement per line: tasks, days, finish, cost, critical path, missed
    deadlines, overloads."""
    plan = found.plan
    cost = sum(plan.cost(task) for task in plan.tasks)
    lines = [
        f"Plan: {plan.name}",
        f"Tasks: {sum(not task.is_milestone for task in plan.tasks)}, milestones: "
        f"{sum(task.is_milestone for task in plan.tasks)}",
        f"Start: {found.timeline.day(0)}, finish: {found.finish()}, working days: {found.length}",
        f"Cost: {cost:.2f}",
        f"Critical: {' > '.join(found.critical_path()) or 'none'}",
    ]
    lines += [f"Late: {id_} by {count} {_days(count)}" for id_, count in found.missed_deadlines().items()]
    for overload in overloads(found):
        day = found.timeline.day(overload.day)
        lines.append(f"Overload: {overload.resource} on {day}: {overload.used} of {overload.capacity}")
    return "\n".join(lines)


def workload(found: Schedule) -> str:
    """Return one line per resource: id, share of the capacity in use, units on every working day (``-`` above 9)."""
    shares = utilization(found)
    rows = [
        [id_, f"{100 * shares[id_]:.0f} %", "".join(str(units) if units < 10 else "-" for units in profile)]
        for id_, profile in usage(found).items()
    ]
    return "\n".join(_aligned(rows, right={1}))


def _days(count: int) -> str:
    return "day" if count == 1 else "days"


def _row(found: Schedule, entry: Entry) -> list[str]:
    task = entry.task
    start, finish = str(found.start_day(task.id)), str(found.finish_day(task.id))
    return [task.id, task.name, start, finish, str(task.duration), str(entry.slack), "*" if entry.is_critical else ""]


def _aligned(rows: Sequence[Sequence[str]], right: set[int]) -> Iterator[str]:
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))] if rows else []
    for row in rows:
        cells = [
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _bar(entry: Entry, step: int) -> str:
    if entry.task.is_milestone:
        return " " * (entry.start // step) + "<>"
    done = entry.start + entry.task.duration * entry.task.done // 100
    sign = "#" if entry.is_critical else "="
    signs = {day: "+" if day < done else sign for day in range(entry.start, entry.end)}
    signs |= dict.fromkeys(range(entry.end, entry.end + entry.free), ".")
    cells = []
    for first in range(0, entry.end + entry.free, step):
        found = {signs.get(day, " ") for day in range(first, first + step)}
        cells.append(next(each for each in "#=+. " if each in found))
    return "".join(cells)
