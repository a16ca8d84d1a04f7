"""Tests of whether a project counts as runnable, before any testcode is tried."""

from __future__ import annotations

import http.client
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import urlsplit

from evaluator.evaluators.simulated_use.program_users import open_desktop_user, user_without_display
from missions.mission import Mission, Stack
from missions.testcodes.parameters import Unanswered, Url
from simulators.console import ConsoleUser
from simulators.deadline import Deadline
from simulators.errors import InfrastructureError, SimulatorError
from simulators.runtime.printed_errors import last_error
from simulators.runtime.processes.process import describe_exit
from simulators.runtime.program_user import ProgramUser
from simulators.runtime.readiness import status_of
from simulators.runtime.stage import PreparedProject, RuntimeSpec, Site, open_project
from simulators.runtime.start import StartError
from simulators.trace import Trace

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
            if status_of(site.place.box, path, ANSWER_SECONDS) < 500:
                return
        except (OSError, http.client.HTTPException):
            continue
    output = site.server.output.text()
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
    with open_project(spec) as place:
        if mission.stack is Stack.CONSOLE:
            _check_asks_for_input(mission, spec, place)
        elif mission.stack is Stack.DESKTOP:
            _check_shows_window(mission, spec, place)
        else:
            _check_loads(spec, place)


def _check_asks_for_input(mission: Mission, spec: RuntimeSpec, place: PreparedProject) -> None:
    with (
        user_without_display(ConsoleUser, mission, spec, place) as user,
        _ready_within(spec, user, "ask for input", user.output),
    ):
        user.starts()
        user.is_asked()


def _check_shows_window(mission: Mission, spec: RuntimeSpec, place: PreparedProject) -> None:
    with open_desktop_user(mission, spec, place) as user, _ready_within(spec, user, "show a window", user.printed):
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


def _check_loads(spec: RuntimeSpec, place: PreparedProject) -> None:
    """Started without arguments a batch program may refuse, but Python must be able to load it."""
    completed = place.box.run(place.program, spec.start_limit, folder=place.folder)
    status, output = completed.status, completed.output
    if status is None:
        raise StartError(
            f"started without arguments, the program did not end within {spec.start_limit:g} seconds", output
        )
    if status and (cause := LOAD_ERROR.search(output)):
        raise StartError(f"the program cannot be loaded: {cause[0]}", output)
    if status < 0:
        reason = f"the program ended {describe_exit(status)} at its start: {last_error(output)}"
        raise StartError(reason, output, place.box.kind_of_end(status))
