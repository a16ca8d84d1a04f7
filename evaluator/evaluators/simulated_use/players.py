"""Players: a project opened for its testcodes, and a simulated user of programs for each session."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluator.evaluators.simulated_use.outcomes import cause_in_program_output
from evaluator.evaluators.simulated_use.rules import NAMES, Rules, open_user
from evaluator.evaluators.simulated_use.sessions import Player, Session, StillCamera
from missions.mission import Mission
from simulators.deadline import Deadline
from simulators.evidence import Camera
from simulators.failures import Failure
from simulators.mission_clock import MissionClock
from simulators.runtime.printed_errors import Explanation
from simulators.runtime.start_project import RuntimeSpec, open_project
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

    def cause(self) -> Explanation:
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


@contextmanager
def open_player(mission: Mission, spec: RuntimeSpec, answers: Mapping[str, str], rules: Rules) -> Iterator[Player]:
    """Start the project. Raises `StartError` when it is not runnable."""
    with _own_material(mission, rules) as own, _opened(own, spec, answers, rules) as player:
        yield player


def _opened(
    mission: Mission, spec: RuntimeSpec, answers: Mapping[str, str], rules: Rules
) -> AbstractContextManager[Player]:
    if mission.stack.is_website:
        from evaluator.evaluators.simulated_use.websites import open_website

        return open_website(mission, spec, answers, rules)

    return open_program(mission, spec, rules)


@contextmanager
def _own_material(mission: Mission, rules: Rules) -> Iterator[Mission]:
    """Give the mission a folder of its own files, by the names that its testcodes know."""
    if not (rules.renames_materials and mission.material_prefix):
        yield mission
        return
    with tempfile.TemporaryDirectory(prefix="projecteval-material-") as temporary:
        for name, path in mission.material_files().items():
            target = Path(temporary) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        yield replace(mission, material=Path(temporary), material_prefix="")
