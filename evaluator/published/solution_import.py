"""Recorded runs in the public layout as project folders with their ``parameters.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluator.io.atomic_folders import new_folder, require_free_folder
from evaluator.model.errors import UsageError
from evaluator.published.discovery import recorded_runs
from evaluator.published.layout import RecordedProduct
from evaluator.published.recorded_run import RecordedRun
from evaluator.published.solutions import recorded_solution
from evaluator.published.unmatched_parameters import unmatched_parameters
from missions.catalog import Catalog
from missions.errors import SolutionError
from missions.formats.projecteval_2025.parameters import answers_of
from missions.mission import Mission
from missions.reference import write_reference


@dataclass(frozen=True)
class ImportedSolution:
    """Result for one mission: `problem` is why nothing was written, `notices` are defects of what was."""

    mission: str
    problem: str = ""
    notices: Sequence[str] = ()


def import_solutions(catalog: Catalog, source: Path, ids: Sequence[str], out: Path) -> Iterator[ImportedSolution]:
    """Write the answers of a recorded run as ``<id>/project/`` and ``<id>/parameters.toml`` below `out`, one by one.

    `source` is the folder of the run or its ``X.json``; for a single mission that may be the list of its files. Without
    `ids`, all missions with recorded code. Raises `UsageError` or `MissionError` before anything is written when a file
    cannot be read or a folder exists.
    """
    run = _recorded_run(source, ids)
    if run.problem():
        raise UsageError(f"{source}: {run.problem()}" + _hint(run, ids))
    wanted = list(ids) or [mission_id for mission_id in catalog.ids() if mission_id in run.projects()]
    if not wanted:
        raise UsageError(f"{run.stem}.json answers no mission of {catalog.name}; there are {', '.join(catalog.ids())}")
    missions = [catalog.mission(mission_id) for mission_id in wanted]
    for mission in missions:
        require_free_folder(out / mission.id)
    return (_imported(mission, run, out / mission.id) for mission in missions)


def _recorded_run(source: Path, ids: Sequence[str]) -> RecordedRun:
    only = ids[0] if len(ids) == 1 else None
    if source.is_file():
        return RecordedRun(source.stem, source.with_suffix(""), only=only)
    runs = recorded_runs(source)
    if len(runs) > 1:
        names = ", ".join(f"{run.stem}.json" for run in runs[:5])
        raise UsageError(f"{source}: {len(runs)} recorded runs; name one of them: {names}")
    return RecordedRun(runs[0].name, runs[0].stem, only=only)


def _hint(run: RecordedRun, ids: Sequence[str]) -> str:
    return "" if len(ids) == 1 else "; for the list of files of one project, name the mission that it solves"


def _imported(mission: Mission, run: RecordedRun, target: Path) -> ImportedSolution:
    answers = run.answers(mission.id)
    found = recorded_solution(answers, mission)
    if found.solution is None or not found.solution.files:
        return ImportedSolution(mission.id, f"mission {mission.id}: {found.problems['code']}")
    try:
        with new_folder(target) as folder:
            write_reference(found.solution.as_reference(), folder)
    except SolutionError as error:
        return ImportedSolution(mission.id, f"mission {mission.id}: {error}")
    conflicts = answers_of(mission, answers.value(RecordedProduct.PARAMETERS))[1]
    notices = [f"mission {mission.id}: {words}" for words in (*found.problems.values(), *conflicts)]
    return ImportedSolution(mission.id, "", [*notices, *unmatched_parameters(mission, found.solution.parameters)])
