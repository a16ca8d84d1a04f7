"""Malformed and extreme input: the stated exception, and nothing changed."""

import dataclasses
import json
from datetime import date

import pytest
from planweaver import (
    Calendar,
    CalendarError,
    CycleError,
    DocumentError,
    Link,
    ModelError,
    Plan,
    PlanError,
    PlanSyntaxError,
    Resource,
    Task,
    Timeline,
    format_plan,
    gantt,
    level,
    parse_plan,
    plan_from_json,
    plan_to_json,
    schedule,
    table,
)

START = date(2025, 3, 3)
HEAD = 'plan "p" start 2025-03-03\n'


@pytest.mark.parametrize(
    "line",
    ["task", "task a", "task a d", "task a 1", "task a 1.5d", "task a 1d after", "task a 1d after ,", "task a 1d after b c", "task a 1d after b+2", "task a 1d after b:fs",
     "task a 1d uses r*", "task a 1d uses *2", "task a 1d done x%", "task a 1d deadline 2025-13-01", "task a 1d priority high", 'task a "x 1d', "milestone", "milestone 5",
     "resource r off", "resource r capacity 1.5", "resource r rate x", "calendar", "calendar mon tue", "holiday x", "workday 2025-03-03 ..", "plan", "\x00", "task é 1d", "Task a 1d",
     "task a 99999999999d", "task a ١d"],
)  # fmt: skip
def test_malformed_lines_are_named(line):
    with pytest.raises(PlanSyntaxError) as caught:
        parse_plan(HEAD + "\n# comment\n" + line)
    assert caught.value.line == 4


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# only", "calendar mon-fri", 'plan "p"', "plan p start 2025-03-03", HEAD + HEAD]
)
def test_texts_without_a_proper_beginning(text):
    with pytest.raises(PlanSyntaxError):
        parse_plan(text)


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "5", '"x"', "{}", '{"name": null, "start": "2025-03-03"}', '{"name": "p", "start": 5}', '{"name": "p", "start": "2025-03-03", "tasks": [null]}',
     '{"name": "p", "start": "2025-03-03", "tasks": [{"id": 5}]}', '{"name": "p", "start": "2025-03-03", "tasks": [{"id": "a", "links": {}}]}',
     '{"name": "p", "start": "2025-03-03", "tasks": [{"id": "a", "uses": []}]}', '{"name": "p", "start": "2025-03-03", "resources": [{"id": ""}]}',
     '{"name": "p", "start": "2025-03-03", "weekdays": [null]}', "[" * 50_000],
)  # fmt: skip
def test_malformed_documents(text):
    with pytest.raises(DocumentError):
        plan_from_json(text)


def test_a_refused_change_leaves_the_plan_as_it_was():
    plan = Plan("p", START, (Task("a", uses={"r": 1}), Task("b", links=(Link("a"),))), (Resource("r"),))
    before = format_plan(plan)

    for wrong in (
        lambda: plan.with_task(Task("b", links=(Link("z"),))),
        lambda: plan.with_task(Task("c", uses={"r": 2})),
        lambda: plan.without_task("z"),
        lambda: plan.task("z"),
    ):
        with pytest.raises(ModelError):
            wrong()
    assert format_plan(plan) == before


def test_plans_and_tasks_cannot_be_changed():
    plan = Plan("p", START, (Task("a"),))
    with pytest.raises(dataclasses.FrozenInstanceError):
        plan.name = "q"
    with pytest.raises(dataclasses.FrozenInstanceError):
        plan.tasks[0].duration = 5


def test_scheduling_and_levelling_leave_the_plan_alone():
    plan = parse_plan(HEAD + "resource r\ntask a 2d uses r\ntask b 2d uses r")
    before = plan_to_json(plan)
    level(plan)
    schedule(plan)

    assert plan_to_json(plan) == before


@pytest.mark.parametrize("size", [2, 3, 500])
def test_cycles_of_any_size_are_found(size):
    tasks = tuple(Task(f"t{n}", links=(Link(f"t{(n + 1) % size}"),)) for n in range(size))
    for build in (schedule, level):
        with pytest.raises(CycleError) as caught:
            build(Plan("p", START, tasks))
        assert len(caught.value.tasks) == size


def test_a_long_chain_needs_no_recursion():
    tasks = (Task("t0"), *(Task(f"t{n}", links=(Link(f"t{n - 1}"),)) for n in range(1, 1_500)))
    assert schedule(Plan("p", START, tasks)).length == 1_500


def test_a_calendar_with_one_working_day():
    timeline = Timeline(Calendar(frozenset({6})), START)
    assert [timeline.day(number) for number in (0, 1)] == [date(2025, 3, 9), date(2025, 3, 16)]


def test_impossible_calendars():
    for weekdays in (frozenset(), frozenset({7}), frozenset({-1})):
        with pytest.raises(CalendarError):
            Calendar(weekdays)
    with pytest.raises(CalendarError):
        Timeline(Calendar(), START).day(-5)


def test_a_resource_that_is_away_for_years():
    text = HEAD + "resource r off 2025-03-03 .. 2030-12-31\ntask a 2d uses r"
    assert level(parse_plan(text)).start_day("a") == date(2031, 1, 1)


def test_lags_cannot_lead_before_the_start():
    found = schedule(parse_plan(HEAD + "task a 1d\ntask b 2d after a-99d\ntask c 5d after b:SF-99d"))
    assert [entry.start for entry in found.entries] == [0, 0, 0]


def test_long_names_and_unusual_characters_survive():
    plan = Plan('"\\ # ,\u2028', START, (Task("a", "x" * 5_000), Task("b", '# "quoted"')))
    assert parse_plan(format_plan(plan)) == plan
    assert plan_from_json(plan_to_json(plan)) == plan
    assert "x" * 5_000 in table(schedule(plan))


@pytest.mark.parametrize("width", [-5, 0, 9])
def test_widths_that_are_too_small(width):
    with pytest.raises(PlanError):
        gantt(schedule(Plan("p", START)), width)


def test_nothing_but_milestones():
    plan = parse_plan(HEAD + "milestone a\nmilestone b after a")
    found = level(plan)
    assert (found.length, found.finish(), gantt(found)) == (0, START, "a |<>\nb |<>")


def test_numbers_in_documents_must_be_whole():
    for value in (1.0, "1", None, True, [1]):
        document = {"name": "p", "start": "2025-03-03", "tasks": [{"id": "a", "duration": value}]}
        with pytest.raises(DocumentError):
            plan_from_json(json.dumps(document))
