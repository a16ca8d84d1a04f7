from datetime import date

import pytest
from planweaver.errors import CycleError
from planweaver.levelling import Overload, level, overloads, usage, utilization
from planweaver.model import Link, Plan, Resource, Task
from planweaver.scheduling import schedule

START = date(2025, 3, 3)


def _plan(*tasks, capacity=1, off=(), **more):
    return Plan("p", START, tasks, (Resource("r", capacity, off=frozenset(off)), *more.get("resources", ())))


def _task(id_, duration=1, after="", units=1, **options):
    return Task(
        id_,
        duration=duration,
        links=tuple(Link(each) for each in after.split()),
        uses={"r": units} if units else {},
        **options,
    )


def _starts(found):
    return {entry.task.id: entry.start for entry in found.entries}


def test_without_conflict_nothing_moves():
    plan = _plan(_task("a", 2), _task("b", 3, "a"), _task("c", 4, units=0))
    assert level(plan) == level(plan)
    assert _starts(level(plan)) == _starts(schedule(plan)) == {"a": 0, "b": 2, "c": 0}


def test_conflicting_tasks_follow_one_another():
    assert _starts(level(_plan(_task("a", 2), _task("b", 3)))) == {"a": 3, "b": 0}


def test_the_task_with_less_time_comes_first():
    plan = _plan(_task("a", 2), _task("b", 2), _task("c", 5, "b", units=0))
    assert _starts(level(plan)) == {"a": 2, "b": 0, "c": 2}


def test_priority_comes_before_everything():
    plan = _plan(_task("a", 2, priority=1), _task("b", 2), _task("c", 5, "b", units=0))
    assert _starts(level(plan)) == {"a": 0, "b": 2, "c": 4}


def test_equal_tasks_keep_the_order_of_the_plan():
    assert _starts(level(_plan(_task("b", 2), _task("a", 2)))) == {"b": 0, "a": 2}


def test_the_earlier_start_decides_between_equals():
    plan = _plan(_task("a", 1, not_before=date(2025, 3, 4)), _task("b", 1), _task("end", 3, "a b", units=0))
    assert _starts(level(plan)) == {"a": 1, "b": 0, "end": 2}


def test_capacity_is_shared():
    plan = _plan(_task("a", 3, units=2), _task("b", 3, units=1), _task("c", 3, units=1), capacity=3)
    assert _starts(level(plan)) == {"a": 0, "b": 0, "c": 3}


def test_gaps_are_filled():
    plan = _plan(_task("a", 2), _task("x", 5, "a", units=0), _task("b", 2, "x"), _task("c", 4))
    assert _starts(level(plan)) == {"a": 0, "x": 2, "b": 7, "c": 2}


def test_tasks_are_never_in_pieces():
    plan = _plan(_task("a", 2), _task("x", 2, "a", units=0), _task("b", 4, "x"), _task("c", 3))
    assert _starts(level(plan)) == {"a": 0, "x": 2, "b": 4, "c": 8}


def test_days_off_are_waited_for():
    plan = _plan(_task("a", 3), off=[date(2025, 3, 4)])
    assert _starts(level(plan)) == {"a": 2}
    assert level(plan).start_day("a") == date(2025, 3, 5)


def test_several_resources_are_needed_at_once():
    plan = Plan(
        "p",
        START,
        (
            Task("a", duration=2, uses={"r": 1}),
            Task("b", duration=2, uses={"s": 1}),
            Task("c", duration=1, uses={"r": 1, "s": 1}, priority=-1),
        ),
        (Resource("r"), Resource("s", off=frozenset({date(2025, 3, 5)}))),
    )
    assert _starts(level(plan)) == {"a": 0, "b": 0, "c": 3}


def test_links_hold_after_levelling():
    plan = _plan(_task("a", 2), _task("b", 2), _task("c", 1, "a", units=0), _task("d", 0, "b c", units=0))
    found = level(plan)
    assert _starts(found) == {"a": 0, "b": 2, "c": 2, "d": 4}
    assert [found[each].slack for each in "abcd"] == [1, 0, 1, 0]


def test_levelled_plans_have_no_overload():
    plan = _plan(*(_task(f"t{n}", n % 4 + 1, units=n % 3 + 1) for n in range(15)), capacity=4, off=[date(2025, 3, 10)])
    assert overloads(schedule(plan)) != []
    assert overloads(level(plan)) == []
    assert max(usage(level(plan))["r"]) <= 4


def test_units_in_use():
    plan = _plan(_task("a", 2, units=2), _task("b", 1, "a"), capacity=2, resources=[Resource("s")])
    assert usage(schedule(plan)) == {"r": [2, 2, 1], "s": [0, 0, 0]}


def test_overloads_by_resource_and_day():
    plan = _plan(_task("a", 2, units=2), _task("b", 3), capacity=2, off=[date(2025, 3, 5)])
    assert overloads(schedule(plan)) == [Overload("r", 0, 3, 2), Overload("r", 1, 3, 2), Overload("r", 2, 1, 0)]


def test_full_use_is_no_overload():
    assert overloads(schedule(_plan(_task("a", 2, units=2), capacity=2))) == []


@pytest.mark.parametrize(("off", "share"), [([], 0.5), ([date(2025, 3, 4)], 1.0)])
def test_the_share_in_use(off, share):
    plan = _plan(_task("a", 1), _task("b", 1, "a", units=0), off=off, resources=[Resource("s", 3)])
    assert utilization(schedule(plan)) == {"r": share, "s": 0.0}


def test_the_share_of_nothing():
    assert utilization(schedule(_plan())) == {"r": 0.0}


def test_cycles_are_refused():
    with pytest.raises(CycleError):
        level(_plan(_task("a", after="b"), _task("b", after="a")))
