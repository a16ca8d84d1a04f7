"""The agent that hands in what was recorded earlier, in the public layout."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from evaluator.agents import RECORDED, Generation, Task
from evaluator.errors import SolutionError, UsageProblem
from evaluator.recorded import RecordedRun, recorded_runs
from evaluator.runs.whole import write_json


class ReplayAgent:
    """``replay:FOLDER``: the one recorded run in a folder; with several, samples 1, 2, … are its runs in order."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder).resolve()
        self.name = f"replay:{self.folder}"
        if not folder:
            raise UsageProblem("replay needs a folder: --agent replay:FOLDER")

    @cached_property
    def runs(self) -> list[RecordedRun]:
        return recorded_runs(self.folder)

    def build(self, task: Task) -> Generation:
        """What was recorded for the mission; whatever is wrong with it is the agent's failure."""
        if task.attempt.sample > len(self.runs):
            return Generation(None, f"{self.folder} has no recorded run number {task.attempt.sample}")
        run, mission = self.runs[task.attempt.sample - 1], task.mission
        write_json(task.workplace / RECORDED, run.answers(mission.id))
        try:
            return Generation(run.solution(mission.id, mission.stack), asked=run.products)
        except SolutionError as error:
            return Generation(None, str(error), asked=run.products)
