"""Growth of a project: what stages break and repair."""

from __future__ import annotations

from evaluator.evaluators.stage_checks import change_measures
from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.result import StageOutcome, StageSummary, growth_of
from simulators.failures import Failure, FailureKind


def _stage(name: str, *cases: Case) -> StageOutcome:
    return StageOutcome(StageSummary(name, name), {"use": Evaluation("use", cases)})


def _case(name: str, *, passed: bool = True, since: str = "", caused_by: str = "") -> Case:
    if passed:
        return Case(name, (), Outcome.PASSED, since=since)
    kind = FailureKind.BLOCKED if caused_by else FailureKind.EXPECTATION
    outcome = Outcome.BLOCKED if caused_by else Outcome.FAILED
    return Case(name, (), outcome, Failure(kind, "no", caused_by), since=since)


def test_what_passed_before_and_does_not_now_is_broken() -> None:
    first = _stage("1", _case("kept"), _case("lost"), _case("late", passed=False), _case("changed"))
    second = _stage(
        "2",
        *(_case("kept"), _case("lost", passed=False), _case("late")),
        *(_case("changed", passed=False, since="2"), _case("new", since="2")),
    )
    one, two = growth_of([first, second])
    assert (one.new, one.new_passed, one.broken, one.repaired) == (4, 3, (), ())
    assert (two.new, two.new_passed, two.broken, two.repaired) == (2, 1, ("lost",), ("late",))
    assert (two.passed, two.total) == (3, 5)
    assert (one.done, two.done) == (0, 0)


def test_a_task_is_done_as_long_as_all_its_cases_pass() -> None:
    first = _stage("1", _case("one"))
    try_1 = _stage("2", _case("one"), _case("two", passed=False))
    try_2 = StageOutcome(StageSummary("2", "2-again"), {"use": Evaluation("use", (_case("one"), _case("two")))})
    third = _stage("3", _case("one", passed=False), _case("two"), _case("three"))
    grown = growth_of([first, try_1, try_2, third])
    assert [(each.name, each.done) for each in grown] == [("1", 1), ("2", 1), ("2", 2), ("3", 2)]


def test_a_case_that_waits_for_a_new_one_is_not_broken() -> None:
    before = _stage("1", _case("first"), _case("second"))
    after = _stage("2", _case("first", passed=False, since="2"), _case("second", passed=False, caused_by="first"))
    assert growth_of([before, after])[1].broken == ()


def test_stages_without_evaluation_are_left_out() -> None:
    pause = StageOutcome(StageSummary("pause", "2"))
    broken = growth_of([_stage("1", _case("kept")), pause, _stage("3", _case("kept", passed=False))])[-1].broken
    assert broken == ("kept",)


def test_the_size_of_a_change_ignores_blanks_and_binary_files() -> None:
    before = {"a.py": b"one\n\ntwo\nthree\n", "b.py": b"gone\n", "p.png": b"\x89\xff"}
    after = {"a.py": b"  one\ntwo\nfour\nfive\n", "p.png": b"\x89\xfe"}
    values = {measure.name: measure.value for measure in change_measures(before, after)}
    assert values == {"lines added": 2, "lines removed": 2, "files changed": 3, "work that survived": 50}
