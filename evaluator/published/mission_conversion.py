"""Conversion of missions between mission folders and the public layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from evaluator.io.atomic_folders import new_folder, require_free_folder
from evaluator.model.documents import skeleton_of
from evaluator.model.errors import EvaluatorError, UsageError
from missions.catalog import Catalog
from missions.errors import MissionError, SolutionError
from missions.formats.folder import FolderCatalog, load_mission
from missions.formats.folder_export import write_mission
from missions.formats.projecteval_2025.catalog import ProjectEvalCatalog
from missions.formats.projecteval_2025.export import Canonical, write_public
from missions.formats.projecteval_2025.facts import StartTable
from missions.mission import Mission
from missions.reference import Reference, write_reference


def export_missions(catalog: Catalog, ids: Sequence[str], out: Path) -> None:
    """Write the missions `ids` of `catalog` with their canonical solutions as a public data set, the new folder `out`.

    The written data is read back and compared. Raises `MissionError` or `EvaluatorError` naming the mission that
    the public layout cannot hold, and leaves nothing then.
    """
    missions = [catalog.mission(mission_id) for mission_id in ids]
    found = [(mission, _canonical(catalog, mission)) for mission in missions]
    with new_folder(out) as folder:
        write_public(folder, found)
        written = ProjectEvalCatalog(folder)
        for mission in missions:
            _check_same(mission, written.mission(mission.id))


def import_missions(catalog: Catalog, ids: Sequence[str], out: Path) -> Iterator[tuple[str, str]]:
    """Write public missions as mission folders below `out`; yields each id with its error (empty: written).

    Raises `UsageError` before anything is written when a folder exists or `catalog` is a catalog of folders.
    """
    if isinstance(catalog, FolderCatalog):
        raise UsageError(f"{catalog.name} is a folder of missions already; use --missions projecteval:FOLDER")
    for mission_id in ids:
        if mission_id in (".", "..") or Path(mission_id).name != mission_id or "\0" in mission_id:
            raise UsageError(f"mission {mission_id!r} cannot be a folder's name; change its project_id")
        require_free_folder(out / mission_id)
    return ((mission_id, _import(catalog, mission_id, out / mission_id)) for mission_id in ids)


def _import(catalog: Catalog, mission_id: str, target: Path) -> str:
    try:
        mission, solution = catalog.mission(mission_id), catalog.reference(mission_id)
        with new_folder(target) as folder:
            write_mission(mission, folder)
            if solution is not None:
                write_reference(solution, folder / "canonical")
            _check_same(mission, load_mission(folder))
    except (MissionError, SolutionError, EvaluatorError) as error:
        return str(error)
    except UnicodeEncodeError as error:
        return f"mission {mission_id}: has a text that is not valid Unicode: {error.object[error.start]!r}"
    return ""


def _canonical(catalog: Catalog, mission: Mission) -> Canonical:
    solution = catalog.reference(mission.id)
    if solution is None:
        raise EvaluatorError(f"mission {mission.id} has no canonical solution, which the public files hold")
    return Canonical(solution.files, skeleton_of(solution, mission), solution.parameters, _start_table(solution))


def _start_table(solution: Reference) -> StartTable | None:
    """Return the start commands if they cannot be derived from the files."""
    if solution.start is None or not (solution.start.program or solution.start.prepare):
        return None
    return StartTable.model_validate(asdict(solution.start))


def _check_same(mission: Mission, read: Mission) -> None:
    """Raise `MissionError` when a mission is read back differently, because the format cannot represent it."""
    written, there = len(mission.testcodes), len(read.testcodes)
    if written != there:
        raise MissionError(f"mission {mission.id}: of its {written} testcodes, {there} would be read again")
    for testcode, other in zip(mission.testcodes, read.testcodes, strict=True):
        for what in ("id", "page", "function", "simulator", "requires"):
            one, two = getattr(testcode, what), getattr(other, what)
            if one != two:
                raise MissionError(
                    f"mission {mission.id}, testcode {testcode.id}: its {what} would become {two!r} instead of {one!r}"
                )
        if [(p.name, p.kind, p.description) for p in testcode.parameters] != [
            (p.name, p.kind, p.description) for p in other.parameters
        ]:
            raise MissionError(f"mission {mission.id}, testcode {testcode.id}: its parameters would become others")
    for what in ("stack", "setting", "limits", "environment", "benchmark", "superuser", "variables"):
        one, two = getattr(mission, what), getattr(read, what)
        if one != two:
            raise MissionError(f"mission {mission.id}: its {what} would become {two!r} instead of {one!r}")
