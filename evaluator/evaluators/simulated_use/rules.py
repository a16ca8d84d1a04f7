"""Rules of a benchmark for simulated use, and whether a project counts as runnable before any testcode is tried."""

from __future__ import annotations

import http.client
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from evaluator.evaluators.interface import EvaluationOptions
from evaluator.model.errors import EvaluatorError
from evaluator.model.evaluation import Case, Outcome
from missions.mission import Mission, Stack
from missions.testcodes.parameters import ParameterKind, Unanswered, Url
from missions.testcodes.testcode import SimulatorName, Testcode
from simulators.clocks import Deadline
from simulators.errors import InfrastructureError, SimulatorError
from simulators.evidence import Trace
from simulators.runtime.printed_errors import last_error
from simulators.runtime.processes.process import describe_exit
from simulators.runtime.program_user import ProgramUser
from simulators.runtime.start_project import PreparedProject, RuntimeSpec, Site, open_project
from simulators.setting import StartError

if TYPE_CHECKING:
    from evaluator.evaluators.simulated_use.players import ProgramPlayer, WebsitePlayer
    from evaluator.evaluators.simulated_use.sessions import Session
    from simulators.console import ConsoleUser
    from simulators.desktop import DesktopUser
    from simulators.files import FilesUser

U = TypeVar("U", bound="ConsoleUser | FilesUser")

NAMES = frozenset({SimulatorName.CONSOLE, SimulatorName.FILES, SimulatorName.DESKTOP})


@contextmanager
def open_user(simulator: str, mission: Mission, spec: RuntimeSpec, project: PreparedProject) -> Iterator[ProgramUser]:
    """Open the user `simulator` (one of `NAMES`) of the program in `project`; everything it started ends with it."""
    if simulator == SimulatorName.DESKTOP:
        with open_desktop_user(mission, spec, project) as user:
            yield user
        return
    from simulators.console import ConsoleUser  # with an emulator of terminals, which few processes need
    from simulators.files import FilesUser

    kind: type[ConsoleUser] | type[FilesUser] = ConsoleUser if simulator == SimulatorName.CONSOLE else FilesUser
    with user_without_display(kind, mission, spec, project) as program_user:
        yield program_user


def user_without_display(kind: type[U], mission: Mission, spec: RuntimeSpec, project: PreparedProject) -> U:
    """Return a user of the program in `project`, a context manager."""
    return kind(
        project.box,
        project.program,
        folder=project.folder,
        materials=mission.material,
        setting=spec.setting,
        clock=project.clock,
        worker=spec.worker,
    )


@contextmanager
def open_desktop_user(mission: Mission, spec: RuntimeSpec, project: PreparedProject) -> Iterator[DesktopUser]:
    """Open a desktop user with a display of its own. Raises `SandboxError` where there can be none."""
    from simulators.desktop import DesktopUser
    from simulators.desktop.display import open_display

    with (
        open_display(project.box, spec.sandbox, spec.environment) as display,
        DesktopUser(
            project.box,
            project.program,
            display=display,
            folder=project.folder,
            materials=mission.material,
            setting=spec.setting,
            clock=project.clock,
            worker=spec.worker,
        ) as user,
    ):
        yield user


def values_for(testcode: Testcode, answers: Mapping[str, str]) -> dict[str, ParameterKind]:
    """Return the arguments of `testcode` by name. Raises `Unanswered` naming the parameter."""
    return {
        parameter.name: _value(parameter.name, parameter.key, parameter.kind, answers)
        for parameter in testcode.parameters
    }


def _value(name: str, key: str, kind: type[ParameterKind], answers: Mapping[str, str]) -> ParameterKind:
    if key not in answers:
        raise Unanswered(f"parameter {name} was not answered")
    try:
        return kind.parse(answers[key])
    except Unanswered as error:
        raise Unanswered(
            f"parameter {name} = {answers[key][:200]!r} is not a valid {kind.__name__}: {error}"
        ) from error


MAX_PAGES = 20
"""Pages requested before a site counts as answering nothing but errors."""

ANSWER_SECONDS = 30.0

LOAD_ERROR = re.compile(r"^(SyntaxError|IndentationError|TabError|ImportError|ModuleNotFoundError)\b.*", re.MULTILINE)
"""Python's report of a program that cannot be loaded, in what it printed."""


def check_site_answers(mission: Mission, site: Site, answers: Mapping[str, str]) -> None:
    """Raise `StartError` when neither the home page nor a page named in `answers` answers below 500."""
    if site.home < 500:
        return
    for path in _paths(mission, answers):
        try:
            if site.status_of(path, ANSWER_SECONDS) < 500:
                return
        except (OSError, http.client.HTTPException):
            continue
    output = site.output.text()
    raise StartError(f"the site answers {site.home} to every request: {last_error(output)}", output)


