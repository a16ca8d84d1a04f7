"""Diagrams of a mission folder: write them, and compare committed with derived ones."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from evaluator.diagrams.model import DiagramError, ProjectModel, file_dag
from evaluator.diagrams.products import class_json, class_mermaid, package_json, package_mermaid
from evaluator.diagrams.reading import read_project
from missions.catalog import Catalog
from missions.errors import MissionError, SolutionError
from missions.mission import Stack
from missions.project_files import write_files


@dataclass(frozen=True)
class DiagramDifference:
    """File of a mission that is not what the reference implies, with the first differing lines."""

    path: str
    detail: str

    def __str__(self) -> str:
        return f"{self.path}: {self.detail}"


def diagram_files(model: ProjectModel) -> dict[str, str]:
    """Return the five derived files: path below the mission folder → text."""
    return {
        "uml/package.mmd": package_mermaid(model),
        "uml/class.mmd": class_mermaid(model),
        "uml/package.json": _json_text(package_json(model)),
        "uml/class.json": _json_text(class_json(model)),
        "file_dag.json": _json_text(file_dag(model)),
    }


def write_diagrams(model: ProjectModel, mission: Path) -> tuple[Path, ...]:
    """Write the derived files into the folder `mission` and return their paths."""
    return tuple(_written(mission / path, text) for path, text in diagram_files(model).items())


def diagram_differences(model: ProjectModel, mission: Path) -> tuple[DiagramDifference, ...]:
    """Return one difference per derived file that is missing in the folder `mission` or has other content."""
    return tuple(_differences(model, mission))


def _differences(model: ProjectModel, mission: Path) -> Iterator[DiagramDifference]:
    for path, derived in diagram_files(model).items():
        file = mission / path
        if not file.is_file():
            yield DiagramDifference(path, "missing; derive it from the reference")
        elif (committed := file.read_text(encoding="utf-8")) != derived:
            yield DiagramDifference(path, _first_difference(committed, derived))


def _first_difference(committed: str, derived: str) -> str:
    lines = unified_diff(committed.splitlines(), derived.splitlines(), "committed", "derived", lineterm="", n=0)
    changed = [line for line in lines if line[0] in "+-" and not line.startswith(("+++", "---"))]
    return "; ".join(line.strip() for line in changed[:4]) or "differs in its line ends"


def _json_text(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


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
