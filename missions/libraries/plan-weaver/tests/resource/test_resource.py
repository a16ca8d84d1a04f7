"""Memory follows the size of the plan, not the number of its days."""

import tracemalloc
from datetime import date

from planweaver import Calendar, Plan, Resource, Task, Timeline, level, schedule


def _peak(action):
    tracemalloc.start()
    try:
        result = action()
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_long_tasks_without_resources_cost_no_memory():
    plan = Plan("p", date(2025, 1, 1), tuple(Task(f"t{number}", duration=500_000) for number in range(20)))

    found, peak = _peak(lambda: schedule(plan))

    assert found.length == 500_000
    assert peak < 1_000_000


def test_levelling_keeps_only_the_days_in_use():
    tasks = tuple(Task(f"t{number}", duration=20, uses={"r": 1}) for number in range(30))
    plan = Plan("p", date(2025, 1, 1), tasks, (Resource("r"), *(Resource(f"idle{number}", 9) for number in range(300))))

    found, peak = _peak(lambda: level(plan))

    assert found.length == 600
    assert peak < 1_500_000


def test_a_timeline_finds_its_days_when_they_are_needed():
    _, peak = _peak(lambda: Timeline(Calendar(), date(2025, 1, 1)).day(10))

    assert peak < 50_000
