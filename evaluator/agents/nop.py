"""Agent that submits nothing: every case that passes is a defect of a mission."""

from __future__ import annotations

from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.model.generation import Generation
from evaluator.model.solution import Solution


class NopAgent(AutonomousAgent):
    """Submits an empty folder for every artifact, and no parameter values."""

    name = "nop"
    ignores = BUILDING

    def build(self, assignment: Assignment) -> Generation:
        return Generation(Solution({kind: {} for kind in assignment.expected}))
