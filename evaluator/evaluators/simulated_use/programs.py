"""Console, desktop and batch programs: every session gets a fresh copy of the project."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from evaluator.evaluators.simulated_use.explanation import cause_in_program_output
from evaluator.evaluators.simulated_use.program_users import NAMES, open_user
from evaluator.evaluators.simulated_use.rules import Rules
from evaluator.evaluators.simulated_use.session import Session, StillCamera
from evaluator.model.failure import Failure
from missions.mission import Mission
from simulators.deadline import Deadline
from simulators.evidence import Camera
from simulators.mission_clock import MissionClock
from simulators.runtime.stage import RuntimeSpec, open_project
from simulators.trace import Trace


@contextmanager
def open_program(mission: Mission, spec: RuntimeSpec, rules: Rules) -> Iterator[ProgramPlayer]:
    """Check that the program starts. Raises `StartError` with the cause."""
    rules.check_program(mission, spec)
    yield ProgramPlayer(mission, spec, rules)


@dataclass
class ProgramSession:
    """Simulated user with a copy of the program's folder; `end` ends the program from another thread."""

    user: Any
    end: Callable[[], None]
    picture: Callable[[], bytes | None] = lambda: None
    clock: MissionClock | None = None

    @property
    def actor(self) -> Any:
        """First argument of the testcode."""
        return self.user

    def begin(self, deadline: Deadline, trace: Trace) -> None:
        self.user.deadline, self.user.trace = deadline, trace
        if self.clock is not None:
            self.clock.restart()

    def cause(self) -> str:
        return cause_in_program_output([step.seen for step in self.user.trace.entries])

    @property
    def camera(self) -> Camera:
        return StillCamera(self.picture)

    @property
    def output(self) -> None:
        """The steps of a program's user have its output."""
        return None

    def abort(self) -> None:
        self.end()


@dataclass(frozen=True)
class ProgramPlayer:
    """Opens a copy of the project for each session."""

    mission: Mission
    spec: RuntimeSpec
    rules: Rules

    @contextmanager
    def session(self, simulator: str) -> Iterator[Session]:
        if simulator not in NAMES:
            with self.rules.program_user(simulator, self) as session:
                yield session
            return
        with open_project(self.spec) as place, open_user(simulator, self.mission, self.spec, place) as user:
            yield ProgramSession(user, user.abort, user.screenshot, place.clock)

    def trouble(self) -> Failure | None:
        return None

    def output(self) -> str:
        return ""
