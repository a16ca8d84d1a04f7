from datetime import date

import pytest
from planweaver.calendars import Calendar
from planweaver.errors import ModelError, PlanSyntaxError
from planweaver.language import format_plan, parse_plan
from planweaver.model import Link, LinkKind, Plan, Resource, Task

FULL = """
# a house
plan "The \\"House\\"" start 2025-03-03   # Monday
calendar sat,mon-wed
holiday 2025-04-17 .. 2025-04-19
holiday 2025-05-01
workday 2025-04-19
resource mason capacity 2 rate 300.5 off 2025-03-10 .. 2025-03-11 off 2025-03-13
resource crane
task dig "Dig the pit" 3d
task walls 5d after dig:SS+2d, survey-1:FF-1d,x_y uses mason*2,crane priority -3 not-before 2025-03-05 deadline 2025-06-01 done 40%
task survey-1 1d done 100%
task x_y 2d
milestone ready "All done" after walls:SF deadline 2025-07-01
"""


def test_every_statement():
    plan = parse_plan(FULL)

    assert plan == Plan(
        'The "House"',
        date(2025, 3, 3),
        (
            Task("dig", "Dig the pit", 3),
            Task(
                "walls",
                "walls",
                5,
                (Link("dig", LinkKind.START_START, 2), Link("survey-1", LinkKind.FINISH_FINISH, -1), Link("x_y")),
                {"mason": 2, "crane": 1},
                -3,
                date(2025, 3, 5),
                date(2025, 6, 1),
                40,
            ),
            Task("survey-1", duration=1, done=100),
            Task("x_y", duration=2),
            Task("ready", "All done", 0, (Link("walls", LinkKind.START_FINISH),), deadline=date(2025, 7, 1)),
        ),
        (
            Resource("mason", 2, 300.5, frozenset({date(2025, 3, 10), date(2025, 3, 11), date(2025, 3, 13)})),
            Resource("crane"),
        ),
        Calendar(
            frozenset({5, 0, 1, 2}),
            frozenset({date(2025, 4, 17), date(2025, 4, 18), date(2025, 4, 19), date(2025, 5, 1)}),
            frozenset({date(2025, 4, 19)}),
        ),
    )


def test_the_canonical_text():
    assert format_plan(parse_plan(FULL)) == (
        'plan "The \\"House\\"" start 2025-03-03\n'
        "calendar mon-wed,sat\n"
        "holiday 2025-04-17 .. 2025-04-19\n"
        "holiday 2025-05-01\n"
        "workday 2025-04-19\n"
        "resource mason capacity 2 rate 300.5 off 2025-03-10 .. 2025-03-11 off 2025-03-13\n"
        "resource crane\n"
        'task dig "Dig the pit" 3d\n'
        "task walls 5d after dig:SS+2d, survey-1:FF-1d, x_y uses mason*2, crane priority -3 not-before 2025-03-05 deadline 2025-06-01 done 40%\n"
        "task survey-1 1d done 100%\n"
        "task x_y 2d\n"
        'milestone ready "All done" after walls:SF deadline 2025-07-01\n'
    )


def test_what_was_written_is_read_back():
    assert parse_plan(format_plan(parse_plan(FULL))) == parse_plan(FULL)


def test_defaults():
    plan = parse_plan('plan "p" start 2025-03-03')
    assert plan == Plan("p", date(2025, 3, 3))
    assert format_plan(plan) == 'plan "p" start 2025-03-03\ncalendar mon-fri\n'


def test_backslashes_in_names():
    plan = Plan('a\\b"c', date(2025, 3, 3))
    assert parse_plan(format_plan(plan)).name == 'a\\b"c'


def test_parts_come_in_any_order():
    plan = parse_plan('plan "p" start 2025-03-03\nresource r\ntask a 2d done 5% uses r after b priority 1\ntask b 1d')
    assert plan.task("a") == Task("a", "a", 2, (Link("b"),), {"r": 1}, 1, done=5)


