"""The agent that hands in what was recorded earlier, in the public layout."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from evaluator.agents import RECORDED, Generation, StepRecord, Task
from evaluator.io.atomic import write_json
from evaluator.model.attempt import Recording
from evaluator.model.errors import UsageError
from evaluator.published import RecordedRun, recorded_runs
from missions.mission import Level


class ReplayAgent:
    """``replay:FOLDER``: every recorded run in a folder and below it, told apart by their names."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder).resolve()
        self.name = f"replay:{self.folder}"
        if not folder:
            raise UsageError("replay needs a folder: --agent replay:FOLDER")

    def recorded(self, usual: Level) -> Mapping[str, Recording]:
        """The recorded runs by name; `usual` is the level of those that do not say theirs."""
        return {name: run.recording(usual) for name, run in self._runs.items()}

    def build(self, task: Task) -> Generation:
        """What was recorded for the mission; whatever is wrong with it is the agent's failure."""
        run = self._runs.get(task.attempt.recorded)
        if run is None:
            return Generation(None, f"{self.folder} has no recorded run {task.attempt.recorded!r}")
        write_json(task.workplace / RECORDED, run.raw(task.mission.id))
        answer = run.answer(task.mission)
        steps = tuple(StepRecord(product, failure=problem) for product, problem in answer.problems.items())
        return Generation(answer.solution, answer.failure, steps, asked=run.asked)

    @cached_property
    def _runs(self) -> dict[str, RecordedRun]:
        return {run.name: run for run in recorded_runs(self.folder)}
