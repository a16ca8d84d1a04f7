"""Testcodes that move the clock: each begins at the mission's time, and a wrong move is a mistake of its author."""

from __future__ import annotations

from pathlib import Path

from evaluator.model.evaluation import Case, Outcome
from missions.formats.folder import FolderCatalog
from tests.support.workbench import evaluate_folder

PROGRAM = """
import datetime
while input(f"{datetime.date.today()} ? "):
    pass
"""

TESTCODES = """
from datetime import date

from missions import ConsoleUser, testcode


@testcode("Dates", "Show")
def shows_later_days(user: ConsoleUser) -> None:
    user.starts()
    user.sees("2025-03-14 ?")
    user.moves_clock(days=3)
    user.enters("again")
    user.sees("2025-03-17 ?")
    assert user.today() == date(2025, 3, 17)


@testcode("Dates", "Show", requires=[shows_later_days])
def goes_on_in_the_same_session(user: ConsoleUser) -> None:
    user.enters("again")
    user.sees("2025-03-14 ?")


@testcode("Dates", "Show")
def moves_backward(user: ConsoleUser) -> None:
    user.starts()
    user.moves_clock(days=-1)
    user.sees("2025-03-13 ?")
"""

CHECKLIST = """
[[page]]
name = "Dates"
[[page.function]]
name = "Show"
description = "Show today's date."
"""


def _cases(folder: Path) -> dict[str, Case]:
    mission, project = folder / "missions" / "dates", folder / "project"
    mission.mkdir(parents=True)
    project.mkdir()
    (mission / "mission.toml").write_text('title = "Dates"\nstack = "console"\n')
    (mission / "prompt.md").write_text("Show today's date.")
    (mission / "checklist.toml").write_text(CHECKLIST)
    (mission / "testcodes.py").write_text(TESTCODES)
    (project / "main.py").write_text(PROGRAM)
    catalog = FolderCatalog(folder / "missions")
    evaluation = evaluate_folder(catalog, catalog.mission("dates"), project, {}, folder)
    return {case.id: case for case in evaluation.cases}


def test_each_testcode_begins_at_the_missions_time(tmp_path: Path) -> None:
    cases = _cases(tmp_path)
    assert cases["shows_later_days"].outcome is Outcome.PASSED
    assert cases["goes_on_in_the_same_session"].outcome is Outcome.PASSED
    moved = next(step for step in cases["shows_later_days"].trace if step.verb == "moves_clock")
    assert (moved.what, moved.seen[:14]) == ("forward by 3 days", "now 2025-03-17")
    wrong = cases["moves_backward"]
    assert wrong.outcome is Outcome.ERROR
    assert wrong.failure is not None
    assert "days is -1; the clock moves forward only" in wrong.failure.message
