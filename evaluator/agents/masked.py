"""Agent that submits the skeleton of the reference: next to nothing may pass."""

from __future__ import annotations

from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.model.documents import skeleton_of
from evaluator.model.generation import Generation
from evaluator.model.solution import Solution


class MaskedAgent(AutonomousAgent):
    """Submits the skeleton as code, with the canonical parameter values, so that only the bodies are missing."""

    name = "masked"
    ignores = BUILDING

    def build(self, assignment: Assignment) -> Generation:
        skeleton, reference = skeleton_of(assignment.reference, assignment.mission), assignment.reference
        if reference is None:
            return Generation(None, f"mission {assignment.mission.id} has no reference solution")
        return Generation(Solution.of(skeleton, reference.parameters, reference.start))