HEAD = 'plan "p" start 2025-03-03\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the statement 'plan' is missing"),
        ("task a 1d", "line 1: the statement 'plan' must come first and once"),
        (HEAD + HEAD, "line 2: the statement 'plan' must come first and once"),
        ("plan start 2025-03-03", "line 1: the name of the plan is missing"),
        ('plan "" start 2025-03-03', "line 1: the name of the plan is missing"),
        ('plan "p"', "line 1: 'start' is missing"),
        ('plan "p" start', "line 1: a date is missing"),
        ('plan "p" start 2025-3-3', "line 1: not a date: '2025-3-3'"),
        ('plan "p" start 2025-02-30', "line 1: not a date: '2025-02-30'"),
        ('plan "p start', "line 1: text without closing quote"),
        (HEAD + "\nfoo", "line 3: unknown statement: 'foo'"),
        (HEAD + "calendar funday", "line 2: unknown weekday: 'funday'"),
        (HEAD + "calendar mon\ncalendar tue", "line 3: there are two calendars"),
        (HEAD + "holiday", "line 2: a date is missing"),
        (HEAD + "holiday 2025-03-03 ..", "line 2: a date is missing"),
        (HEAD + "holiday 2025-03-03 .. 2025-03-02", "line 2: 2025-03-02 is before 2025-03-03"),
        (HEAD + "holiday 2025-01-01 .. 2035-12-31", "line 2: the range is longer than ten years"),
        (HEAD + "holiday 2025-03-03 2025-03-04", "line 2: unexpected: '2025-03-04'"),
        (HEAD + "resource", "line 2: an id is missing"),
        (HEAD + "resource 5", "line 2: 5: not an id: letters, digits, '_' and '-', not beginning with a digit or '-'"),
        (HEAD + "resource r capacity", "line 2: a number is missing"),
        (HEAD + "resource r capacity x", "line 2: not a number: 'x'"),
        (HEAD + "resource r capacity 0", "line 2: r: the capacity must be at least 1"),
        (HEAD + "resource r capacity 1 capacity 2", "line 2: 'capacity' is repeated"),
        (HEAD + "resource r rate 1e5", "line 2: not a number: '1e5'"),
        (HEAD + "resource r rate", "line 2: a number is missing"),
        (HEAD + "resource r rate -1.5", "line 2: r: the rate must not be negative"),
        (HEAD + "task", "line 2: an id is missing"),
        (HEAD + "task a", "line 2: a number is missing"),
        (HEAD + "task a 5", "line 2: not a number with d: '5'"),
        (HEAD + "task a -1d", "line 2: a: the duration must not be negative"),
        (HEAD + "task a 1d after", "line 2: a link is missing"),
        (HEAD + "task a 1d after b:XX", "line 2: not a link: 'b:XX'"),
        (HEAD + "task a 1d after b,", "line 2: a link is missing"),
        (HEAD + "task a 1d uses", "line 2: a use is missing"),
        (HEAD + "task a 1d uses r*x", "line 2: not a use: 'r*x'"),
        (HEAD + "task a 1d uses r*0", "line 2: a: a task uses at least 1 unit of a resource"),
        (HEAD + "task a 1d done 50", "line 2: not a number with %: '50'"),
        (HEAD + "task a 1d done 150%", "line 2: a: the progress must be from 0 to 100 percent"),
        (HEAD + "task a 1d after a", "line 2: a: the task waits for itself"),
        (HEAD + "task a 1d priority 1 priority 2", "line 2: 'priority' is repeated"),
        (HEAD + "task a 1d soon", "line 2: unexpected: 'soon'"),
        (HEAD + "milestone a uses r", "line 2: unexpected: 'uses'"),
        (HEAD + "milestone a 3d", "line 2: unexpected: '3d'"),
        (HEAD + "milestone a not-before soon", "line 2: not a date: 'soon'"),
    ],
)
def test_wrong_texts(text, message):
    with pytest.raises(PlanSyntaxError) as caught:
        parse_plan(text)
    assert str(caught.value) == message
    assert caught.value.line == int(message.split(":")[0].removeprefix("line "))


def test_ids_that_end_like_a_lag():
    tasks = (Task("x"), Task("x-2d"), Task("b", links=(Link("x-2d"), Link("x", lag=-2))))
    plan = Plan("p", date(2025, 3, 3), tasks)
    assert "after x-2d:FS, x-2d" in format_plan(plan)
    assert parse_plan(format_plan(plan)) == plan


def test_ten_years_are_allowed():
    assert len(parse_plan(HEAD + "holiday 2025-01-01 .. 2035-01-09").calendar.holidays) == 3_661
    with pytest.raises(PlanSyntaxError, match="longer than ten years"):
        parse_plan(HEAD + "holiday 2025-01-01 .. 2035-01-10")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "task a 1d\ntask a 2d", "a: there are two tasks with this id"),
        (HEAD + "task a 1d after b", "a: unknown task 'b'"),
        (HEAD + "task a 1d uses r", "a: unknown resource 'r'"),
    ],
)
def test_contradictions_between_parts(text, message):
    with pytest.raises(ModelError, match=f"^{message}$"):
        parse_plan(text)
