"""The agent that knows the answer: the benchmark tests itself with it."""

from __future__ import annotations

from evaluator.agents import Generation, Task


class CanonicalAgent:
    """Hands in the canonical solution."""

    name = "canonical"

    def build(self, task: Task) -> Generation:
        if task.canonical is None:
            return Generation(None, f"mission {task.mission.id} has no canonical solution")
        return Generation(task.canonical)
