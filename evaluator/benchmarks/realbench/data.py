"""Missions with a design, in the project's folder format: libraries, websites, imported projects.

``realbench:FOLDER`` reads them; ``realbench:libraries`` and ``realbench:catalog`` are those that come with the project.
Requirement, diagrams (Mermaid and JSON) and tests of components are the files of library missions (docs/realbench.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from evaluator.benchmarks.realbench.scores import SizeLevel, level_of
from evaluator.model.generation import design_documents
from missions.catalog import NAMED, Catalog
from missions.formats.folder import FolderCatalog
from missions.mission import Mission
from missions.project_files import Files
from missions.reference import Reference
from missions.trust import CodeFolder


@dataclass(frozen=True)
class Size:
    """Lines of Python of a mission's reference, and the level of size that they belong to."""

    lines: int
    level: SizeLevel


@dataclass(frozen=True)
class RealBenchCatalog(Catalog):
    """Those missions of a folder that have a design: one that was written, or a reference in Python."""

    place: Path

    @cached_property
    def folder(self) -> FolderCatalog:
        """The catalog that is read. Raises `MissionError`."""
        is_named = self.place.name in NAMED and not self.place.is_dir()
        return FolderCatalog(NAMED[self.place.name] if is_named else self.place.resolve())

    @property
    def name(self) -> str:
        return f"realbench:{self.folder.folder}"

    @property
    def benchmark(self) -> str:
        return "realbench"

    def ids(self) -> tuple[str, ...]:
        return self.folder.ids()

    def mission(self, mission_id: str) -> Mission:
        return self._with_design(self.folder.mission(mission_id))

    def described(self, mission_id: str) -> Mission:
        return self._with_design(self.folder.described(mission_id))

    def reference(self, mission_id: str) -> Reference | None:
        return self.folder.reference(mission_id)

    def code(self, ids: Sequence[str]) -> tuple[CodeFolder, ...]:
        return self.folder.code(ids)

    def _with_design(self, mission: Mission) -> Mission:
        """Return the mission with the derived documents that it lacks, and the size of its reference."""
        reference = self.reference(mission.id)
        derived = design_documents(reference) if reference else {}
        more = [document for name, document in derived.items() if name not in mission.documents]
        found = replace(mission, further_documents=(*mission.further_documents, *more), benchmark=self.benchmark)
        if "uml_class_json" not in found.documents:
            return replace(found, unusable="it has no uml/class.json, and no reference in Python to derive it from")
        lines = lines_of(reference.files) if reference else 0
        return replace(found, facts_by_type={**found.facts_by_type, Size: Size(lines, level_of(lines))})


def lines_of(files: Files) -> int:
    """Return the lines of Python that are not blank."""
    return sum(
        bool(line.strip()) for path, content in files.items() if path.endswith(".py") for line in content.splitlines()
    )
