"""Agent that submits recorded runs in the public layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.io.atomic import write_json
from evaluator.model.attempt import Recording
from evaluator.model.errors import UsageError
from evaluator.model.generation import Generation, StepRecord
from evaluator.model.solution import RECORDED
from evaluator.published import RecordedRun, recorded_runs, recorded_solution


class ReplayAgent(AutonomousAgent):
    """``replay:FOLDER``: submits every recorded run in and below a folder, each as an attempt with its own name."""

    ignores = BUILDING

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder).resolve()
        self.name = f"replay:{self.folder}"
        if not folder:
            raise UsageError("replay needs a folder of recorded runs: --agent replay:FOLDER")

    def recordings(self, default_input: str) -> Mapping[str, Recording]:
        return {name: run.recording(default_input) for name, run in self._runs.items()}

    def build(self, assignment: Assignment) -> Generation:
        """Return the recorded solution of the mission; every defect of the recording is the agent's failure."""
        run = self._runs.get(assignment.attempt.recorded)
        if run is None:
            return Generation(None, f"{self.folder} has no recorded run {assignment.attempt.recorded!r}")
        answers = run.answers(assignment.mission.id)
        write_json(assignment.workplace / RECORDED, answers.compared())
        found = recorded_solution(answers, assignment.mission)
        steps = tuple(StepRecord(product, failure=problem) for product, problem in found.problems.items())
        return Generation(found.solution, found.failure, steps, asked=run.asked)

    def check_missions(self, missions: Sequence[str]) -> None:
        recorded = {project for run in self._runs.values() for project in run.projects()}
        if recorded and not recorded & set(missions):
            raise UsageError(
                f"{self.name}: no recorded run answers these missions; recorded: {', '.join(sorted(recorded)[:5])} …; "
                "name their catalog, for the public data --missions projecteval:FOLDER"
            )

    @cached_property
    def _runs(self) -> dict[str, RecordedRun]:
        return {run.name: run for run in recorded_runs(self.folder)}
