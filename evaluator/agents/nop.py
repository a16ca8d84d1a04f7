"""The agent that builds nothing: whatever it passes is a fault of the missions."""

from __future__ import annotations

from evaluator.agents import Generation, Task
from evaluator.model.solution import Solution


class NopAgent:
    """Hands in an empty folder and no answers."""

    name = "nop"

    def build(self, task: Task) -> Generation:
        return Generation(Solution(files={}))
