"""The library as its users meet it: everything through the package itself."""

from datetime import date

import planweaver
import pytest
from planweaver import (
    CycleError,
    DocumentError,
    Link,
    LinkKind,
    ModelError,
    Plan,
    PlanError,
    PlanSyntaxError,
    Resource,
    Task,
    ancestors,
    compare,
    format_plan,
    gantt,
    level,
    overloads,
    parse_plan,
    plan_from_json,
    plan_to_json,
    redundant_links,
    schedule,
    schedule_to_json,
    status,
    summary,
    table,
    utilization,
    work_order,
    workload,
)

HOUSE = """
plan "House" start 2025-03-03
holiday 2025-04-18
resource mason capacity 2 rate 300
resource roofer rate 400 off 2025-03-24 .. 2025-03-25
task pit "Dig the pit" 3d uses mason*2
task base "Foundation" 4d after pit uses mason
task walls "Walls" 8d after base+2d uses mason*2
task roof "Roof" 3d after walls uses roofer deadline 2025-04-02
task pipes "Pipes" 5d after base uses mason
milestone ready "Ready" after roof, pipes
"""


@pytest.fixture
def house():
    return parse_plan(HOUSE)


def test_the_package_offers_its_names():
    assert {"parse_plan", "schedule", "level", "gantt", "Plan", "Task", "PlanError"} <= set(planweaver.__all__)
    assert all(hasattr(planweaver, name) for name in planweaver.__all__)


def test_when_the_house_is_ready(house):
    found = schedule(house)
    assert found.length == 20
    assert found.finish() == date(2025, 3, 28)
    assert found.critical_path() == ["pit", "base", "walls", "roof", "ready"]
    assert (found["pipes"].slack, found["pipes"].free) == (8, 8)


def test_the_masons_cannot_be_everywhere(house):
    assert [each.resource for each in overloads(schedule(house))] == ["mason", "mason", "mason"]
    found = level(house)
    assert overloads(found) == []
    assert found.start_day("pipes") == date(2025, 3, 26)
    assert found.start_day("roof") == date(2025, 3, 26)
    assert found.finish() == date(2025, 4, 1)


def test_the_roofer_is_on_holiday(house):
    assert utilization(level(house))["roofer"] == pytest.approx(3 / 20)


def test_a_delay_is_seen_against_the_baseline(house):
    baseline = schedule(house)
    delayed = schedule(house.with_task(Task("base", "Foundation", 9, (Link("pit"),), {"mason": 1})))
    found = compare(baseline, delayed)

    assert found.finish == 5
    assert [(each.task, each.start, each.finish) for each in found.changes][:2] == [("base", 0, 5), ("walls", 5, 5)]
    assert delayed.missed_deadlines() == {"roof": 2}


def test_the_deadline_is_missed_only_after_a_delay(house):
    assert schedule(house).missed_deadlines() == {}


def test_progress_in_the_second_week(house):
    found = status(schedule(house), date(2025, 3, 12))
    assert found.behind == ("pit", "base", "pipes")
    assert found.total == pytest.approx(1800 + 1200 + 4800 + 1200 + 1500)
    assert found.planned == pytest.approx(1800 + 1200 + 300)
    assert found.earned == 0.0


def test_reports_for_the_builder(house):
    found = schedule(house)
    assert table(found).split("\n")[1] == "pit    Dig the pit  2025-03-03  2025-03-05     3      0  *"
    assert gantt(found).split("\n")[3] == "roof  |" + " " * 17 + "###"
    assert "Critical: pit > base > walls > roof > ready" in summary(found)
    assert "Cost: 10500.00" in summary(found)
    assert workload(level(house)).split("\n")[1].startswith("roofer  15 %")


def test_a_plan_travels_as_text_and_json(house):
    assert parse_plan(format_plan(house)) == house == plan_from_json(plan_to_json(house))
    assert '"finish": "2025-03-28"' in schedule_to_json(schedule(house))


def test_the_structure_of_a_plan(house):
    assert work_order(house) == ["pit", "base", "walls", "pipes", "roof", "ready"]
    assert ancestors(house, "walls") == {"pit", "base"}
    more = house.with_task(Task("ready", "Ready", 0, (Link("roof"), Link("pipes"), Link("base"))))
    assert redundant_links(more) == [("ready", "base")]


def test_a_task_is_left_out(house):
    smaller = house.without_task("walls")
    assert smaller.task("roof").links == (Link("base", lag=2),)
    assert schedule(smaller).length == 12


def test_a_plan_built_in_code():
    plan = Plan(
        "Party",
        date(2025, 6, 2),
        (
            Task("shop", duration=1, uses={"me": 1}),
            Task("cook", duration=1, links=(Link("shop"),), uses={"me": 1}),
            Task("tidy", duration=2, uses={"me": 1}, priority=9),
            Task("party", duration=0, links=(Link("cook"), Link("tidy", LinkKind.FINISH_FINISH))),
        ),
        (Resource("me"),),
    )
    assert [entry.start for entry in level(plan).entries] == [2, 3, 0, 4]


def test_one_exception_is_enough_to_catch_everything():
    circle = Plan("p", date(2025, 1, 1), (Task("a", links=(Link("b"),)), Task("b", links=(Link("a"),))))
    for wrong, kind in (
        (lambda: parse_plan("?"), PlanSyntaxError),
        (lambda: plan_from_json("?"), DocumentError),
        (lambda: schedule(circle), CycleError),
        (lambda: Task("a", duration=-1), ModelError),
        (lambda: gantt(schedule(Plan("p", date(2025, 1, 1))), 1), PlanError),
    ):
        with pytest.raises(PlanError) as caught:
            wrong()
        assert isinstance(caught.value, kind)
    assert issubclass(PlanError, ValueError)
