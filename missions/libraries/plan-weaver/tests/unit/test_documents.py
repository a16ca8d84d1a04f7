import json
from datetime import date

import pytest
from planweaver.calendars import Calendar
from planweaver.documents import plan_from_json, plan_to_json, schedule_to_json
from planweaver.errors import DocumentError, PlanError
from planweaver.model import Link, LinkKind, Plan, Resource, Task
from planweaver.scheduling import schedule

PLAN = Plan(
    "Häuser",
    date(2025, 3, 3),
    (
        Task(
            "a", "First", 3, uses={"r": 2}, priority=2, not_before=date(2025, 3, 4), deadline=date(2025, 3, 20), done=10
        ),
        Task("b", links=(Link("a", LinkKind.START_START, -2),)),
    ),
    (Resource("r", 2, 1.5, frozenset({date(2025, 3, 6), date(2025, 3, 5)})),),
    Calendar(frozenset({1, 0}), frozenset({date(2025, 12, 25)}), frozenset({date(2025, 3, 8)})),
)


def test_a_plan_as_json():
    assert json.loads(plan_to_json(PLAN)) == {
        "name": "Häuser",
        "start": "2025-03-03",
        "weekdays": [0, 1],
        "holidays": ["2025-12-25"],
        "workdays": ["2025-03-08"],
        "resources": [{"id": "r", "capacity": 2, "rate": 1.5, "off": ["2025-03-05", "2025-03-06"]}],
        "tasks": [
            {
                "id": "a",
                "name": "First",
                "duration": 3,
                "uses": {"r": 2},
                "priority": 2,
                "not_before": "2025-03-04",
                "deadline": "2025-03-20",
                "done": 10,
            },
            {
                "id": "b",
                "name": "b",
                "duration": 1,
                "links": [{"task": "a", "kind": "SS", "lag": -2}],
                "priority": 0,
                "done": 0,
            },
        ],
    }
    assert "Häuser" in plan_to_json(PLAN)
    assert plan_to_json(PLAN).startswith('{\n  "name"')


def test_a_plan_is_read_back():
    assert plan_from_json(plan_to_json(PLAN)) == PLAN
    assert plan_from_json(plan_to_json(Plan("p", date(2025, 3, 3)))) == Plan("p", date(2025, 3, 3))


def test_defaults():
    text = '{"name": "p", "start": "2025-03-03", "tasks": [{"id": "a"}, {"id": "b", "links": [{"task": "a"}]}], "resources": [{"id": "r", "rate": 2}]}'
    plan = plan_from_json(text)
    assert plan.tasks == (Task("a"), Task("b", links=(Link("a"),)))
    assert plan.resources == (Resource("r", 1, 2.0),)
    assert plan.calendar == Calendar()


def _document(**changes):
    return json.dumps({"name": "p", "start": "2025-03-03"} | changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "document: not an object"),
        ("{}", "document: 'name' is missing"),
        ('{"name": "p"}', "document: 'start' is missing"),
        (_document(name=5), "name: must be of type str"),
        (_document(extra=5), "extra: unknown key"),
        (_document(start="soon"), "start: not a date: 'soon'"),
        (_document(start="20250303"), "start: not a date: '20250303'"),
        (_document(start="2025-W10-1"), "start: not a date: '2025-W10-1'"),
        (_document(weekdays=["mon"]), "weekdays: must be whole numbers"),
        (_document(weekdays=[True]), "weekdays: must be whole numbers"),
        (_document(weekdays=[9]), "document: weekdays are numbers from 0 to 6"),
        (_document(weekdays=[]), "document: a calendar needs at least one working day a week"),
        (_document(holidays=["2025-03-03", 5]), "holidays[1]: not a date: 5"),
        (_document(workdays=["x"]), "workdays[0]: not a date: 'x'"),
        (_document(tasks={}), "tasks: must be of type list"),
        (_document(tasks=[5]), "tasks[0]: not an object"),
        (_document(tasks=[{"id": "a"}, {}]), "tasks[1]: 'id' is missing"),
        (_document(tasks=[{"id": "a", "days": 5}]), "tasks[0].days: unknown key"),
        (_document(tasks=[{"id": "a", "duration": 1.5}]), "tasks[0].duration: must be of type int"),
        (_document(tasks=[{"id": "a", "duration": True}]), "tasks[0].duration: must be of type int"),
        (_document(tasks=[{"id": "a", "duration": -1}]), "tasks[0]: a: the duration must not be negative"),
        (_document(tasks=[{"id": "a", "deadline": "x"}]), "tasks[0].deadline: not a date: 'x'"),
        (_document(tasks=[{"id": "a", "not_before": "x"}]), "tasks[0].not_before: not a date: 'x'"),
        (_document(tasks=[{"id": "a", "uses": {"r": "1"}}]), "tasks[0].uses.r: must be of type int"),
        (_document(tasks=[{"id": "a", "links": ["b"]}]), "tasks[0].links[0]: not an object"),
        (_document(tasks=[{"id": "a", "links": [{}]}]), "tasks[0].links[0]: 'task' is missing"),
        (
            _document(tasks=[{"id": "a", "links": [{"task": "b", "kind": "XX"}]}]),
            "tasks[0].links[0].kind: unknown kind: 'XX'",
        ),
        (
            _document(tasks=[{"id": "a", "links": [{"task": "b", "lag": "1"}]}]),
            "tasks[0].links[0].lag: must be of type int",
        ),
        (_document(tasks=[{"id": "a", "links": [{"task": "b"}]}]), "document: a: unknown task 'b'"),
        (_document(resources=[{"id": "r", "capacity": 0}]), "resources[0]: r: the capacity must be at least 1"),
        (_document(resources=[{"id": "r", "rate": "1"}]), "resources[0].rate: must be of type float"),
        (_document(resources=[{"id": "r", "off": ["x"]}]), "resources[0].off[0]: not a date: 'x'"),
        (_document(resources=[{}]), "resources[0]: 'id' is missing"),
    ],
)
def test_wrong_documents(text, message):
    with pytest.raises(DocumentError) as caught:
        plan_from_json(text)
    assert str(caught.value) == message
    assert caught.value.place == ("" if message.startswith("document: ") else message.split(": ")[0])
    assert isinstance(caught.value, PlanError)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000])
def test_what_is_no_json(text):
    with pytest.raises(DocumentError, match="^document: not JSON: "):
        plan_from_json(text)


def test_a_schedule_as_json():
    plan = Plan("p", date(2025, 3, 3), (Task("a", duration=6), Task("b", links=(Link("a"),)), Task("c", duration=2)))
    assert json.loads(schedule_to_json(schedule(plan))) == {
        "finish": "2025-03-11",
        "length": 7,
        "critical": ["a", "b"],
        "tasks": {
            "a": {"start": "2025-03-03", "finish": "2025-03-10", "slack": 0, "free": 0},
            "b": {"start": "2025-03-11", "finish": "2025-03-11", "slack": 0, "free": 0},
            "c": {"start": "2025-03-03", "finish": "2025-03-04", "slack": 5, "free": 5},
        },
    }
