from datetime import date

import pytest
from planweaver.model import Link, Plan, Resource, Task
from planweaver.progress import Change, Comparison, Status, compare, status, working_days
from planweaver.scheduling import schedule

START = date(2025, 3, 3)


def _schedule(*tasks, rate=0.0, start=START):
    return schedule(Plan("p", start, tasks, (Resource("r", 9, rate),)))


@pytest.mark.parametrize(("day", "planned"), [(2, 0.0), (3, 1.0), (4, 2.0), (6, 4.0), (7, 4.0), (8, 4.0), (31, 4.0)])
def test_the_planned_value_grows_with_the_days(day, planned):
    found = _schedule(Task("a", duration=4))
    assert status(found, date(2025, 3, day)).planned == planned


def test_the_status_of_a_plan():
    found = _schedule(Task("a", duration=4, done=50), Task("b", duration=4, links=(Link("a"),), done=25))
    assert status(found, date(2025, 3, 7)) == Status(date(2025, 3, 7), 5.0, 3.0, 8.0, ("a",))


def test_figures_of_a_status():
    found = Status(START, 4.0, 3.0, 12.0, ())
    assert (found.index, found.percent) == (0.75, 25.0)
    assert Status(START, 0.0, 1.0, 2.0, ()).index is None
    assert Status(START, 0.0, 0.0, 0.0, ()).percent == 100.0


def test_values_are_costs_where_there_are_any():
    found = _schedule(Task("a", duration=2, uses={"r": 3}, done=100), Task("b", duration=2), rate=10.0)
    assert status(found, START) == Status(START, 30.0, 60.0, 60.0, ("b",))
    assert status(found, date(2025, 3, 4)).behind == ("b",)


@pytest.mark.parametrize(("done", "behind"), [(32, ("a",)), (33, ()), (34, ())])
def test_being_behind_is_measured_in_whole_percent(done, behind):
    assert status(_schedule(Task("a", duration=3, done=done)), START).behind == behind


def test_milestones_are_planned_for_their_day():
    found = _schedule(Task("first", duration=0), Task("a", duration=2), Task("m", duration=0, links=(Link("a"),)))
    assert status(found, date(2025, 3, 2)).behind == ()
    assert status(found, START).behind == ("first", "a")
    assert status(found, date(2025, 3, 4)).behind == ("first", "a", "m")


def test_nothing_is_planned_before_the_start():
    found = _schedule(Task("first", duration=0), Task("a", duration=2))
    assert status(found, date(2025, 2, 28)) == Status(date(2025, 2, 28), 0.0, 0.0, 2.0, ())


def test_a_plan_without_value():
    assert status(_schedule(), START).percent == 100.0


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        (date(2025, 3, 3), date(2025, 3, 3), 0),
        (date(2025, 3, 3), date(2025, 3, 4), 1),
        (date(2025, 3, 7), date(2025, 3, 10), 1),
        (date(2025, 3, 10), date(2025, 3, 3), -5),
    ],
)
def test_working_days_between_days(first, second, count):
    assert working_days(_schedule(), first, second) == count


def test_what_changed():
    old = _schedule(Task("a", duration=2), Task("b", links=(Link("a"),)), Task("gone"), Task("same"))
    new = _schedule(Task("a", duration=4), Task("b", links=(Link("a"),)), Task("same"), Task("new", duration=6))

    assert compare(old, new) == Comparison((Change("a", 0, 2), Change("b", 2, 2)), ("new",), ("gone",), 3)
    assert compare(new, old) == Comparison((Change("a", 0, -2), Change("b", -2, -2)), ("gone",), ("new",), -3)


def test_nothing_changed():
    found = _schedule(Task("a"))
    assert compare(found, found) == Comparison((), (), (), 0)


def test_a_task_that_only_starts_later():
    old = _schedule(Task("a", duration=3))
    new = _schedule(Task("a", duration=2, not_before=date(2025, 3, 4)))
    assert compare(old, new).changes == (Change("a", 1, 0),)
