"""Project folders with their ``parameters.toml`` as recorded runs in the public layout, and back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.benchmarks.projecteval_2025.parameters import answers_by_page, answers_of, unmatched_parameters
from evaluator.benchmarks.projecteval_2025.recorded_run import (
    RecordedPaths,
    RecordedProduct,
    RecordedRun,
    recorded_runs,
)
from evaluator.benchmarks.projecteval_2025.replay import recorded_solution
from evaluator.benchmarks.projecteval_2025.shapes import PublicFile
from evaluator.io.files import new_folder, require_free_folder
from evaluator.model.errors import UsageError
from evaluator.model.generation import Solution
from missions.catalog import Catalog, describe
from missions.errors import MissionError, SolutionError
from missions.mission import Mission
from missions.project_files import Files, original, read_files
from missions.reference import parameters_file_of, read_parameters, write_reference
from simulators.runtime.entry_points import STARTER, find_start
from simulators.setting import Start, StartError


@dataclass(frozen=True)
class ExportedSolution:
    """Solution of `mission` with its files in the folder `project`."""

    mission: Mission
    project: Path
    solution: Solution


def export_solutions(
    catalog: Catalog, source: Path, ids: Sequence[str], out: Path, parameters: Path | None = None
) -> list[str]:
    """Write the solutions in `source` as a recorded run, the new folder `out`, which names its files.

    Returns messages about parameters without a value and values without a parameter. `source` holds a folder for each
    of `ids`; for one mission it may be the solution itself, or its project, and `parameters` the file of its values.
    Raises `SolutionError` or `MissionError` naming the mission, and writes nothing then.
    """
    found = [_found(source, describe(catalog, mission_id), len(ids) == 1, parameters) for mission_id in ids]
    name = out.resolve().name
    with new_folder(out) as folder:
        paths = RecordedPaths(folder / name)
        code = {each.mission.id: public_files(each.mission, each.solution.files) for each in found}
        values = {each.mission.id: answers_by_page(each.mission, each.solution.parameters) for each in found}
        starts = {each.mission.id: start for each in found if (start := _startfile(each))}
        _write(paths.of(RecordedProduct.CODE), code)
        _write(paths.of(RecordedProduct.PARAMETERS), {mission: _listed(pages) for mission, pages in values.items()})
        _write(paths.of(RecordedProduct.START_FILE), starts)
    return [message for each in found for message in unmatched_parameters(each.mission, each.solution.parameters)]


def solved_missions(catalog: Catalog, source: Path) -> tuple[str, ...]:
    """Return the missions of `catalog` for which `source` has a folder. Raises `UsageError` when there is none."""
    ids = tuple(mission_id for mission_id in catalog.ids() if (source / mission_id).is_dir())
    if not ids:
        raise UsageError(
            f"{source}: no folder in it has the name of a mission of {catalog.name}; name the mission that it solves"
        )
    return ids


def _found(source: Path, mission: Mission, is_only: bool, parameters: Path | None) -> ExportedSolution:
    folder = source / mission.id
    if not folder.is_dir():
        if not is_only:
            raise SolutionError(f"{folder}: no such folder; it is expected to hold the solution of {mission.id}")
        folder = source
    project = folder / "project" if _is_solution(folder) else folder
    if mission.existing is not None and project == folder and (folder / "changes").is_dir():
        raise SolutionError(f"{folder}: it has the changes of an existing project only; export the whole project")
    values_file = parameters or parameters_file_of(project)
    values, start = read_parameters(values_file)
    files = original(read_files(project))
    if values_file.resolve() == (project / "parameters.toml").resolve():
        del files["parameters.toml"]  # the values are no part of the project
    if not files:
        raise SolutionError(f"{project}: no file in it; expected the solution of {mission.id}")
    return ExportedSolution(mission, project, Solution.of(files, values, start))


def _is_solution(folder: Path) -> bool:
    """Return True when the project is in ``project/``; a project that has such a folder has Python files beside it."""
    return (folder / "project").is_dir() and (folder / "parameters.toml").is_file() and not any(folder.glob("*.py"))


def public_files(mission: Mission, files: Files) -> list[dict[str, str | None]]:
    """Return files as ``[{file, path, code}, …]``. Raises `MissionError` naming what is not text."""
    try:
        return [PublicFile.of(name, content).model_dump() for name, content in files.items()]
    except MissionError as error:
        raise MissionError(f"mission {mission.id}: {error}") from error


def _listed(pages: dict[str, dict[str, list[dict[str, str]]]]) -> list[dict[str, Any]]:
    """Return pages in the shape of recorded runs: a list, where the canonical file has an object."""
    return [
        {"page": page, "function": [{"function": name, "parameter": values} for name, values in functions.items()]}
        for page, functions in pages.items()
    ]


def _startfile(exported: ExportedSolution) -> str:
    """Return the path of the started file, or an empty text. Raises `SolutionError` when it is not a Python file."""
    given = exported.solution.start
    if given is not None and (given.prepare or (given.program and not _is_file(given))):
        commands = "`, `".join(" ".join(command) for command in (*given.prepare, given.program))
        raise SolutionError(
            f"mission {exported.mission.id}: it is started by `{commands}`, but the public layout names one Python "
            'file: write program = ["python", "FILE"] in parameters.toml'
        )
    try:
        start = find_start(exported.mission.stack.value, exported.project, given)
    except StartError:
        return ""  # the evaluation reports it
    if not _is_file(start) and start.program[: len(STARTER)] != STARTER:
        return ""  # the public layout has no name for it; the evaluation finds the entry point again
    name = start.program[1] if _is_file(start) else "manage.py"
    return name if start.root == "." else f"{start.root}/{name}"


def _is_file(start: Start) -> bool:
    return len(start.program) == 2 and start.program[0] in ("python", "python3") and start.program[1].endswith(".py")


def _write(path: Path, value: object) -> None:
    """Write JSON as ASCII, like the public files, which tools read in the encoding of their machine."""
    path.write_text(json.dumps(value, indent=4) + "\n", encoding="ascii")


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
    missions = [describe(catalog, mission_id) for mission_id in wanted]
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
