from datetime import date

import pytest
from planweaver.errors import PlanError
from planweaver.language import parse_plan
from planweaver.levelling import level
from planweaver.model import Plan
from planweaver.reports import gantt, summary, table, workload
from planweaver.scheduling import schedule

TEXT = """
plan "House" start 2025-03-03
resource mason capacity 2 rate 300 off 2025-03-10
resource crane
task dig "Dig the pit" 3d uses mason*2 done 50%
task survey 1d
task walls "Walls" 5d after dig, survey uses mason deadline 2025-03-11
task fence 2d uses mason*2 priority 4 deadline 2025-03-03
milestone ready after walls
"""


@pytest.fixture
def plan():
    return parse_plan(TEXT)


def test_the_table(plan):
    assert table(schedule(plan)).split("\n") == [
        "Id      Name         Start       Finish      Days  Slack",
        "dig     Dig the pit  2025-03-03  2025-03-05     3      0  *",
        "survey  survey       2025-03-03  2025-03-03     1      2",
        "walls   Walls        2025-03-06  2025-03-12     5      0  *",
        "fence   fence        2025-03-03  2025-03-04     2      6",
        "ready   ready        2025-03-12  2025-03-12     0      0  *",
    ]


def test_the_bars(plan):
    assert gantt(schedule(plan)).split("\n") == [
        "dig    |+##",
        "survey |=..",
        "walls  |   #####",
        "fence  |==......",
        "ready  |        <>",
    ]


def test_bars_of_a_levelled_plan(plan):
    assert gantt(level(plan)).split("\n")[0] == "dig    |  +==."


def test_bars_are_compressed():
    plan = parse_plan(
        'plan "p" start 2025-03-03\ntask a 25d done 40%\ntask b 3d after a\ntask c 4d\nmilestone m after a'
    )
    assert gantt(schedule(plan), 10).split("\n") == ["a |+++######", "b |        ##", "c |==........", "m |        <>"]
    assert gantt(schedule(plan), 28).split("\n")[1] == "b |" + " " * 25 + "###"
    assert gantt(schedule(plan), 27).split("\n")[1] == "b |" + " " * 12 + "##"


def test_a_width_that_is_too_small(plan):
    with pytest.raises(PlanError, match="^the width must be at least 10$"):
        gantt(schedule(plan), 9)


def test_the_summary(plan):
    assert summary(schedule(plan)).split("\n") == [
        "Plan: House",
        "Tasks: 4, milestones: 1",
        "Start: 2025-03-03, finish: 2025-03-12, working days: 8",
        "Cost: 4500.00",
        "Critical: dig > walls > ready",
        "Late: walls by 1 day",
        "Late: fence by 1 day",
        "Overload: mason on 2025-03-03: 4 of 2",
        "Overload: mason on 2025-03-04: 4 of 2",
        "Overload: mason on 2025-03-10: 1 of 0",
    ]


def test_the_summary_of_a_levelled_plan(plan):
    lines = summary(level(plan)).split("\n")
    assert lines[5:] == ["Late: walls by 4 days", "Late: fence by 1 day"]


def test_the_workload(plan):
    assert workload(schedule(plan)) == "mason  107 %  44211111\ncrane    0 %  00000000"
    plan = parse_plan(
        'plan "p" start 2025-03-03\nresource r capacity 99\ntask a 1d uses r*9\ntask b 1d after a uses r*10'
    )
    assert workload(schedule(plan)) == "r  10 %  9-"


def test_reports_of_an_empty_plan():
    found = schedule(Plan("p", date(2025, 3, 3)))
    assert table(found) == "Id  Name  Start  Finish  Days  Slack"
    assert (gantt(found), workload(found)) == ("", "")
    assert summary(found).split("\n")[1:] == [
        "Tasks: 0, milestones: 0",
        "Start: 2025-03-03, finish: 2025-03-03, working days: 0",
        "Cost: 0.00",
        "Critical: none",
    ]
