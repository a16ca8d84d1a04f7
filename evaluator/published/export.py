"""Project folders with their ``parameters.toml`` written as a recorded run in the public layout.

``X.json`` holds the files of every mission as ``[{file, path, code}, …]``, ``X_parameter.json`` the answers,
``X_startfile.json`` the file that is started (see `evaluator.published`).
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
from evaluator.published.unmatched import unmatched
from missions.catalog import Catalog
from missions.errors import SolutionError
from missions.formats.projecteval_2025.export import public_files
from missions.formats.projecteval_2025.parameters import answers_by_page
from missions.mission import Mission
from missions.project_files import read_files
from missions.reference import parameters_file_of, read_parameters
from simulators.runtime.stacks import find_start
from simulators.runtime.start import Start, StartError


@dataclass(frozen=True)
class Found:
    """A solution of `mission`, whose files lie in `project`."""

    mission: Mission
    project: Path
    solution: Solution


def export_solutions(
    catalog: Catalog, source: Path, ids: Sequence[str], out: Path, parameters: Path | None = None
) -> list[str]:
    """Write the solutions in `source` as a recorded run, the new folder `out`; its files are called after it.

    Returns what somebody should know: parameters without an answer, answers without a parameter.

    `source` holds a folder for each of `ids`; with only one it may be the solution itself, or its project, and
    `parameters` the file of its answers. Raises `SolutionError` or `MissionError` naming the mission, and writes
    nothing then.
    """
    found = [_found(source, catalog.mission(mission_id), len(ids) == 1, parameters) for mission_id in ids]
    name = out.resolve().name
    with new_folder(out) as folder:
        _write(folder / f"{name}.json", {f.mission.id: public_files(f.mission, f.solution.files) for f in found})
        answers = {f.mission.id: answers_by_page(f.mission, f.solution.parameters) for f in found}
        _write(folder / f"{name}_parameter.json", {mission_id: _listed(pages) for mission_id, pages in answers.items()})
        starts = {f.mission.id: start for f in found if (start := _startfile(f))}
        _write(folder / f"{name}_startfile.json", starts)
    return [words for f in found for words in unmatched(f.mission, f.solution.parameters)]


def solutions_there(catalog: Catalog, source: Path) -> tuple[str, ...]:
    """The missions of `catalog` for which `source` has a folder. Raises `UsageError` when there is none."""
    ids = tuple(mission_id for mission_id in catalog.ids() if (source / mission_id).is_dir())
    if not ids:
        raise UsageError(
            f"{source}: no folder in it is called as a mission of {catalog.name}; name the mission that it solves"
        )
    return ids


def _found(source: Path, mission: Mission, is_only: bool, parameters: Path | None) -> Found:
    folder = source / mission.id
    if not folder.is_dir():
        if not is_only:
            raise SolutionError(f"{folder}: there is no such folder; it would hold the solution of {mission.id}")
        folder = source
    project = folder / "project" if _is_solution(folder) else folder
    told = parameters or parameters_file_of(project)
    answers, start = read_parameters(told)
    files = read_files(project)
    if told.resolve() == (project / "parameters.toml").resolve():
        del files["parameters.toml"]  # the answers are no part of the project
    if not files:
        raise SolutionError(f"{project}: there is no file in it that could be a solution of {mission.id}")
    return Found(mission, project, Solution(files, answers, start))


def _is_solution(folder: Path) -> bool:
    """Whether the project lies in ``project/``; one that has a folder of that name has Python files beside it."""
    return (folder / "project").is_dir() and (folder / "parameters.toml").is_file() and not any(folder.glob("*.py"))


def _listed(pages: dict[str, dict[str, list[dict[str, str]]]]) -> list[dict[str, Any]]:
    """As recorded runs have it: a list of pages, where the canonical file has an object."""
    return [
        {"page": page, "function": [{"function": name, "parameter": values} for name, values in functions.items()]}
        for page, functions in pages.items()
    ]


def _startfile(found: Found) -> str:
    """The file that is started; empty where there is none. Raises `SolutionError` for a start that is no file."""
    given = found.solution.start
    if given is not None and (given.prepare or (given.program and not _is_file(given))):
        commands = "`, `".join(" ".join(command) for command in (*given.prepare, given.program))
        raise SolutionError(
            f"mission {found.mission.id}: it is started by `{commands}`, but the public layout can name no more than "
            'one Python file: program = ["python", "FILE"]'
        )
    try:
        start = find_start(found.mission.stack.value, found.project, given)
    except StartError:
        return ""  # whoever judges it says so
    name = start.program[1] if _is_file(start) else "manage.py"
    return name if start.root == "." else f"{start.root}/{name}"


def _is_file(start: Start) -> bool:
    return len(start.program) == 2 and start.program[0] in ("python", "python3") and start.program[1].endswith(".py")


def _write(path: Path, value: object) -> None:
    """As the public files are: ASCII, since tools read them in the encoding of their machine."""
    path.write_text(json.dumps(value, indent=4) + "\n", encoding="ascii")
