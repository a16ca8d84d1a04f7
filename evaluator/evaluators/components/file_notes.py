"""Counts of what answers held besides or instead of the file that they were asked for."""

from __future__ import annotations

from dataclasses import dataclass

from evaluator.evaluators.interface import Evaluator, Workbench
from evaluator.model.evaluation import Evaluation, Measure
from evaluator.model.generation import Solution
from missions.file_notes import read_notes
from missions.mission import Mission
from missions.project_files import ArtifactKind


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
