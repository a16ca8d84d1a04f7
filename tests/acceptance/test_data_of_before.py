"""Solutions that rebuild from nothing and lose data fail the testcodes about data of before; references do not."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from evaluator.model.evaluation import RUNNABLE, Outcome
from evaluator.runs.execution.resolved_run import ResolvedRun
from evaluator.runs.execution.workbench import ReferenceEvaluation
from evaluator.runs.folder.paths import RunPaths
from missions.catalog import open_catalog
from missions.reference import Reference
from missions.violations import TextChange, Violation
from simulators.runtime.environments import host as environments

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Loss:
    """A change of a reference that loses what was stored before, and the testcodes that notice it."""

    file: str
    before: str
    after: str
    noticed_by: str

    def of(self, reference: Reference) -> Reference:
        change = Violation(id="loss", change=(TextChange(file=self.file, before=self.before, after=self.after),))
        return replace(reference, files=change.applied(reference.files))


LOSSES: Mapping[str, Loss] = {
    "text-workbench@3-history": Loss(
        "history.py",
        'return [(1, *total_of((folder / "report.md").read_text(encoding="utf-8")))]',
        "return []",
        "a_report_of_before_becomes_run_1",
    ),
    "ledger-shell@3-reopen": Loss("main.py", "ledger.json", "books.json", "an_account_closed_before_is_opened_again"),
    "number-mines@3-days": Loss("scores.py", "scores.json", "best.json", "a_win_of_before_stays_without_a_day"),
    "watering-plan@3-all": Loss("main.py", "plants.json", "garden.json", "one_plant_of_before_is_late"),
    "habit-calendar@3-undo": Loss(
        "habits.js", 'hasKeys(habit, "days", "name") || ', "", "files_without_goals_are_taken_over"
    ),
    "room-planner@3-anyone": Loss(
        "office/settings.py", "db.sqlite3", "new.sqlite3", "bookings_of_before_are_deleted_and_booked_again"
    ),
    "poll-station@3-take-back": Loss(
        "agora/settings.py", "db.sqlite3", "new.sqlite3", "votes_of_before_are_taken_back"
    ),
    "recipe-box@3-remember": Loss(
        "kitchen/settings.py", "db.sqlite3", "new.sqlite3", "recipes_of_before_are_remembered"
    ),
}
"""The last stage of every built-in mission with requests."""


def test_every_mission_with_requests_is_here() -> None:
    catalog = open_catalog("catalog")
    last = {mission.later[-1].id for mission in map(catalog.described, catalog.ids()) if mission.later}
    assert set(LOSSES) == last


@pytest.mark.parametrize("mission_id", LOSSES)
def test_lost_data_are_noticed(mission_id: str) -> None:
    loss, reference = LOSSES[mission_id], open_catalog("catalog").reference(mission_id)
    assert reference is not None
    whole, anew = _outcomes(mission_id, loss.noticed_by, reference, loss.of(reference))
    assert whole[loss.noticed_by] is Outcome.PASSED
    assert (anew[RUNNABLE], anew[loss.noticed_by]) == (Outcome.PASSED, Outcome.FAILED)


def _outcomes(mission_id: str, testcode: str, *solutions: Reference) -> Iterator[Mapping[str, Outcome]]:
    """Yield the outcomes of one testcode, and of those that it requires, for each solution."""
    catalog = open_catalog("catalog")
    mission = catalog.mission(mission_id)
    environments.build(mission.environment)
    run = ResolvedRun.of_references(catalog, mission.benchmark, "auto")
    (evaluator, *_) = run.benchmark.evaluators(mission)
    with tempfile.TemporaryDirectory() as temporary:
        evaluation = ReferenceEvaluation.of_run(RunPaths(Path(temporary)), run, mission_id)
        wanted = {testcode, *next(each.requires for each in mission.testcodes if each.id == testcode)}
        few = tuple(each for each in evaluation.mission.testcodes if each.id in wanted)
        workbench = replace(evaluation, mission=replace(evaluation.mission, testcodes=few)).workbench()
        for solution in solutions:
            yield {case.id: case.outcome for case in workbench.evaluated(evaluator, solution).cases}
