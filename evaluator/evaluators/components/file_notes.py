"""Notes about answers that were asked for one file each: what they held besides it, or instead; and their counts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

from pydantic import TypeAdapter, ValidationError

from evaluator.evaluators.interface import Evaluator, Workbench
from evaluator.model.evaluation import Evaluation, Measure
from evaluator.model.generation import Solution
from missions.mission import Mission
from missions.project_files import ArtifactKind, Files


@dataclass(frozen=True)
class AnswerNote:
    """One answer to the request for the file `path`, one of the `planned` files.

    `again`: it was asked for a second time; `cut`: characters that were left out of the files shown; `broken`: imports
    of cycles that the order ignores. `renamed` is the name under which the file was given, `repeated` are files that
    had been written before (they stay as they were), `early` are those that come later in the order, `unknown` those
    that the design does not have (they are not taken).
    """

    path: str
    planned: tuple[str, ...] = ()
    again: bool = False
    cut: int = 0
    broken: tuple[tuple[str, str], ...] = ()
    renamed: str = ""
    repeated: tuple[str, ...] = ()
    early: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def having(
        self, renamed: str, repeated: tuple[str, ...], early: tuple[str, ...], unknown: tuple[str, ...]
    ) -> AnswerNote:
        return replace(self, renamed=renamed, repeated=repeated, early=early, unknown=unknown)


NOTE = TypeAdapter(AnswerNote)


def write_note(number: int, note: AnswerNote) -> Files:
    """Return the file of the `number`-th note."""
    return {f"{number:04}.json": (json.dumps(asdict(note), ensure_ascii=False) + "\n").encode()}


def read_notes(files: Files) -> Iterator[AnswerNote]:
    """Yield the notes in order; files of another form are left out."""
    for _, content in sorted(files.items()):
        try:
            yield NOTE.validate_json(content)
        except ValidationError:
            continue


@dataclass(frozen=True)
class FileNotes(Evaluator):
    """Measures of attempts that were built file by file; others have none."""

    name: str = "file_notes"

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        notes = list(read_notes(solution.artifacts.get(ArtifactKind.NOTES, {})))
        if not notes:
            return Evaluation(self.name)
        planned = {path for note in notes for path in note.planned}
        numbers = {
            "files_missing": len(planned - solution.files.keys()),
            "files_asked_again": sum(note.again for note in notes),
            "files_renamed": sum(bool(note.renamed) for note in notes),
            "files_repeated": sum(len(note.repeated) for note in notes),
            "files_early": sum(len(note.early) for note in notes),
            "files_unknown": sum(len(note.unknown) for note in notes),
            "prompts_cut": sum(note.cut > 0 for note in notes),
            "cycles_broken": len(notes[0].broken),
        }
        measures = (Measure(name, float(number), higher_is_better=False) for name, number in numbers.items())
        return Evaluation(self.name, measures=tuple(measures), log="\n".join(map(str, notes)))
