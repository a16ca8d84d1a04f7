from datetime import date

import pytest
from planweaver.errors import CycleError, ModelError
from planweaver.graph import ancestors, descendants, redundant_links, successors, work_order
from planweaver.model import Link, LinkKind, Plan, Task


def _plan(**links):
    tasks = tuple(Task(id_, links=tuple(Link(each) for each in text.split())) for id_, text in links.items())
    return Plan("p", date(2025, 3, 3), tasks)


def test_nothing():
    assert work_order(_plan()) == []
    assert successors(_plan()) == {}
    assert redundant_links(_plan()) == []


def test_tasks_without_links_keep_their_order():
    assert work_order(_plan(b="", a="", c="")) == ["b", "a", "c"]


def test_tasks_follow_those_they_wait_for():
    assert work_order(_plan(d="b c", c="a", b="a", a="")) == ["a", "c", "b", "d"]


def test_who_waits_for_whom():
    assert successors(_plan(a="", b="a", c="a b")) == {"a": ["b", "c"], "b": ["c"], "c": []}


@pytest.mark.parametrize(
    ("id_", "before", "after"), [("a", "", "b c d"), ("c", "a b", "d"), ("d", "a b c", ""), ("x", "", "")]
)
def test_tasks_before_and_after(id_, before, after):
    plan = _plan(a="", b="a", c="b", d="c a", x="")
    assert ancestors(plan, id_) == set(before.split())
    assert descendants(plan, id_) == set(after.split())


def test_unknown_tasks():
    for find in (ancestors, descendants):
        with pytest.raises(ModelError, match="^z: no such task$"):
            find(_plan(a=""), "z")


@pytest.mark.parametrize(
    ("links", "cycle"),
    [
        ({"a": "b", "b": "a"}, ("a", "b")),
        ({"a": "c", "b": "a", "c": "b"}, ("a", "b", "c")),
        ({"s": "", "x": "s z", "y": "x", "z": "y", "t": "z"}, ("x", "y", "z")),
        ({"t": "u", "u": "v", "v": "u"}, ("u", "v")),
    ],
)
def test_cycles_are_named_from_their_first_task_on(links, cycle):
    with pytest.raises(CycleError) as caught:
        work_order(_plan(**links))
    assert caught.value.tasks == cycle
    assert caught.value.subject == cycle[0]
    assert str(caught.value) == f"{cycle[0]}: tasks wait for one another: {' -> '.join([*cycle, cycle[0]])}"
    assert isinstance(caught.value, ModelError)


def test_links_that_say_nothing_new():
    assert redundant_links(_plan(a="", b="a", c="a b", d="a c", e="b a")) == [("c", "a"), ("d", "a"), ("e", "a")]
    assert redundant_links(_plan(a="", b="", c="a b")) == []


def test_links_with_lag_or_of_other_kinds_always_say_something():
    tasks = (Task("a"), Task("b", links=(Link("a", LinkKind.START_START),)), Task("c", links=(Link("a"), Link("b"))))
    assert redundant_links(Plan("p", date(2025, 3, 3), tasks)) == []
    tasks = (Task("a"), Task("b", links=(Link("a"),)), Task("c", links=(Link("a", lag=2), Link("b"))))
    assert redundant_links(Plan("p", date(2025, 3, 3), tasks)) == []


def test_a_long_chain_needs_no_recursion():
    plan = _plan(t0="", **{f"t{n}": f"t{n - 1}" for n in range(1, 2_000)})
    assert len(descendants(plan, "t0")) == 1_999
    assert work_order(plan)[-1] == "t1999"
