"""Start of one solution in a box; all its processes end with the context."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from simulators.deadline import Deadline
from simulators.failures import Failure
from simulators.mission_clock import MissionClock
from simulators.runtime.clock_file import clock_file
from simulators.runtime.environments import desktop_programs, node_packages
from simulators.runtime.printed_errors import last_error
from simulators.runtime.processes.process import Process, describe_exit
from simulators.runtime.processes.process_tree import wait_for_ending
from simulators.runtime.readiness import wait_until_it_answers
from simulators.runtime.sandbox import PORT, Box, BoxLimits, Environment, Sandbox
from simulators.runtime.stacks import find_start
from simulators.runtime.start import Start, StartError
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting

MAX_END_SECONDS = 5.0
"""Seconds after which a server that stopped listening but still runs counts as running."""


@dataclass(frozen=True)
class RuntimeSpec:
    """Everything needed to run one solution, any number of times.

    `project` is a folder with the solution's files (it is copied, never changed); `start_limit` in seconds;
    `superuser` (name, password) is made before a Django site starts; `settings` are further variables;
    `extra_packages` says whether the solution gets what it requires beyond the environment, and `layer` is the
    folder where that is installed (see `simulators.runtime.requirements.layers.with_requirements`); `worker` holds
    what later attempts reuse.
    """

    project: Path
    stack: str
    environment: Environment
    sandbox: Sandbox
    setting: Setting = Setting()
    start: Start | None = None
    start_limit: float = 60.0
    limits: BoxLimits = BoxLimits()
    clock: float | None = field(default=None)
    superuser: tuple[str, str] | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    extra_packages: bool = False
    layer: Path | None = None
    worker: WorkerContext | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.clock is None and self.setting.time is not None:
            object.__setattr__(self, "clock", self.setting.time.timestamp() - time.time())

    def variables(self) -> Mapping[str, str]:
        """Return the environment variables that fix time, locale and seed for the project's processes."""
        seed = str(self.setting.seed)
        fixed = {"TZ": self.setting.timezone, "PYTHONHASHSEED": seed, "PROJECTEVAL_SEED": seed}
        if self.clock is not None:
            fixed["PROJECTEVAL_CLOCK"] = repr(self.clock)
        if self.superuser is not None:
            name, password = self.superuser
            fixed |= {"DJANGO_SUPERUSER_USERNAME": name, "DJANGO_SUPERUSER_PASSWORD": password}
            fixed |= {"DJANGO_SUPERUSER_EMAIL": f"{name.lower()}@example.com"}
        if self.layer is not None:
            fixed["PYTHONPATH"] = str(self.layer)
        fixed |= node_packages.variables(self.environment.root) | desktop_programs.variables(self.environment.root)
        return {**fixed, **self.settings}

    def mission_clock(self, write: Callable[[timedelta], None]) -> MissionClock:
        """Return the clock of one start; `write` hands moves of it to the solution's processes."""
        offset = timedelta(seconds=self.clock or 0.0)
        return MissionClock(offset, self.setting.timezone, self.clock is not None, write)


@dataclass(frozen=True)
class PreparedProject:
    """A fresh copy of the project in a box: `folder` (relative) is where its commands run, `clock` its clock."""

    box: Box
    folder: str
    program: tuple[str, ...]
    clock: MissionClock


@dataclass(frozen=True)
class Site:
    """A website that answers: `home` is the HTTP status with which it answered ``/``."""

    place: PreparedProject
    server: Process
    home: int

    def trouble(self) -> Failure | None:
        """Return how the server ended since it started; None while it runs.

        A server that no longer listens is about to end: the user may notice that before the exit status is known.
        """
        wait_for_ending(self.place.box.pids(), MAX_END_SECONDS)
        listens = PORT in self.place.box.ports()
        status = self.server.ended() if listens else self.server.wait(MAX_END_SECONDS)
        if status is None:
            return None
        message = f"the project's server ended {describe_exit(status)}: {last_error(self.server.output.text())}"
        return Failure(self.place.box.kind_of_end(status), message)


@contextmanager
def open_project(production: RuntimeSpec) -> Iterator[PreparedProject]:
    """Open a fresh copy of a console, batch or desktop program in a box. Raises `StartError` without an entry point."""
    start = find_start(production.stack, production.project, production.start)
    with (
        tempfile.TemporaryDirectory(prefix="projecteval-stage-", ignore_cleanup_errors=True) as temporary,
        clock_file(Path(temporary) / "clock") as file,
    ):
        workspace = Path(temporary) / "project"
        shutil.copytree(production.project, workspace, symlinks=True)
        node_packages.link_modules(production.environment.root, workspace)
        with production.sandbox.box(
            workspace,
            production.environment,
            production.limits,
            variables=production.variables(),
            readable=() if production.layer is None else (production.layer,),
            clock=None if production.clock is None else file.path,
        ) as box:
            program = tuple(word.replace("{port}", str(box.port)) for word in start.program)
            place = PreparedProject(box, start.root, program, production.mission_clock(file.write))
            for command in start.prepare:
                _run_to_its_end(place, command, production.start_limit)
            yield place


@contextmanager
def open_site(production: RuntimeSpec) -> Iterator[Site]:
    """Start a website and wait until it answers. Raises `StartError` with the cause."""
    deadline = Deadline.after(production.start_limit)
    with open_project(production) as place:
        variables = _port_variable(production, place.box)
        with place.box.start(place.program, folder=place.folder, env=variables) as server:
            yield Site(place, server, wait_until_it_answers(place.box, server, deadline))


def _port_variable(production: RuntimeSpec, box: Box) -> Mapping[str, str]:
    """Return the variable by which servers of most platforms learn their port; Django's gets it as an argument."""
    return {"PORT": str(box.port)} if production.stack == "web" else {}


def _run_to_its_end(place: PreparedProject, command: tuple[str, ...], limit: float) -> None:
    completed = place.box.run(command, limit, folder=place.folder)
    words, status, output = " ".join(command), completed.status, completed.output
    if status is None:
        raise StartError(f"`{words}` did not end within {limit:g} seconds", output)
    if status:
        reason = f"`{words}` ended {describe_exit(status)}: {last_error(output)}"
        raise StartError(reason, output, place.box.kind_of_end(status))
