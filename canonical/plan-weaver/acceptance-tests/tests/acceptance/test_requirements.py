"""What the requirements ask for beyond the usual cases: every statement, option and error, as a program meets them."""

import json
from datetime import date

import pytest
from planweaver import (
    Calendar,
    CalendarError,
    DocumentError,
    Link,
    LinkKind,
    ModelError,
    Plan,
    PlanError,
    PlanSyntaxError,
    Resource,
    Task,
    Timeline,
    compare,
    descendants,
    format_plan,
    gantt,
    level,
    parse_plan,
    plan_from_json,
    plan_to_json,
    schedule,
    status,
    summary,
    table,
)

MONDAY = date(2025, 3, 3)
EVERYTHING = """
plan "All \\"things\\"" start 2025-03-03   # a comment
calendar mon-wed,fri,sat
holiday 2025-03-10 .. 2025-03-11
workday 2025-03-13
resource crew capacity 3 rate 12.5 off 2025-03-05 off 2025-03-07 .. 2025-03-08
resource crane
task a "First" 3d uses crew*2, crane priority 4 not-before 2025-03-04 deadline 2025-03-05 done 50%
task b 2d after a:SS+1d
task c 2d after a:FF, b:SF-1d
task x-2d 1d
task e 1d after x-2d:FS, c+2d
milestone end "The end" after e done 100%
"""


def test_everything_that_can_be_said_travels_as_text_and_json():
    plan = parse_plan(EVERYTHING)
    assert plan.name == 'All "things"'
    assert parse_plan(format_plan(plan)) == plan
    assert plan_from_json(plan_to_json(plan)) == plan
    assert plan.task("c").links == (Link("a", LinkKind.FINISH_FINISH), Link("b", LinkKind.START_FINISH, -1))
    assert plan.task("end").is_milestone


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "statement 'plan' is missing"),
        ('plan "" start 2025-03-03', "name of the plan"),
        ('plan "p" 2025-03-03', "'start' is missing"),
        ('plan "p start 2025-03-03', "closing quote"),
        ('plan "p" start 2025-13-03', "not a date"),
        ('plan "p" start soon', "not a date"),
        ('plan "p" start', "a date is missing"),
        ("task a 1d", "must come first"),
    ],
)
def test_the_first_statement_is_the_plan(line, words):
    with pytest.raises(PlanSyntaxError, match=words):
        parse_plan(line)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('plan "p" start 2025-03-03', "first and once"),
        ("party tomorrow", "unknown statement"),
        ("calendar mon\ncalendar tue", "two calendars"),
        ("calendar someday", "weekday"),
        ("holiday 2025-03-05 .. 2025-03-04", "is before"),
        ("holiday 2025-03-05 .. 2045-03-04", "ten years"),
        ("holiday 2025-03-05 2025-03-06", "unexpected"),
        ("resource", "an id is missing"),
        ("resource r capacity many", "not a number"),
        ("resource r capacity 0", "at least 1"),
        ("resource r rate 1.", "not a number"),
        ("resource r capacity 1 capacity 2", "repeated"),
        ("task a", "a number is missing"),
        ("task a 3", "with d"),
        ("task a 1d after ?", "not a link"),
        ("task a 1d uses r*x", "not a use"),
        ("task a 1d done 101%", "percent"),
        ("milestone m uses r", "unexpected"),
    ],
)
def test_statements_that_do_not_fit_are_refused_with_their_line(line, words):
    with pytest.raises(PlanSyntaxError, match=words) as caught:
        parse_plan(f'plan "p" start 2025-03-03\n{line}\n')
    assert caught.value.line == 2 + line.count("\n")


def test_plans_that_contradict_themselves_are_refused():
    for text in ("task a 1d\ntask a 2d", "task a 1d after b", "task a 1d uses r", "resource r\ntask a 1d uses r*2"):
        with pytest.raises(PlanError):
            parse_plan(f'plan "p" start 2025-03-03\n{text}\n')


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Task("1a"),
        lambda: Task("a", duration=-1),
        lambda: Task("a", done=101),
        lambda: Task("a", uses={"r": 0}),
        lambda: Task("a", links=(Link("a"),)),
        lambda: Task("a", links=(Link("b"), Link("b", lag=1))),
        lambda: Resource("r", capacity=0),
        lambda: Resource("r", rate=-1),
        lambda: Plan("p", MONDAY, (Task("a"), Task("a"))),
        lambda: Plan("p", MONDAY, (), (Resource("r"), Resource("r"))),
        lambda: Plan("p", MONDAY, (Task("a", links=(Link("b"),)),)),
        lambda: Plan("p", MONDAY, (Task("a", uses={"r": 1}),)),
        lambda: Plan("p", MONDAY, (Task("a", uses={"r": 2}),), (Resource("r"),)),
        lambda: Plan("p", MONDAY).task("a"),
        lambda: Plan("p", MONDAY).without_task("a"),
        lambda: schedule(Plan("p", MONDAY))["a"],
        lambda: descendants(Plan("p", MONDAY), "a"),
    ],
)
def test_parts_that_contradict_themselves_are_refused(wrong):
    with pytest.raises(ModelError):
        wrong()


