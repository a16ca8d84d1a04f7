from datetime import date

import pytest
from planweaver.calendars import Calendar, Timeline
from planweaver.errors import CycleError, ModelError
from planweaver.model import Link, LinkKind, Plan, Task
from planweaver.scheduling import distance, earliest_start, schedule, with_starts

START = date(2025, 3, 3)


def _plan(*tasks, **options):
    return Plan("p", START, tasks, **options)


def _numbers(found):
    return {
        entry.task.id: (entry.start, entry.end, entry.late_start, entry.late_end, entry.slack, entry.free)
        for entry in found.entries
    }


@pytest.fixture
def house():
    return _plan(
        Task("a", duration=3),
        Task("b", duration=2, links=(Link("a"),)),
        Task("c", duration=4, links=(Link("a"),)),
        Task("d", duration=1, links=(Link("b"), Link("c"))),
        Task("e", duration=2),
        Task("end", duration=0, links=(Link("d"),)),
    )


def test_earliest_and_latest_days(house):
    assert _numbers(schedule(house)) == {
        "a": (0, 3, 0, 3, 0, 0),
        "b": (3, 5, 5, 7, 2, 2),
        "c": (3, 7, 3, 7, 0, 0),
        "d": (7, 8, 7, 8, 0, 0),
        "e": (0, 2, 6, 8, 6, 6),
        "end": (8, 8, 8, 8, 0, 0),
    }


def test_length_and_finish(house):
    found = schedule(house)
    assert (found.length, found.finish()) == (8, date(2025, 3, 12))
    assert found.critical_path() == ["a", "c", "d", "end"]
    assert [entry.is_critical for entry in found.entries] == [True, False, True, True, False, True]


def test_days_of_tasks(house):
    found = schedule(house)
    assert (found.start_day("c"), found.finish_day("c")) == (date(2025, 3, 6), date(2025, 3, 11))
    assert found.start_day("end") == found.finish_day("end") == date(2025, 3, 12)
    assert found["b"].task.id == "b"
    for read in (found.__getitem__, found.start_day, found.finish_day):
        with pytest.raises(ModelError, match="^z: no such task$"):
            read("z")


def test_an_empty_plan():
    found = schedule(_plan())
    assert (found.length, found.finish(), found.critical_path(), found.missed_deadlines()) == (0, START, [], {})


def test_a_milestone_at_the_beginning():
    found = schedule(_plan(Task("a", duration=0)))
    assert (found.start_day("a"), found.finish_day("a"), found.length) == (START, START, 0)


@pytest.mark.parametrize(
    ("kind", "lag", "start"),
    [
        ("FS", 0, 3), ("FS", 2, 5), ("FS", -1, 2), ("FS", -9, 0),
        ("SS", 0, 0), ("SS", 2, 2), ("FF", 0, 1), ("FF", 2, 3), ("FF", -5, 0), ("SF", 0, 0), ("SF", 5, 3),
    ],
)  # fmt: skip
def test_every_kind_of_link(kind, lag, start):
    found = schedule(_plan(Task("a", duration=3), Task("b", duration=2, links=(Link("a", LinkKind(kind), lag),))))
    assert (found["b"].start, found["b"].end) == (start, start + 2)


@pytest.mark.parametrize(("kind", "days"), [("FS", 8), ("SS", 5), ("FF", 6), ("SF", 3)])
def test_the_distance_that_a_link_demands(kind, days):
    assert distance(Link("a", LinkKind(kind), 5), Task("a", duration=3), Task("b", duration=2)) == days


@pytest.mark.parametrize(
    ("kind", "lag", "late", "free"), [("SS", 1, 2, 0), ("FF", 1, 5, 2), ("SF", 5, 2, 0), ("FS", 0, 2, 0)]
)
def test_slack_follows_the_kind_of_link(kind, lag, late, free):
    found = schedule(
        _plan(
            Task("x", duration=7),
            Task("a", duration=1),
            Task("b", duration=4, links=(Link("a", LinkKind(kind), lag),)),
        )
    )
    assert (found["a"].late_start, found["a"].free) == (late, free)


def test_free_slack_is_that_of_the_nearest_successor():
    found = schedule(
        _plan(
            Task("a"),
            Task("l", duration=5),
            Task("m", duration=3),
            Task("b", links=(Link("a"), Link("m"))),
            Task("c", links=(Link("a"), Link("l"))),
        )
    )
    assert (found["a"].free, found["a"].slack) == (2, 4)


def test_tasks_wait_for_their_day():
    found = schedule(
        _plan(Task("a", not_before=date(2025, 3, 8)), Task("b", links=(Link("a"),), not_before=date(2025, 3, 1)))
    )
    assert (found["a"].start, found["b"].start) == (5, 6)
    assert found.start_day("a") == date(2025, 3, 10)


@pytest.mark.parametrize(
    ("deadline", "late"),
    [(date(2025, 3, 7), {}), (date(2025, 3, 6), {"a": 1}), (date(2025, 3, 2), {"a": 5}), (date(2025, 3, 8), {})],
)
def test_deadlines(deadline, late):
    assert schedule(_plan(Task("a", duration=5, deadline=deadline), Task("b"))).missed_deadlines() == late


def test_holidays_are_left_out():
    calendar = Calendar(holidays=frozenset({date(2025, 3, 5)}))
    found = schedule(_plan(Task("a", duration=3), calendar=calendar))
    assert found.finish() == date(2025, 3, 6)


def test_a_plan_that_starts_on_a_weekend():
    found = schedule(Plan("p", date(2025, 3, 1), (Task("a"),)))
    assert found.start_day("a") == START


def test_cycles_are_refused():
    with pytest.raises(CycleError):
        schedule(_plan(Task("a", links=(Link("b"),)), Task("b", links=(Link("a"),))))


def test_the_earliest_start_with_given_starts(house):
    timeline = Timeline(house.calendar, START)
    assert earliest_start(house.task("d"), {"b": 10, "c": 2}, house, timeline) == 12
    assert earliest_start(house.task("a"), {}, house, timeline) == 0


def test_a_schedule_with_given_starts(house):
    starts = {"a": 0, "b": 6, "c": 3, "d": 9, "e": 1, "end": 10}
    found = with_starts(house, Timeline(house.calendar, START), starts)
    assert found.length == 10
    assert _numbers(found)["b"] == (6, 8, 7, 9, 1, 1)
    assert _numbers(found)["c"] == (3, 7, 5, 9, 2, 2)
    assert _numbers(found)["a"] == (0, 3, 2, 5, 2, 0)


def test_the_critical_path_is_ordered_by_days():
    found = schedule(_plan(Task("b", links=(Link("a"),)), Task("a"), Task("z", duration=2)))
    assert found.critical_path() == ["a", "z", "b"]
