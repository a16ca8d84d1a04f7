"""Agents that submit the reference solution: whole, masked, changed by a mutant or a violation, or nothing of it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import evaluator.quality
from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.io.files import write_json
from evaluator.model.errors import UsageError
from evaluator.model.generation import Generation, Solution, skeleton_of
from evaluator.model.result import Recording
from evaluator.quality import mutations_of, sample_of
from missions.mission import Mission
from missions.project_files import Files, files_digest
from missions.reference import Reference
from missions.violations import requirements_of

MAX_CHANGES = 1000
"""Changes of one reference in a run."""


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


class NopAgent(AutonomousAgent):
    """Submits an empty folder for every artifact, and no parameter values."""

    name = "nop"
    ignores = BUILDING

    def build(self, assignment: Assignment) -> Generation:
        return Generation(Solution({kind: {} for kind in assignment.expected}))


class MaskedAgent(AutonomousAgent):
    """Submits the skeleton as code, with the canonical parameter values, so that only the bodies are missing."""

    name = "masked"
    ignores = BUILDING

    def build(self, assignment: Assignment) -> Generation:
        skeleton, reference = skeleton_of(assignment.reference, assignment.mission), assignment.reference
        if reference is None:
            return Generation(None, f"mission {assignment.mission.id} has no reference solution")
        return Generation(Solution.of(skeleton, reference.parameters, reference.start))


@dataclass(frozen=True)
class ReferenceChange:
    """A changed reference: `what` says how, and is stored; `files` are its files."""

    what: object
    files: Files


class ChangesAgent(AutonomousAgent):
    """Submits several changes of the reference, each as an attempt; subclasses make them.

    `kind` names one change, `file` the file in an attempt's transcript with the change that was made.
    """

    ignores = BUILDING
    kind: ClassVar[str]
    file: ClassVar[str]
    number: int

    def recordings(self, default_input: str) -> Mapping[str, Recording]:
        names = (f"{self.kind}-{number:03}" for number in range(1, self.number + 1))
        return {name: Recording(default_input, "direct", "", "") for name in names}

    def build(self, assignment: Assignment) -> Generation:
        mission, reference = assignment.mission, assignment.reference
        if reference is None:
            return Generation(None, f"mission {mission.id} has no reference solution to change")
        number = int(assignment.attempt.recorded.removeprefix(f"{self.kind}-"))
        if (change := self._change(mission, reference.files, number)) is None:
            return Generation(None, f"mission {mission.id} has fewer {self.kind}s")
        write_json(assignment.workplace / self.file, change.what)
        return Generation(Solution.of_reference(replace(reference, files=change.files)))

    @abstractmethod
    def _change(self, mission: Mission, files: Files, number: int) -> ReferenceChange | None:
        """Return the change with a number from 1; None where there are fewer."""


class MutantsAgent(ChangesAgent):
    """``mutants:N[,SEED]``: submits N mutants of the reference, chosen by SEED (default 0)."""

    kind = "mutant"
    file = "mutation.json"

    def __init__(self, spec: str) -> None:
        number, _, seed = spec.partition(",")
        if not number.isdecimal() or not 1 <= int(number) <= MAX_CHANGES or not (seed or "0").isdecimal():
            raise UsageError(f"mutants:{spec}: name their number and a seed: --agent mutants:15 or mutants:15,7")
        self.number, self.seed = int(number), int(seed or "0")
        self.name = f"mutants:{self.number},{self.seed}"

    def fingerprint(self) -> Mapping[str, str]:
        """Return a digest of the operators: a run continues with the same mutants only."""
        modules = Path(evaluator.quality.__path__[0]).glob("*.py")
        operators = {path.name: path.read_bytes() for path in modules if path.name != "reviews.py"}
        return {"mutation operators": files_digest(operators)}

    def _change(self, mission: Mission, files: Files, number: int) -> ReferenceChange | None:
        sample = sample_of(mutations_of(files), self.number, self.seed)
        return ReferenceChange(sample[number - 1], sample[number - 1].applied(files)) if number <= len(sample) else None


@dataclass(frozen=True)
class ViolatedSentence:
    """What the attempt of a violation submitted."""

    id: str
    sentence: str
    gap: str = ""


class ViolationsAgent(ChangesAgent):
    """``violations:N``, ``violations:ID,ID``: submits the first N violations of ``violations.toml``, or those named."""

    kind = "violation"
    file = "violation.json"

    def __init__(self, spec: str) -> None:
        self.ids = () if spec.isdecimal() else tuple(spec.split(","))
        self.number = len(self.ids) or int(spec)
        if not spec or not 1 <= self.number <= MAX_CHANGES:
            raise UsageError(f"violations:{spec}: give their number or ids: --agent violations:20 tries the first 20")
        self.name = f"violations:{spec}"

    def _change(self, mission: Mission, files: Files, number: int) -> ReferenceChange | None:
        every = requirements_of(mission.source).violations()
        there = [pair for pair in every if not self.ids or pair[1].id == self.ids[number - 1]]
        place = 0 if self.ids else number - 1
        if place >= len(there):
            return None
        requirement, violation = there[place]
        return ReferenceChange(
            ViolatedSentence(violation.id, requirement.sentence, violation.gap), violation.applied(files)
        )
