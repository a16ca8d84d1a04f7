"""Start of one solution in a box, until it answers; all its processes end with the context."""

from __future__ import annotations

import http.client
import re
import shutil
import socket
import ssl
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Protocol

from simulators.clocks import Deadline, MissionClock, clock_file
from simulators.errors import ExpectationFailed
from simulators.failures import Failure
from simulators.runtime.entry_points import find_start
from simulators.runtime.environments import desktop_programs, node_packages
from simulators.runtime.printed_errors import last_error
from simulators.runtime.processes.process import Output, Process, describe_exit
from simulators.runtime.processes.process_tree import wait_for_ending
from simulators.runtime.running_site import SiteAddress
from simulators.runtime.sandbox import PORT, Box, BoxLimits, Environment, Launch, Sandbox
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting, Start, StartError

POLL_SECONDS = 0.02
"""Seconds between two attempts to connect to a port that refuses: there is no event to wait for."""


def wait_until_it_answers(box: Box, server: Process, deadline: Deadline) -> int:
    """Wait until the site answers and return the HTTP status of ``/``. Raises `StartError` with the cause."""
    accepted = False
    while not deadline.passed():
        if (status := server.ended()) is not None:
            raise _ended(box, server, status)
        try:
            return status_of(box, "/", max(0.1, deadline.at - time.monotonic()))
        except ConnectionRefusedError:
            time.sleep(POLL_SECONDS)
        except (OSError, http.client.HTTPException):
            accepted = True
            time.sleep(POLL_SECONDS)
    raise _never_answered(box, server, deadline, accepted)


def status_of(box: Box, path: str, timeout: float) -> int:
    """Return the HTTP status of the site's response to a GET of `path`."""
    with _asked(box, path, timeout) as response:
        return response.status


@contextmanager
def _asked(box: Box, path: str, timeout: float) -> Iterator[http.client.HTTPResponse]:
    """Yield the response to a GET, which is cut off after `timeout` seconds even if data still arrives."""
    connection = _Inside(box, timeout)
    cut = threading.Timer(timeout, connection.cut)
    cut.daemon = True
    cut.start()
    try:
        connection.request("GET", path, headers={"Host": f"localhost:{PORT}", "Connection": "close"})
        with connection.getresponse() as response:
            if connection.was_cut:
                raise TimeoutError(f"no answer to {path} within {timeout:g} seconds")
            yield response
    finally:
        cut.cancel()
        connection.close()


class _Inside(http.client.HTTPConnection):
    """Connection to the site inside the box."""

    def __init__(self, box: Box, timeout: float) -> None:
        super().__init__("localhost", PORT, timeout=timeout)
        self._box = box
        self._cable: socket.socket | None = None
        self.was_cut = False

    def connect(self) -> None:
        self.sock: socket.socket = self._box.connect(PORT, self.timeout or 5.0)
        self.sock.settimeout(self.timeout)
        self._cable = self.sock

    def cut(self) -> None:
        """End the connection, from any thread: its reader sees the end of the stream."""
        self.was_cut = True
        if self._cable is not None:
            with suppress(OSError):
                self._cable.shutdown(socket.SHUT_RDWR)


def _ended(box: Box, server: Process, status: int) -> StartError:
    server.output.wait(1.0)
    output = server.output.text()
    said = f": {last_error(output)}" if output.strip() else " and printed nothing"
    reason = f"the server ended {describe_exit(status)} before it answered{said}{_advice(box.workspace)}"
    return StartError(reason, output, box.kind_of_end(status))


APPLICATION = re.compile(r"^(?P<name>\w+)\s*(?::[^=]+)?=\s*(?:fastapi\.)?FastAPI\(", re.MULTILINE)
SERVES = re.compile(r"uvicorn\.run\(")
MAX_SOURCE_BYTES = 200_000


def _advice(workspace: Path) -> str:
    """Return what to add where an application does not serve itself; empty for others."""
    for path in sorted(workspace.glob("**/*.py"))[:MAX_SOURCES]:
        if not path.is_file() or path.is_symlink() or path.stat().st_size > MAX_SOURCE_BYTES:
            continue
        source = path.read_text(encoding="utf-8", errors="replace")
        if (found := APPLICATION.search(source)) and not SERVES.search(source):
            module = ".".join(path.relative_to(workspace).with_suffix("").parts).removeprefix("project.")
            command = f'program = ["uvicorn", "{module}:{found["name"]}", "--port", "{{port}}"]'
            return f"; a FastAPI application does not serve itself: add to parameters.toml: [start] {command}"
    return ""


MAX_SOURCES = 200


def _never_answered(box: Box, server: Process, deadline: Deadline, accepted: bool) -> StartError:
    output, within = server.output.text(), f"within {deadline.limit:g} seconds"
    others = [port for port in box.ports() if port != PORT]
    if accepted:
        reason = f"the server accepts connections on port {PORT} but answered no request {within}"
    elif others:
        listens = ", ".join(map(str, others))
        reason = (
            f"the server listens on port {listens}, not on {PORT}, where it was expected {within}: "
            f"let it listen on the port that the variable PORT names, or state its program with {{port}} in [start]"
        )
    else:
        reason = f"the server runs but did not listen on port {PORT} {within}"
    return StartError(reason + (f"; its last words: {last_error(output)}" if output.strip() else ""), output)


MAX_END_SECONDS = 5.0
"""Seconds after which a server that stopped listening but still runs counts as running."""


