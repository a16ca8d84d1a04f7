"""Control of recorded answers: the reference's answers to the inputs of one seed, replayed by a program.

``answers-recorder:FOLDER`` submits references that write what they answer to ``FOLDER/MISSION.jsonl``; it needs the
sandbox ``none``, outside of which a program cannot write. ``answers:FOLDER`` submits the tables.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from evaluator.agents.controls import PROGRAMS, WITHOUT_WINDOW, after_imports_of_the_future, entry_of
from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.model.generation import Generation, Solution
from missions.reference import Reference
from simulators.setting import Start

PROGRAM = "answer_table.py"
TABLE, PLACE = "answers.jsonl", "answers_place.txt"
CODE = "import answer_table\n\nanswer_table.record()\n"


class AnswersAgent(AutonomousAgent):
    """Submits a table of recorded answers for each console and batch mission."""

    ignores = BUILDING
    NAME = "answers"

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder).resolve()
        self.name = f"{self.NAME}:{self.folder}"

    def fingerprint(self) -> Mapping[str, str]:
        return {PROGRAM: hashlib.sha256((PROGRAMS / PROGRAM).read_bytes()).hexdigest()}

    def build(self, assignment: Assignment) -> Generation:
        mission, reference = assignment.mission, assignment.reference
        if reference is None or mission.stack not in WITHOUT_WINDOW:
            return Generation(None, "only references of console and batch missions are recorded")
        return self._of(reference, self.folder / f"{mission.id}.jsonl", assignment)

    def _of(self, reference: Reference, table: Path, assignment: Assignment) -> Generation:
        if not table.is_file():
            return Generation(None, f"{table}: nothing was recorded; --agent answers-recorder:{self.folder} records")
        kept = {path: content for path, content in reference.files.items() if not path.endswith(".py")}
        files = {**kept, PROGRAM: (PROGRAMS / PROGRAM).read_bytes(), TABLE: table.read_bytes()}
        start = Start(program=("python", PROGRAM))
        return Generation(Solution.of(files, reference.parameters, start))


class AnswersRecorder(AnswersAgent):
    """Submits references that record what they answer, in place of what was recorded before."""

    NAME = "answers-recorder"

    def _of(self, reference: Reference, table: Path, assignment: Assignment) -> Generation:
        table.parent.mkdir(parents=True, exist_ok=True)
        table.unlink(missing_ok=True)
        first = entry_of(reference)
        if not first:
            return Generation(None, f"the reference of {assignment.mission.id} has no Python program to start")
        added = {PROGRAM: (PROGRAMS / PROGRAM).read_bytes(), PLACE: str(table).encode()}
        changed = {first: after_imports_of_the_future(reference.files[first], CODE)}
        return Generation(Solution.of({**reference.files, **added, **changed}, reference.parameters, reference.start))
