"""Agent that submits the reference solution, as a self-test of the benchmark."""

from __future__ import annotations

from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.model.generation import Generation
from evaluator.model.solution import Solution
from missions.reference import Reference


class CanonicalAgent(AutonomousAgent):
    """Submits the reference solution, or its alternative with the name `alternative`."""

    ignores = BUILDING

    def __init__(self, alternative: str = "") -> None:
        self._alternative = alternative
        self.name = f"canonical:{alternative}" if alternative else "canonical"

    def build(self, assignment: Assignment) -> Generation:
        mission, reference = assignment.mission.id, assignment.reference
        if reference is None:
            return Generation(None, f"mission {mission} has no reference solution")
        if (chosen := self._chosen(reference)) is None:
            there = ", ".join(reference.alternatives) or "none"
            return Generation(None, f"mission {mission} has no alternative {self._alternative}; there is {there}")
        return Generation(Solution.of_reference(chosen))

    def _chosen(self, reference: Reference) -> Reference | None:
        return reference.alternatives.get(self._alternative) if self._alternative else reference
