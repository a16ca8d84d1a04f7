from datetime import date

import pytest
from planweaver.errors import ModelError, PlanError
from planweaver.model import Link, LinkKind, Plan, Resource, Task

START = date(2025, 3, 3)


def test_the_defaults():
    task, resource = Task("a"), Resource("r")
    assert (task.name, task.duration, task.links, dict(task.uses), task.priority, task.done) == ("a", 1, (), {}, 0, 0)
    assert (task.not_before, task.deadline, task.is_milestone) == (None, None, False)
    assert (resource.capacity, resource.rate, resource.off) == (1, 0.0, frozenset())
    assert Link("a") == Link("a", LinkKind.FINISH_START, 0)
    assert (Plan("p", START).tasks, Plan("p", START).calendar.weekdays) == ((), frozenset(range(5)))


def test_milestones():
    assert Task("a", duration=0).is_milestone is True


def test_kinds_of_links():
    assert [kind.value for kind in LinkKind] == ["FS", "SS", "FF", "SF"]


@pytest.mark.parametrize("id_", ["", "1a", "-a", "a b", "é", "a.b"])
def test_wrong_ids(id_):
    message = f"{id_}: not an id: letters, digits, '_' and '-', not beginning with a digit or '-'"
    for make in (Task, Resource):
        with pytest.raises(ModelError) as caught:
            make(id_)
        assert (str(caught.value), caught.value.subject) == (message, id_)
    assert isinstance(caught.value, PlanError)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"duration": -1}, "a: the duration must not be negative"),
        ({"done": -1}, "a: the progress must be from 0 to 100 percent"),
        ({"done": 101}, "a: the progress must be from 0 to 100 percent"),
        ({"uses": {"r": 0}}, "a: a task uses at least 1 unit of a resource"),
        ({"links": (Link("a"),)}, "a: the task waits for itself"),
        ({"links": (Link("b"), Link("b", LinkKind.START_START))}, "a: two links to the same task"),
    ],
)
def test_wrong_tasks(options, message):
    with pytest.raises(ModelError) as caught:
        Task("a", **options)
    assert str(caught.value) == message


@pytest.mark.parametrize("options", [{"duration": 0}, {"done": 0}, {"done": 100}, {"uses": {"r": 1}}])
def test_limits_of_tasks(options):
    assert Task("a", **options).id == "a"


@pytest.mark.parametrize(
    ("options", "message"),
    [({"capacity": 0}, "r: the capacity must be at least 1"), ({"rate": -0.5}, "r: the rate must not be negative")],
)
def test_wrong_resources(options, message):
    with pytest.raises(ModelError) as caught:
        Resource("r", **options)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("tasks", "resources", "message"),
    [
        ([Task("a"), Task("a")], [], "a: there are two tasks with this id"),
        ([], [Resource("r"), Resource("r")], "r: there are two resources with this id"),
        ([Task("a", links=(Link("b"),))], [], "a: unknown task 'b'"),
        ([Task("a", uses={"r": 1})], [], "a: unknown resource 'r'"),
        ([Task("a", uses={"r": 3})], [Resource("r", 2)], "a: uses 3 of 'r', which has only 2"),
    ],
)
def test_wrong_plans(tasks, resources, message):
    with pytest.raises(ModelError) as caught:
        Plan("p", START, tuple(tasks), tuple(resources))
    assert str(caught.value) == message


def test_all_of_a_resource_may_be_used():
    assert Plan("p", START, (Task("a", uses={"r": 2}),), (Resource("r", 2),)).task("a").uses == {"r": 2}


@pytest.fixture
def plan():
    tasks = (
        Task("a"),
        Task("b", links=(Link("a", LinkKind.START_START, 2),)),
        Task("c", links=(Link("b", lag=3), Link("x"))),
        Task("x"),
    )
    return Plan("p", START, tasks)


def test_tasks_by_id(plan):
    assert plan.task("b") is plan.tasks[1]
    with pytest.raises(ModelError, match="^z: no such task$"):
        plan.task("z")


def test_replacing_and_adding_tasks(plan):
    changed = plan.with_task(Task("a", duration=9)).with_task(Task("new"))
    assert [(task.id, task.duration) for task in changed.tasks] == [("a", 9), ("b", 1), ("c", 1), ("x", 1), ("new", 1)]
    assert plan.task("a").duration == 1
    assert changed.name == "p"


def test_removing_a_task_joins_its_neighbours(plan):
    left = plan.without_task("b")
    assert [task.id for task in left.tasks] == ["a", "c", "x"]
    assert left.task("c").links == (Link("x"), Link("a", lag=5))


def test_removing_keeps_links_that_exist(plan):
    plan = plan.with_task(Task("c", links=(Link("b"), Link("a", LinkKind.FINISH_FINISH, 1))))
    assert plan.without_task("b").task("c").links == (Link("a", LinkKind.FINISH_FINISH, 1),)
    assert plan.without_task("x").task("b") == plan.task("b")
    with pytest.raises(ModelError):
        plan.without_task("z")


def test_the_cost_of_a_task():
    resources = (Resource("r", 5, 100.0), Resource("s", 5, 2.5))
    plan = Plan("p", START, (Task("a", duration=3, uses={"r": 2, "s": 4}), Task("b")), resources)
    assert [plan.cost(task) for task in plan.tasks] == [630.0, 0.0]
