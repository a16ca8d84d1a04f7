"""Where the canonical solution of a mission is found, whatever catalog it comes from."""

from __future__ import annotations

from pathlib import Path

import canonical
from evaluator.model.solution import Solution
from missions.reference import read_reference
from missions.project_files import safe_path
from missions.project_files import single_top
from missions.catalog import Catalog
from missions.formats.folder import BUILT_IN, FolderCatalog
from missions.formats.projecteval_2025.catalog import ProjectEvalCatalog
from simulators.runtime.start import Start


def canonical_solution(catalog: Catalog, mission_id: str) -> Solution | None:
    """The canonical solution; None when the catalog has none. Raises `SolutionError` when unreadable."""
    if isinstance(catalog, ProjectEvalCatalog):
        return _public_solution(catalog, mission_id)
    if isinstance(catalog, FolderCatalog):
        folder = _folder(catalog, mission_id)
        return read_reference(folder) if folder.is_dir() else None
    return None


def _public_solution(catalog: ProjectEvalCatalog, mission_id: str) -> Solution | None:
    files = catalog.canonical_files(mission_id)
    if files is None:
        return None
    contents = {path: text.encode() for path, text in files.items()}
    skeleton = {file.name: (file.code or "").encode() for file in catalog.projects[mission_id].skeleton}
    start = _told_start(catalog, mission_id) or Start(root=single_top(contents))
    return Solution(contents, catalog.canonical_answers(mission_id), start, skeleton=skeleton)


def _told_start(catalog: ProjectEvalCatalog, mission_id: str) -> Start | None:
    facts = catalog.facts.get(mission_id)
    if facts is None or facts.start is None:
        return None
    if facts.start.root != ".":
        safe_path(facts.start.root)
    return Start(**facts.start.model_dump(exclude_defaults=True))


def _folder(catalog: FolderCatalog, mission_id: str) -> Path:
    if catalog.folder == BUILT_IN:
        return canonical.FOLDER / mission_id
    return catalog.folder / mission_id / "canonical"
