"""Strategies of the RealBench paper for models: files one by one in the order of the design's imports, shown all files
before or the related ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import ClassVar

from pydantic import TypeAdapter, ValidationError

from evaluator.agents.answers.parsing import files_in
from evaluator.evaluators.components.file_notes import AnswerNote, write_note
from evaluator.model.errors import EvaluatorError
from evaluator.strategies.guided import Guided
from evaluator.strategies.interface import BuildTask, Stage, StageResult, Stages, files_text
from evaluator.strategies.project import answer_stages, further
from evaluator.strategies.prompts import Templates
from missions.errors import SolutionError
from missions.mission import Document
from missions.project_files import ArtifactKind, Artifacts, Files, safe_path

CODE_AND_NOTES = frozenset({ArtifactKind.CODE, ArtifactKind.NOTES})
CHARS_PER_TOKEN = 3
"""Characters that a token has at least, on average: source code has 3 to 4."""

WINDOW_PERCENT = 75
"""Part of the context window that a prompt may fill; the rest is for the answer."""


@dataclass(frozen=True)
class FileByFile(Guided):
    """A stage a file, in the order of the design's file graph. With `related` a prompt shows the written files that
    the next one imports or that import it, else all of them.

    What is shown is cut from the front so that the prompt fits the model's context window. An answer without the
    planned file is asked for once more after all others; what else it holds is taken when it is planned and new.
    """

    name: str = "incremental"
    related: bool = False
    templates: ClassVar[Templates] = Templates(("file", "parameters", "start"))

    def stages(self, task: BuildTask) -> Stages:
        if task.mission.existing is not None:
            raise EvaluatorError(
                f"mission {task.mission.id} changes an existing project, which is not written file by file; "
                "use --strategy direct"
            )
        work = _Work(task, plan_of(task.documents), self.related)
        result = StageResult({})
        for again in (False, True):
            for path in work.plan.order:
                if path not in result.artifacts.get(ArtifactKind.CODE, {}):
                    result = yield work.stage(path, result, again=again)
        if task.mission.parameters() and ArtifactKind.CODE in result.artifacts:
            yield from answer_stages(task, result)


FILE_BY_FILE: Mapping[str, Guided] = {each.name: each for each in (FileByFile(), FileByFile("retrieval", related=True))}
"""Both strategies by name."""


@dataclass(frozen=True)
class _Work:
    task: BuildTask
    plan: FilePlan
    related: bool
    documents: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "documents", {k: v for k, v in further(self.task).items() if k != FILE_GRAPH})

    def stage(self, path: str, before: StageResult, *, again: bool) -> Stage:
        """Return the stage that asks for `path`."""
        there = before.artifacts.get(ArtifactKind.CODE, {})
        number = len(before.artifacts.get(ArtifactKind.NOTES, {})) + 1
        shown = self._shown(path, there)
        values = {
            "order": self.plan.order,
            "path": path,
            "imports": [each for each in self.plan.imports[path] if each in there],
            "further": self.documents,
            "related": self.related,
            "again": again,
        }
        without = self.task.prompt("file", written="-", **values)  # with the words around the files
        written, cut = fitted(files_text(shown) if shown else "", self._room(len(without)))
        note = AnswerNote(path, self.plan.order, again=again, cut=cut, broken=self.plan.broken)
        return Stage(
            f"file {path}" + (" again" if again else ""),
            self.task.prompt("file", written=written, **values),
            CODE_AND_NOTES,
            optional=True,
            extends=True,
            read=_Reader(self.plan, there, note, number).read,
        )

    def _shown(self, path: str, files: Files) -> Files:
        wanted = self.plan.related(path) if self.related else frozenset(files)
        return {name: files[name] for name in self.plan.order if name in files and name in wanted}

    def _room(self, used: int) -> int | None:
        """Return the characters that are left for written files; None without a known context window."""
        window = self.task.context_window
        return None if window is None else max(0, window * CHARS_PER_TOKEN * WINDOW_PERCENT // 100 - used)


def fitted(text: str, room: int | None) -> tuple[str, int]:
    """Return the end of `text` that fits, and the number of characters that were cut from its front."""
    cut = 0 if room is None else max(0, len(text) - room)
    return text[cut:], cut


@dataclass(frozen=True)
class _Reader:
    """Reads the answer to one stage: which of its files are taken, under which names, and a note of what it held."""

    plan: FilePlan
    there: Files
    note: AnswerNote
    number: int

    def read(self, answer: str, kinds: frozenset[ArtifactKind]) -> Artifacts:
        """Return the new files and the note. Raises `UnreadableAnswer`."""
        found = dict(files_in(answer))
        planned, wanted = set(self.plan.order), self.note.path
        unknown = [path for path in found if path not in planned]
        renamed = unknown[0] if wanted not in found and len(unknown) == 1 and len(found) == 1 else ""
        if renamed:
            found[wanted] = found.pop(renamed)
            unknown = []
        repeated = tuple(path for path in found if path in self.there)
        early = tuple(path for path in found if path in planned and path != wanted and path not in self.there)
        note = self.note.having(renamed, repeated, early, tuple(unknown))
        taken = {path: content for path, content in found.items() if path == wanted or path in early}
        return {ArtifactKind.CODE: taken, ArtifactKind.NOTES: write_note(self.number, note)}


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