def test_tasks_are_added_replaced_and_left_out():
    plan = Plan("p", MONDAY, (Task("a"), Task("b", links=(Link("a", lag=1),)), Task("c")))
    more = plan.with_task(Task("d", links=(Link("b", lag=2), Link("a")))).with_task(Task("c", duration=4))
    assert [task.id for task in more.tasks] == ["a", "b", "c", "d"]
    assert more.task("c").duration == 4
    smaller = more.without_task("b")
    assert smaller.task("d").links == (Link("a"),)
    assert smaller.task("c") == more.task("c")
    assert descendants(more, "a") == {"b", "d"}


def test_calendars_know_their_working_days():
    calendar = Calendar(frozenset({0, 2}), frozenset({MONDAY}), frozenset({date(2025, 3, 8)}))
    assert calendar.next_working(MONDAY) == date(2025, 3, 5)
    assert calendar.previous_working(date(2025, 3, 9)) == date(2025, 3, 8)
    assert calendar.previous_working(date(2025, 3, 7)) == date(2025, 3, 5)
    assert calendar.count(MONDAY, date(2025, 3, 10)) == 3
    timeline = Timeline(calendar, MONDAY)
    assert [timeline.day(each) for each in range(3)] == [date(2025, 3, 5), date(2025, 3, 8), date(2025, 3, 10)]
    assert [timeline.number(date(2025, 3, each)) for each in (1, 5, 6, 10)] == [0, 0, 1, 2]
    for wrong in (
        lambda: Calendar(frozenset()),
        lambda: Calendar(frozenset({7})),
        lambda: timeline.day(-1),
    ):
        with pytest.raises(CalendarError):
            wrong()


def _document(**changes):
    return json.dumps({"name": "p", "start": "2025-03-03", **changes})


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", ""),
        ("[]", ""),
        ("{}", ""),
        (_document(more=1), "more"),
        (_document(start=5), "start"),
        (_document(start="2025-3-3"), "start"),
        (_document(weekdays=["mon"]), "weekdays"),
        (_document(weekdays=[9]), ""),
        (_document(holidays=["soon"]), "holidays[0]"),
        (_document(resources=[5]), "resources[0]"),
        (_document(resources=[{"id": "r", "capacity": 0}]), "resources[0]"),
        (_document(resources=[{"id": "r", "off": [1]}]), "resources[0].off[0]"),
        (_document(tasks=[{}]), "tasks[0]"),
        (_document(tasks=[{"id": "a", "deadline": "x"}]), "tasks[0].deadline"),
        (_document(tasks=[{"id": "a", "uses": {"r": 1.5}}]), "tasks[0].uses.r"),
        (_document(tasks=[{"id": "a", "links": [{"task": "b", "kind": "XX"}]}]), "tasks[0].links[0].kind"),
        (_document(tasks=[{"id": "a", "links": [{"task": "b"}]}]), ""),
    ],
)
def test_documents_that_are_none_are_refused_at_their_place(text, place):
    with pytest.raises(DocumentError) as caught:
        plan_from_json(text)
    assert caught.value.place == place


def test_links_of_every_kind_hold_tasks_back():
    starts = {}
    for kind in LinkKind:
        plan = Plan("p", MONDAY, (Task("a", duration=4), Task("b", duration=2, links=(Link("a", kind, 1),))))
        starts[kind.value] = schedule(plan)["b"].start
    assert starts == {"FS": 5, "SS": 1, "FF": 3, "SF": 0}
    assert schedule(parse_plan(EVERYTHING))["a"].start == 1


def test_days_without_capacity_are_left_free():
    found = level(parse_plan(EVERYTHING))
    assert found.length >= schedule(parse_plan(EVERYTHING)).length
    assert found.finish() == found.timeline.day(found.length - 1)


def test_progress_before_during_and_after_a_plan():
    plan = Plan("p", MONDAY, (Task("a", duration=4, done=50), Task("m", duration=0, links=(Link("a"),))))
    found = schedule(plan)
    early, late = status(found, date(2025, 3, 1)), status(found, date(2025, 4, 1))
    assert (early.planned, early.index, early.percent, early.behind) == (0.0, None, 50.0, ())
    assert (late.index, late.behind) == (0.5, ("a", "m"))
    nothing = status(schedule(Plan("p", MONDAY)), MONDAY)
    assert (nothing.percent, nothing.index) == (100.0, None)


def test_schedules_are_compared_both_ways():
    plan = Plan("p", MONDAY, (Task("a", duration=3), Task("b", links=(Link("a"),))))
    longer = plan.with_task(Task("a", duration=5)).with_task(Task("c"))
    there, back = compare(schedule(plan), schedule(longer)), compare(schedule(longer), schedule(plan))
    assert (there.finish, there.added, there.removed) == (2, ("c",), ())
    assert (back.finish, back.added, back.removed) == (-2, (), ("c",))
    assert [(each.task, each.start, each.finish) for each in back.changes] == [("a", 0, -2), ("b", -2, -2)]


def test_reports_state_what_is_late_and_shorten_what_is_long():
    found = schedule(parse_plan(EVERYTHING))
    assert "Late: a by 2 days" in summary(found) or "Late: a by 1 day" in summary(found)
    long = schedule(Plan("p", MONDAY, (Task("a", duration=50, done=40), Task("b", duration=10), Task("m", duration=0))))
    assert gantt(long, 10).splitlines() == ["a |++++######", "b |==........", "m |<>"]
    assert table(schedule(Plan("p", MONDAY))).startswith("Id")
    assert gantt(schedule(Plan("p", MONDAY))) == ""
    with pytest.raises(PlanError):
        gantt(long, 9)
