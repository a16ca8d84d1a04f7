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
WITHOUT_WINDOW = frozenset({Stack.CONSOLE, Stack.BATCH})
"""Kinds of programs that have input and output as text."""

WEBSITE = ("website.py", "{port}")
STARTS: Mapping[Stack, tuple[str, ...]] = {
    Stack.CONSOLE: ("program.py",),
    Stack.BATCH: ("program.py",),
    Stack.DESKTOP: ("window.py",),
}
"""Control program of a stack with its first arguments; the control's name follows. Websites have `WEBSITE`."""

PROMPT = "prompt.md"
"""File with the mission's prompt, beside the program that opens a window."""


@dataclass(frozen=True)
class ControlProgram:
    """Control that starts the program of the mission's stack as `kind`, with the canonical parameter values."""

    kind: str

    def build(self, assignment: Assignment) -> Generation:
        reference = assignment.reference
        if reference is None:
            return Generation(None, f"mission {assignment.mission.id} has no reference solution")
        stack = assignment.mission.stack
        if self.kind == "refusal" and stack not in WITHOUT_WINDOW:
            return Generation(None, "only a program without a window can refuse its command line")
        program, *arguments = STARTS.get(stack, WEBSITE)
        files = {program: (PROGRAMS / program).read_bytes()}
        if stack is Stack.DESKTOP:
            files[PROMPT] = assignment.mission.prompt.encode()
        start = Start(program=("python", program, *arguments, self.kind))
        return Generation(Solution(files, reference.parameters, start), asked=assignment.expected)


CONTROLS: Mapping[str, Callable[[Assignment], Generation]] = {
    "nop": NopAgent().build,
    "masked": MaskedAgent().build,
    "empty": ControlProgram("empty").build,
    "echo": ControlProgram("echo").build,
    "refusal": ControlProgram("refusal").build,
}
"""Controls by name. `empty` answers every request with an empty page, prints nothing or opens an empty window; `echo`
shows whatever was sent, or in a window every quoted text of the prompt and whatever is typed; `refusal` refuses every
command line (programs without a window only)."""


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
