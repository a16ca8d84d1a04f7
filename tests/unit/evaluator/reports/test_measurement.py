"""Tables of measured missions."""

from __future__ import annotations

from dataclasses import replace

from evaluator.quality import Mutation
from evaluator.quality.mutation import ChangeState, ControlReview, MutantReview, Reviews, Verdict
from evaluator.reports.measurement import (
    ControlResult,
    MissionMeasurement,
    MutantResult,
)
from evaluator.reports.measurement_pages import overview, page_of


def _mutant(line: int, state: ChangeState, detected_by: str = "") -> MutantResult:
    change = Mutation("app.py", line, "boundary", 0, 1, "b", f"x = {line}", f"x = {line + 1}")
    return MutantResult(change, state, detected_by)


MEASURED = MissionMeasurement(
    "shop",
    "Shop",
    possible=90,
    controls=(
        ControlResult("canonical", ("greets", "sells"), ("greets", "sells")),
        ControlResult("echo", ("greets",), ("greets", "sells")),
    ),
    mutants=(
        _mutant(1, ChangeState.DETECTED, "sells"),
        _mutant(2, ChangeState.DETECTED, "sells"),
        _mutant(3, ChangeState.SURVIVED),
        _mutant(4, ChangeState.SURVIVED),
        _mutant(5, ChangeState.STILLBORN),
        _mutant(6, ChangeState.UNKNOWN),
    ),
    testcodes=2,
)


def _review(line: int, verdict: Verdict, reason: str) -> MutantReview:
    return MutantReview(file="app.py", line=line, after=f"x = {line + 1}", verdict=verdict, reason=reason)


def test_every_survivor_without_a_review_is_marked() -> None:
    page = page_of(MEASURED, Reviews())
    assert "1 stillborn, 0 equivalent, 1 without a result. Of the other 4, 2 were detected (50.0 %)" in page
    assert page.count("**not reviewed**") == 3
    assert "- echo passes `greets`: **not reviewed**" in page


def test_equivalent_mutants_are_not_counted_and_reasons_are_shown() -> None:
    reviews = Reviews(
        mutant=(_review(3, Verdict.EQUIVALENT, "never read"), _review(4, Verdict.SILENT, "no number is named")),
        control=(ControlReview(control="echo", testcode="greets", reason="it repeats the name"),),
    )
    page = page_of(MEASURED, reviews)
    assert "1 equivalent, 1 without a result. Of the other 3, 2 were detected (66.7 %)" in page
    assert "### Equivalent\n\n- `app.py:3` boundary: `x = 3` → `x = 4`  \n  never read" in page
    assert "the prompt is silent: no number is named" in page
    assert "not reviewed" not in page


def test_a_review_does_not_exclude_a_mutant_that_is_detected() -> None:
    reviews = Reviews(mutant=(_review(1, Verdict.EQUIVALENT, "wrong"),))
    assert len(MEASURED.counted(reviews)) == 4


def test_the_overview_has_a_line_per_mission_and_totals() -> None:
    lines = overview([(MEASURED, Reviews())]).splitlines()
    assert "| [shop](shop.md) | 2 | 2 | – | – | – | – | 1 | – | 2 | 4 | 50.0 | 0 | 50.0 | – | – |" in lines
    assert lines[-1] == "| 1 mission | 2 | 2 | 0 | 0 | 0 | 0 | 1 | 0 | 2 | 4 | 50.0 | 0 | 50.0 | 0 | 0 |"


def test_silent_survivors_are_counted_and_named_apart() -> None:
    reviews = Reviews(mutant=(_review(3, Verdict.SILENT, "no number is named"), _review(1, Verdict.SILENT, "detected")))
    assert overview([(MEASURED, reviews)]).splitlines()[-1].endswith("| 2 | 4 | 50.0 | 1 | 66.7 | 0 | 0 |")


def test_a_reference_that_fails_is_listed() -> None:
    failing = MissionMeasurement("shop", "Shop", 1, (ControlResult("canonical", (), ("greets",)),), ())
    assert "- canonical fails `greets`" in page_of(failing, Reviews())


def test_the_existing_project_has_to_pass_what_worked_already_and_nothing_else() -> None:
    tried = ("greets", "sells", "lends")
    as_expected = ControlResult("existing", ("greets",), tried)
    page = page_of(replace(MEASURED, controls=(as_expected,), works_already=("greets",)), Reviews())
    assert "`existing` is the project that is to be changed: it has to pass 1 testcode, which worked already." in page
    assert "- existing" not in page
    page = page_of(replace(MEASURED, controls=(as_expected,), works_already=("sells",)), Reviews())
    assert "- existing fails `sells`\n- existing passes `greets`: **not reviewed**" in page


def test_the_overview_names_missions_that_are_not_measured() -> None:
    assert overview([(MEASURED, Reviews())], ["cafe", "zoo"]).endswith("\n\nNot measured yet: cafe, zoo.\n")


def test_the_overview_names_missions_that_changed_since_they_were_measured() -> None:
    page = overview([(MEASURED, Reviews())], ["zoo"], ["shop"])
    assert page.endswith("\n\nChanged since they were measured: shop.\n\nNot measured yet: zoo.\n")
