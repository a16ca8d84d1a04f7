"""Agent that submits solutions which no testcode may accept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.agents.masked import MaskedAgent
from evaluator.agents.nop import NopAgent
from evaluator.model.attempt import Recording
from evaluator.model.errors import UsageError
from evaluator.model.generation import Generation
from evaluator.model.solution import Solution
from missions.mission import Stack
from simulators.runtime.start import Start

PROGRAMS = Path(__file__).parent / "control_programs"
WEBSITE, PROGRAM = "website.py", "program.py"


@dataclass(frozen=True)
class ControlProgram:
    """Control that starts ``website.py`` or ``program.py`` as `kind`, with the canonical parameter values."""

    kind: str

    def build(self, assignment: Assignment) -> Generation:
        reference = assignment.reference
        if reference is None:
            return Generation(None, f"mission {assignment.mission.id} has no reference solution")
        is_program = assignment.mission.stack in (Stack.CONSOLE, Stack.BATCH, Stack.DESKTOP)
        if self.kind == "refusal" and not is_program:
            return Generation(None, "a website cannot refuse its command line")
        name = PROGRAM if is_program else WEBSITE
        words = (PROGRAM, self.kind) if is_program else (WEBSITE, "{port}", self.kind)
        files = {name: (PROGRAMS / name).read_bytes()}
        start = Start(program=("python", *words))
        return Generation(Solution(files, reference.parameters, start), asked=assignment.expected)


CONTROLS: Mapping[str, Callable[[Assignment], Generation]] = {
    "nop": NopAgent().build,
    "masked": MaskedAgent().build,
    "empty": ControlProgram("empty").build,
    "echo": ControlProgram("echo").build,
    "refusal": ControlProgram("refusal").build,
}
"""Controls by name. `empty` answers every request with an empty page or prints nothing, `echo` shows whatever was sent,
`refusal` (programs only) refuses every command line."""


class ControlsAgent(AutonomousAgent):
    """Submits every control as an attempt with its own name."""

    name = "controls"
    ignores = BUILDING

    def fingerprint(self) -> Mapping[str, str]:
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(PROGRAMS.glob("*.py"))}

    def recordings(self, default_input: str) -> Mapping[str, Recording]:
        return {name: Recording(default_input, "direct", "", "") for name in CONTROLS}

    def build(self, assignment: Assignment) -> Generation:
        control = CONTROLS.get(assignment.attempt.recorded)
        if control is None:
            raise UsageError(f"there is no control {assignment.attempt.recorded!r}; there are {', '.join(CONTROLS)}")
        return control(assignment)