def _paths(mission: Mission, answers: Mapping[str, str]) -> list[str]:
    """Return the pages that the builder named, as paths."""
    paths: dict[str, None] = {}
    for parameter in mission.parameters():
        if parameter.kind is Url:
            try:
                parts = urlsplit(Url.parse(answers.get(parameter.key, "")))
            except Unanswered:
                continue
            paths[f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"] = None
    return list(paths)[:MAX_PAGES]


def check_program_starts(mission: Mission, spec: RuntimeSpec) -> None:
    """Start the program once. Raises `StartError` unless it asks for input (console), shows a window (desktop) or
    can be loaded (batch)."""
    with open_project(spec) as project:
        if mission.stack is Stack.CONSOLE:
            _check_asks_for_input(mission, spec, project)
        elif mission.stack is Stack.DESKTOP:
            _check_shows_window(mission, spec, project)
        else:
            _check_loads(spec, project)


def _check_asks_for_input(mission: Mission, spec: RuntimeSpec, project: PreparedProject) -> None:
    from simulators.console import ConsoleUser

    with (
        user_without_display(ConsoleUser, mission, spec, project) as user,
        _ready_within(spec, user, "ask for input", user.output),
    ):
        user.starts()
        user.is_asked()


def _check_shows_window(mission: Mission, spec: RuntimeSpec, project: PreparedProject) -> None:
    with open_desktop_user(mission, spec, project) as user, _ready_within(spec, user, "show a window", user.printed):
        user.starts()
        user.is_running()


@contextmanager
def _ready_within(spec: RuntimeSpec, user: ProgramUser, what: str, output: Callable[[], str]) -> Iterator[None]:
    """Give the user the time of a start; failures raise `StartError` with what the program printed."""
    user.deadline, user.trace = Deadline.after(spec.start_limit), Trace()
    try:
        yield
    except InfrastructureError:
        raise
    except SimulatorError as error:
        raise StartError(f"the program did not come to {what}: {error}", output(), error.kind) from error


def _check_loads(spec: RuntimeSpec, project: PreparedProject) -> None:
    """Started without arguments a batch program may refuse, but Python must be able to load it."""
    completed = project.box.run(project.program, spec.start_limit, folder=project.folder)
    status, output = completed.status, completed.output
    if status is None:
        raise StartError(
            f"started without arguments, the program did not end within {spec.start_limit:g} seconds", output
        )
    if status and (cause := LOAD_ERROR.search(output)):
        raise StartError(f"the program cannot be loaded: {cause[0]}", output)
    if status < 0:
        reason = f"the program ended {describe_exit(status)} at its start: {last_error(output)}"
        raise StartError(reason, output, project.box.kind_of_end(status))


class Rules:
    """Decisions that differ between benchmarks of simulated use."""

    shared_session = False
    """All testcodes of a mission share one session and run in the order of the file."""

    renames_materials = True
    """Material files of a shared folder get the names that the mission's testcodes know, without its prefix."""

    testcode_error = Outcome.ERROR
    """Outcome of a testcode that raised anything but an expectation."""

    def for_run(self, options: EvaluationOptions) -> Rules:
        """Return the rules with what the options of a run decide."""
        return self

    def check_site(self, mission: Mission, site: Site, answers: Mapping[str, str]) -> None:
        """Raise `StartError` when the running `site` does not count as runnable."""
        check_site_answers(mission, site, answers)

    def check_program(self, mission: Mission, spec: RuntimeSpec) -> None:
        """Raise `StartError` when the program does not count as runnable."""
        check_program_starts(mission, spec)

    def values_for(self, testcode: Testcode, answers: Mapping[str, str]) -> Mapping[str, ParameterKind]:
        """Return the arguments of `testcode`. Raises `Unanswered` naming the parameter."""
        return values_for(testcode, answers)

    def visitor(self, simulator: str, player: WebsitePlayer) -> AbstractContextManager[Session]:
        """Open a session of a simulator that is not a built-in one on a website."""
        raise EvaluatorError(f"no simulator {simulator} for websites; a testcode names one that does not exist")

    def program_user(self, simulator: str, player: ProgramPlayer) -> AbstractContextManager[Session]:
        """Open a session of a simulator that is not a built-in one with a program."""
        raise EvaluatorError(f"no simulator {simulator} for programs; a testcode names one that does not exist")

    def pass_despite(self, error: BaseException) -> str:
        """Return why a testcode that raised `error` passes nevertheless; empty when it does not."""
        return ""

    def reviewed(self, testcode: Testcode, case: Case, before: Sequence[Case], answers: Mapping[str, str]) -> Case:
        """Return the case of `testcode` adapted by the rules, given the cases `before` it."""
        return case
