"""Writer of recorded runs: project folders with their ``parameters.toml`` in the public layout.

``X.json`` holds the files of every mission, ``X_parameter.json`` the parameter values, ``X_startfile.json`` the file
that is started (see `evaluator.published`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.io.atomic_folders import new_folder
from evaluator.model.errors import UsageError
from evaluator.model.solution import Solution
from evaluator.published.layout import RecordedPaths, RecordedProduct
from evaluator.published.unmatched_parameters import unmatched_parameters
from missions.catalog import Catalog
from missions.errors import SolutionError
from missions.formats.projecteval_2025.export import public_files
from missions.formats.projecteval_2025.parameters import answers_by_page
from missions.mission import Mission
from missions.project_files import read_files
from missions.reference import parameters_file_of, read_parameters
from missions.stored_names import original
from simulators.runtime.stacks import find_start
from simulators.runtime.stacks.django import STARTER
from simulators.runtime.start import Start, StartError


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
    found = [_found(source, catalog.mission(mission_id), len(ids) == 1, parameters) for mission_id in ids]
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


def _listed(pages: dict[str, dict[str, list[dict[str, str]]]]) -> list[dict[str, Any]]:
    """Return pages in the shape of recorded runs: a list, where the canonical file has an object."""
    return [
        {"page": page, "function": [{"function": name, "parameter": values} for name, values in functions.items()]}
        for page, functions in pages.items()
    ]


def _startfile(found: ExportedSolution) -> str:
    """Return the path of the started file, or an empty text. Raises `SolutionError` when it is not a Python file."""
    given = found.solution.start
    if given is not None and (given.prepare or (given.program and not _is_file(given))):
        commands = "`, `".join(" ".join(command) for command in (*given.prepare, given.program))
        raise SolutionError(
            f"mission {found.mission.id}: it is started by `{commands}`, but the public layout names one Python file: "
            'write program = ["python", "FILE"] in parameters.toml'
        )
    try:
        start = find_start(found.mission.stack.value, found.project, given)
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
