"""Agent that submits the reference solution, as a self-test of the benchmark."""

from __future__ import annotations

from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.model.generation import Generation
from evaluator.model.solution import Solution


class CanonicalAgent(AutonomousAgent):
    """Submits the reference solution."""

    name = "canonical"
    ignores = BUILDING

    def build(self, assignment: Assignment) -> Generation:
        if assignment.reference is None:
            return Generation(None, f"mission {assignment.mission.id} has no reference solution")
        return Generation(Solution.of_reference(assignment.reference), asked=assignment.expected)
