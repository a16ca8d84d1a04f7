"""The agent that hands in the skeleton it was given: what it passes is a fault of the missions."""

from __future__ import annotations

from evaluator.agents import Generation, Task
from evaluator.model.solution import Solution
from evaluator.strategies.inputs import masked


class MaskedAgent:
    """The skeleton as the code, and the canonical answers, so that nothing but the missing bodies is to blame."""

    name = "masked"

    def build(self, task: Task) -> Generation:
        skeleton = masked(task.canonical, task.mission)
        assert task.canonical is not None
        return Generation(Solution(skeleton, task.canonical.parameters, task.canonical.start))
