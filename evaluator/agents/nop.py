"""Agent that builds nothing: whatever it passes is a fault of the missions."""

from __future__ import annotations

from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.model.generation import Generation
from evaluator.model.solution import Solution


class NopAgent(AutonomousAgent):
    """Hands in an empty folder and no parameter values."""

    name = "nop"
    ignores = BUILDING

    def build(self, assignment: Assignment) -> Generation:
        return Generation(Solution(files={}), asked=assignment.expected)
