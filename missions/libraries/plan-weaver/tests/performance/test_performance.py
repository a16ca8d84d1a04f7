"""Work worth measuring; what counts is the time relative to the reference."""

from datetime import date

from planweaver import (
    Link,
    Plan,
    Resource,
    Task,
    format_plan,
    gantt,
    level,
    overloads,
    parse_plan,
    schedule,
    summary,
    table,
)

START = date(2025, 1, 6)


def _plan(size):
    tasks = []
    for number in range(size):
        links = tuple(Link(f"t{other}") for other in {number - 1 - number % 7, number - 3} if other >= 0)
        tasks.append(Task(f"t{number}", f"Task {number}", number % 5 + 1, links, {f"r{number % 4}": number % 3 + 1}))
    return Plan("large", START, tuple(tasks), tuple(Resource(f"r{number}", 4, 100.0) for number in range(4)))


def test_a_large_plan_is_scheduled():
    plan = _plan(7_000)

    assert schedule(plan).length == schedule(plan).length > 500


def test_a_plan_is_levelled():
    assert overloads(level(_plan(3_500))) == []


def test_a_plan_is_written_and_read():
    plan = _plan(7_000)

    assert parse_plan(format_plan(plan)) == plan


def test_reports_of_a_large_plan():
    found = schedule(_plan(4_000))

    assert len(table(found)) + len(gantt(found, 100)) + len(summary(found)) > 50_000
