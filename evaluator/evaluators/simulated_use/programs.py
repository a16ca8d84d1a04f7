"""Console and batch programs: every chain of testcodes gets a fresh copy of the project."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from missions.mission import Mission, Stack
from missions.testcodes.testcode import SimulatorName
from simulators.console import ConsoleUser
from simulators.deadline import Deadline
from simulators.errors import InfrastructureError, SimulatorError
from simulators.failures import Failure
from simulators.files import FilesUser
from simulators.runtime.processes.exit_status import describe_exit, kind_of_end
from simulators.runtime.processes.process import started
from simulators.runtime.program_user import ProgramUser
from simulators.runtime.sandbox import Box
from simulators.runtime.stacks import find_start
from simulators.runtime.stage import PreparedProject, RuntimeSpec, open_project
from simulators.runtime.start import StartError, last_error
from simulators.trace import Trace

User = TypeVar("User", bound=ProgramUser)

CANNOT_BE_LOADED = re.compile(
    r"^(SyntaxError|IndentationError|TabError|ImportError|ModuleNotFoundError)\b.*", re.MULTILINE
)


@contextmanager
def open_program(mission: Mission, production: RuntimeSpec) -> Iterator[ProgramPlayer]:
    """Try whether the program starts at all. Raises `StartError` with the cause."""
    if mission.one_session:  # the public benchmark's programs: its testcodes themselves run them
        find_start(production.stack, production.project, production.start)
        yield ProgramPlayer(mission, production)
        return
    with open_project(production) as place:
        if mission.stack is Stack.CONSOLE:
            _must_ask(mission, production, place)
        else:
            _must_load(production, place)
    yield ProgramPlayer(mission, production)


def _must_ask(mission: Mission, production: RuntimeSpec, place: PreparedProject) -> None:
    with _user(ConsoleUser, mission, place, production) as user:
        user.deadline, user.trace = Deadline.after(production.start_limit), Trace()
        try:
            user.starts()
            user.is_asked()
        except InfrastructureError:
            raise
        except SimulatorError as error:
            reason = f"the program did not come to ask for input: {error}"
            raise StartError(reason, user.output(), error.kind) from error


def _must_load(production: RuntimeSpec, place: PreparedProject) -> None:
    """Started without arguments a batch program may refuse, but Python must be able to load it."""
    with started(place.box.launch(place.program, folder=place.folder)) as process:
        status = process.wait(production.start_limit)
        output = process.output.text()
        kind = None if status is None else kind_of_end(place.box, status)
    if status is None:
        raise StartError(
            f"started without arguments, the program did not end within {production.start_limit:g} seconds",
            output,
        )
    if status and (cause := CANNOT_BE_LOADED.search(output)):
        raise StartError(f"the program cannot be loaded: {cause[0]}", output)
    if status < 0:
        reason = f"the program ended {describe_exit(status)} at its start: {last_error(output)}"
        raise StartError(reason, output, kind)


def _user(kind: type[User], mission: Mission, place: PreparedProject, production: RuntimeSpec) -> User:
    return kind(place.box, place.program, folder=place.folder, materials=mission.material, setting=production.setting)


@dataclass
class _ProgramSession:
    """A user with a program's folder of their own."""

    user: Any
    box: Box
    end: Callable[[], None]

    @property
    def actor(self) -> Any:
        return self.user

    def begin(self, deadline: Deadline, trace: Trace) -> None:
        self.user.deadline, self.user.trace = deadline, trace

    def picture(self) -> bytes | None:
        return None

    def abort(self) -> None:
        self.end()


@dataclass(frozen=True)
class ProgramPlayer:
    """Opens places for the chains of a mission's testcodes."""

    mission: Mission
    production: RuntimeSpec

    @contextmanager
    def session(self, simulator: SimulatorName) -> Iterator[_ProgramSession]:
        if simulator is SimulatorName.ORIGINAL:
            with self._original() as original:
                yield original
            return
        kind: type[ProgramUser] = ConsoleUser if simulator is SimulatorName.CONSOLE else FilesUser
        with open_project(self.production) as place, _user(kind, self.mission, place, self.production) as user:
            yield _ProgramSession(user, place.box, user.abort)

    @contextmanager
    def _original(self) -> Iterator[_ProgramSession]:
        from simulators.projecteval_2025.program_user import PublicProgramUser

        with open_project(self.production) as place:
            production = self.production
            user = PublicProgramUser(
                place.box, place.folder, place.program, production.setting, production.clock or 0.0
            )
            with closing(user):
                user.puts_materials(self.mission.material, self.mission.material_prefix)
                yield _ProgramSession(user, place.box, user.close)

    def trouble(self) -> Failure | None:
        return None

    def output(self) -> str:
        return ""