@dataclass(frozen=True)
class RuntimeSpec:
    """Everything needed to run one solution, any number of times.

    `project` is a folder with the solution's files (it is copied, never changed); `start_limit` in seconds;
    `superuser` (name, password) is made before a Django site starts; `settings` are further variables;
    `extra_packages` says whether the solution gets what it requires beyond the environment, and `layer` is the
    folder where that is installed (see `simulators.runtime.layers.with_requirements`); `worker` holds
    what later attempts reuse; `ended` gets the copy of the project when all of its processes have ended; `running` is
    the address of a website that is used as it runs, instead of being started.
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
    ended: Callable[[Path], None] | None = field(default=None, compare=False, repr=False)
    running: SiteAddress | None = None

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


class Site(Protocol):
    """A website that answers: `home` is the HTTP status with which it answered ``/``, `output` what it printed."""

    @property
    def home(self) -> int: ...

    @property
    def clock(self) -> MissionClock: ...

    @property
    def output(self) -> Output: ...

    @property
    def tls(self) -> ssl.SSLContext | None:
        """Return how connections to the site are secured; None where they are not."""
        ...

    @property
    def host(self) -> str: ...

    def connect(self, port: int) -> socket.socket:
        """Connect to a port of the site. Raises `OSError` when it is closed."""
        ...

    def status_of(self, path: str, seconds: float) -> int:
        """Return the HTTP status of the response to a GET of `path`."""
        ...

    def trouble(self) -> Failure | None:
        """Return how the site ended since it answered; None while it runs."""
        ...

    def stopped(self) -> AbstractContextManager[None]:
        """Kill the server without notice, and start it again at the end of the context. Raises `ExpectationFailed` when
        it does not answer then, `SimulatorError` where it cannot be ended."""
        ...


@dataclass
class StartedSite:
    """A website that was started in a box; `closing` kills the server when it is closed."""

    project: PreparedProject
    server: Process
    home: int
    spec: RuntimeSpec
    closing: ExitStack
    tls = None
    host = "localhost"

    @property
    def clock(self) -> MissionClock:
        return self.project.clock

    @property
    def output(self) -> Output:
        return self.server.output

    def connect(self, port: int) -> socket.socket:
        return self.project.box.connect(port)

    def status_of(self, path: str, seconds: float) -> int:
        return status_of(self.project.box, path, seconds)

    def trouble(self) -> Failure | None:
        """Return how the server ended since it started; None while it runs.

        A server that no longer listens is about to end: the user may notice that before the exit status is known.
        """
        wait_for_ending(self.project.box.pids(), MAX_END_SECONDS)
        listens = PORT in self.project.box.ports()
        status = self.server.ended() if listens else self.server.wait(MAX_END_SECONDS)
        if status is None:
            return None
        message = f"the project's server ended {describe_exit(status)}: {last_error(self.server.output.text())}"
        return Failure(self.project.box.kind_of_end(status), message)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self._stop()
        try:
            yield
        finally:
            self._start()

    def _stop(self) -> None:
        box = self.project.box
        self.closing.close()
        ended = Deadline.after(MAX_END_SECONDS)
        while PORT in box.ports():
            if ended.passed():
                raise ExpectationFailed(f"something still listens on port {PORT} after the project's server was killed")
            time.sleep(POLL_SECONDS)

    def _start(self) -> None:
        deadline = Deadline.after(self.spec.start_limit)
        self.server = self.closing.enter_context(_launch(self.spec, self.project).running(self.server.output))
        try:
            wait_until_it_answers(self.project.box, self.server, deadline)
        except StartError as error:
            raise ExpectationFailed(f"after a restart of the project: {error.reason}") from error


@contextmanager
def open_project(spec: RuntimeSpec) -> Iterator[PreparedProject]:
    """Open a fresh copy of a console, batch or desktop program in a box. Raises `StartError` without an entry point."""
    start = find_start(spec.stack, spec.project, spec.start)
    with (
        tempfile.TemporaryDirectory(prefix="projecteval-stage-", ignore_cleanup_errors=True) as temporary,
        clock_file(Path(temporary) / "clock") as file,
    ):
        workspace = Path(temporary) / "project"
        shutil.copytree(spec.project, workspace, symlinks=True)
        node_packages.link_modules(spec.environment.root, workspace)
        with spec.sandbox.box(
            workspace,
            spec.environment,
            spec.limits,
            variables=spec.variables(),
            readable=() if spec.layer is None else (spec.layer,),
            clock=None if spec.clock is None else file.path,
        ) as box:
            program = tuple(word.replace("{port}", str(box.port)) for word in start.program)
            project = PreparedProject(box, start.root, program, spec.mission_clock(file.write))
            for command in start.prepare:
                _run_to_its_end(project, command, spec.start_limit)
            yield project
        if spec.ended is not None:
            spec.ended(workspace)


@contextmanager
def open_site(spec: RuntimeSpec) -> Iterator[StartedSite]:
    """Start a website and wait until it answers. Raises `StartError` with the cause."""
    deadline = Deadline.after(spec.start_limit)
    with open_project(spec) as project, ExitStack() as closing:
        server = closing.enter_context(_launch(spec, project).running())
        home = wait_until_it_answers(project.box, server, deadline)
        yield StartedSite(project, server, home, spec, closing)


def _launch(spec: RuntimeSpec, project: PreparedProject) -> Launch:
    """Return the start of the server, with the variable by which servers of most platforms learn their port; Django's
    gets it as an argument."""
    variables = {"PORT": str(project.box.port)} if spec.stack == "web" else {}
    return project.box.launch(project.program, folder=project.folder, env=variables)


def _run_to_its_end(project: PreparedProject, command: tuple[str, ...], limit: float) -> None:
    completed = project.box.run(command, limit, folder=project.folder)
    words, status, output = " ".join(command), completed.status, completed.output
    if status is None:
        raise StartError(f"`{words}` did not end within {limit:g} seconds", output)
    if status:
        reason = f"`{words}` ended {describe_exit(status)}: {last_error(output)}"
        raise StartError(reason, output, project.box.kind_of_end(status))
