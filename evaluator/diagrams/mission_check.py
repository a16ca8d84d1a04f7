"""Committed diagrams of a mission, compared with those that its reference implies."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from evaluator.diagrams.agreement import diagram_differences
from evaluator.diagrams.errors import DiagramError
from evaluator.diagrams.reading import read_project
from missions.catalog import Catalog
from missions.errors import MissionError, SolutionError
from missions.mission import Stack
from missions.project_files import write_files


def diagram_problems(catalog: Catalog, mission_id: str) -> Iterator[str]:
    """Yield the derived diagrams that a library's folder does not have, or has with other content.

    A mission or reference that cannot be read has no problem here: reading it is checked elsewhere.
    """
    try:
        mission, reference = catalog.mission(mission_id), catalog.reference(mission_id)
    except (MissionError, SolutionError):
        return
    if mission.stack is not Stack.LIBRARY or mission.source is None or reference is None:
        return
    if not (mission.source / "uml").is_dir() and not (mission.source / "file_dag.json").is_file():
        return
    with tempfile.TemporaryDirectory(prefix="projecteval-diagrams-") as folder:
        write_files(reference.files, Path(folder))
        try:
            differences = diagram_differences(read_project(Path(folder)), mission.source)
        except DiagramError as error:
            yield f"{mission.source}: {error}"
            return
    for difference in differences:
        yield f"{mission.source}: {difference}; derive it: projecteval diagram PROJECT --out {mission.source}"
