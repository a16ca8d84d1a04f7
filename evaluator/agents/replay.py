"""Agent that submits recorded runs in the public layout."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from evaluator.agents import RECORDED, Generation, StepRecord, Task
from evaluator.io.atomic import write_json
from evaluator.model.attempt import Recording
from evaluator.model.errors import UsageError
from evaluator.published import RecordedRun, recorded_runs, recorded_solution
from missions.mission import Level


class ReplayAgent:
    """``replay:FOLDER``: every recorded run in a folder and below it, each an attempt under its own name."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder).resolve()
        self.name = f"replay:{self.folder}"
        if not folder:
            raise UsageError("replay needs a folder of recorded runs: --agent replay:FOLDER")

    def recorded(self, usual: Level) -> Mapping[str, Recording]:
        """Return the recorded runs by name; `usual` is the level of those whose names state none."""
        return {name: run.recording(usual) for name, run in self._runs.items()}

    def build(self, task: Task) -> Generation:
        """Return the recorded solution of the mission; every defect of the recording is the agent's failure."""
        run = self._runs.get(task.attempt.recorded)
        if run is None:
            return Generation(None, f"{self.folder} has no recorded run {task.attempt.recorded!r}")
        answers = run.answers(task.mission.id)
        write_json(task.workplace / RECORDED, answers.compared())
        found = recorded_solution(answers, task.mission)
        steps = tuple(StepRecord(product, failure=problem) for product, problem in found.problems.items())
        return Generation(found.solution, found.failure, steps, asked=run.asked)

    @cached_property
    def _runs(self) -> dict[str, RecordedRun]:
        return {run.name: run for run in recorded_runs(self.folder)}
