"""Order in which the files of a design are written: every file after those that it imports."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from pydantic import TypeAdapter, ValidationError

from evaluator.model.errors import EvaluatorError
from missions.errors import SolutionError
from missions.mission import Document
from missions.project_files import safe_path

FILE_GRAPH = "file_dag"
"""Document with the imports between files: ``{path: [paths]}``."""

DESIGNS: Mapping[str, tuple[str, ...]] = {
    "package": ("prompt", "uml_package", FILE_GRAPH),
    "package+class": ("prompt", "uml_package", FILE_GRAPH, "uml_class_json"),
}
"""Input sets of a design; missing ones are derived from a reference in Python."""

GRAPH = TypeAdapter(dict[str, list[str]])


@dataclass(frozen=True)
class FilePlan:
    """Files in the order in which they are written, what each imports, and the imports that were ignored because they
    are part of a cycle."""

    order: tuple[str, ...]
    imports: Mapping[str, tuple[str, ...]]
    broken: tuple[tuple[str, str], ...] = ()

    def related(self, path: str) -> frozenset[str]:
        """Return the files that `path` imports, and those that import it."""
        users = (user for user, imported in self.imports.items() if path in imported)
        return frozenset((*self.imports.get(path, ()), *users))


def plan_of(documents: Mapping[str, Document]) -> FilePlan:
    """Return the plan that the file graph states. Raises `EvaluatorError` where the input set has none."""
    if FILE_GRAPH not in documents:
        raise EvaluatorError(
            f"files are written one by one in the order of the document {FILE_GRAPH}, which the input set has not; "
            "choose one with a design: --input package"
        )
    try:
        graph = GRAPH.validate_python(json.loads(documents[FILE_GRAPH].text))
        imports = {str(safe_path(path)): tuple(found) for path, found in graph.items()}
    except (ValueError, ValidationError, SolutionError) as error:
        raise EvaluatorError(f"{FILE_GRAPH}: not an object of lists of files: {error}") from error
    return ordered(imports)


def ordered(imports: Mapping[str, tuple[str, ...]]) -> FilePlan:
    """Return a topological order; of each cycle the import that closes it is left out. Files come in the given order
    where the graph allows it."""
    left = {path: [each for each in found if each in imports and each != path] for path, found in imports.items()}
    broken: list[tuple[str, str]] = []
    while (closing := _closing_import(left)) is not None:
        left[closing[0]].remove(closing[1])
        broken.append(closing)
    return FilePlan(tuple(_in_order(left)), imports, tuple(broken))


def _closing_import(imports: Mapping[str, list[str]]) -> tuple[str, str] | None:
    """Return the import of a cycle that closes it, the file that is given first being written first; None without."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        cycle = [str(each) for each in error.args[1]]  # each is imported by the one after it
        position = {path: number for number, path in enumerate(imports)}
        return min(((user, used) for used, user in pairwise(cycle)), key=lambda pair: position[pair[0]])
    return None


def _in_order(imports: Mapping[str, list[str]]) -> Iterator[str]:
    position = {path: number for number, path in enumerate(imports)}
    sorter = TopologicalSorter(imports)
    sorter.prepare()
    ready: list[str] = []
    while sorter.is_active():
        ready = sorted((*ready, *sorter.get_ready()), key=lambda path: position[path])
        path = ready.pop(0)
        yield path
        sorter.done(path)
