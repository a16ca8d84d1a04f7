"""All checks of one mission; a mission that cannot be read has its message as the only problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from missions.authoring.hand_parsing import hand_parsing_problems
from missions.authoring.rehearsal import rehearsal_problems
from missions.authoring.signatures import signature_problems
from missions.catalog import Catalog
from missions.errors import MissionError, SolutionError
from missions.formats.folder import import_testcodes
from missions.mission import Mission
from missions.reference import Reference
from missions.validation import problems


def mission_problems(catalog: Catalog, mission_id: str) -> list[str]:
    """Return everything that is wrong with a mission, each with its place."""
    try:
        mission = catalog.mission(mission_id)
    except MissionError as error:
        return [str(error)]
    try:
        reference = catalog.reference(mission_id)
    except SolutionError as error:
        return [str(error), *calls_problems(mission, None)]
    answers = reference.parameters if reference else None
    masked = reference.files if reference and reference.skeleton is None else None
    found = [*problems(mission, answers, masked), *calls_problems(mission, reference)]
    return [*found, *_of_alternatives(mission, reference, found)]


def _of_alternatives(mission: Mission, reference: Reference | None, known: Sequence[str]) -> Iterator[str]:
    """Yield the problems of the alternatives' parameter values and code that are not `known` ones of the mission."""
    for name, each in (reference.alternatives if reference else {}).items():
        for problem in problems(mission, each.parameters, each.files):
            if problem not in known:
                yield f"{problem} (alternative {name})"


def calls_problems(mission: Mission, reference: Reference | None) -> list[str]:
    """Return the problems of calls in the mission's ``testcodes.py``; none where its testcodes are in no such file."""
    path = file_of(mission)
    if path is None:
        return []
    values = reference.parameters if reference else {}
    found = [*signature_problems(path), *hand_parsing_problems(path)]
    known = {problem.partition(":")[0] for problem in found}
    rehearsed = rehearsal_problems(mission, values, lambda loader: import_testcodes(path, loader))
    found += [problem for problem in rehearsed if problem.partition(":")[0] not in known]  # one problem per line
    return [f"{path.parent}: {problem}" for problem in found]


def file_of(mission: Mission) -> Path | None:
    """Return the file of the mission's testcodes; None for other formats."""
    path = mission.source / "testcodes.py" if mission.source else None
    return path if path and path.is_file() else None
