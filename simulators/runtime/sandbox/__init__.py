"""Interface of sandboxes, implemented by several providers.

A *sandbox* is a provider (``none``, ``bubblewrap``, ``docker``). It opens *boxes*: one box holds one
project folder and every process started in it. Leaving the box ends all of them.
"""

from __future__ import annotations

import signal
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from simulators.clocks import Deadline
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.runtime.processes.process import Output, Process

PORT = 8000
"""Port on which every site must listen, as seen from inside its box."""

CLOCK_VARIABLE = "PROJECTEVAL_CLOCK_FILE"
"""Environment variable with the path at which the processes of a box find its clock file."""

PROJECT = Path("/project")
"""Path of the workspace in every box with files of its own."""

PROGRAM_FOLDERS = "/usr/local/bin:/usr/bin:/bin"
"""Folders in which every box looks for programs, behind the bin folder of its environment."""

CLOCK = Path("/clock")
"""Path of the clock file in every box with files of its own."""


def clock_variable(path: Path | None) -> dict[str, str]:
    """Return the variable by which the processes of a box find their clock file at `path`; none without one."""
    return {} if path is None else {CLOCK_VARIABLE: str(path)}


class SandboxError(InfrastructureError):
    """A sandbox cannot be used here, or failed; the message says what to install or to change."""

    usual_kind = FailureKind.SANDBOX


@dataclass(frozen=True)
class BoxLimits:
    """Limits of a box, for all its processes together unless stated otherwise.

    `memory`, `disk` and `output` in bytes, `cpu` in processor seconds of one process. `output` is the limit after which
    a simulated user ends a program (of a server's output, beginning and end are stored). `terminals` are the
    pseudo-terminals that programs may have open.
    """

    memory: int = 2 << 30
    processes: int = 256
    cpu: int = 600
    disk: int = 1 << 30
    output: int = 8 << 20
    terminals: int = 64


@dataclass(frozen=True)
class BoxUsage:
    """Resources that the programs of a box have used since it was opened; None where this machine cannot measure one.

    `cpu_seconds` is processor time in user and kernel mode, of ended programs too; `peak_memory` and `memory` (now) are
    in bytes, of all programs together. `source` names where the figures come from: ``control group`` (counted by the
    kernel, memory with cached files) or ``processes`` (the processes that were running at each call, with resident
    memory: call it often while programs run).
    """

    cpu_seconds: float | None
    peak_memory: int | None
    memory: int | None
    source: str


@dataclass(frozen=True)
class Launch:
    """A command line to be executed on the host that runs a program inside a box.

    `env` is complete (nothing is inherited), `cwd` is a host folder, and `pass_fds` stay open in the child. `owned` is
    open as long as the launch is referred to.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str]
    cwd: Path
    pass_fds: tuple[int, ...] = ()
    owned: object = None

    def start(
        self, stdin: int = subprocess.DEVNULL, stdout: int = subprocess.PIPE, stderr: int = subprocess.STDOUT
    ) -> subprocess.Popen[bytes]:
        """Start the program in a session of its own; the caller ends and reaps it."""
        return subprocess.Popen(
            self.argv, env=dict(self.env), cwd=self.cwd, pass_fds=self.pass_fds,
            stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True,
        )  # fmt: skip

    @contextmanager
    def running(self, output: Output | None = None) -> Iterator[Process]:
        """Start the program with empty standard input; kill its session at the end of the context.

        Its output goes on where `output`, that of a program that has ended, left off.
        """
        with Process(self.start(), output) as process:
            yield process


@dataclass(frozen=True)
class Completed:
    """Result of `Box.run`: exit status (negative: by a signal; None: still running after the time) and output."""

    status: int | None
    output: str


@dataclass(frozen=True)
class Environment:
    """A pinned, read-only set of packages that solutions run on: a virtual environment."""

    name: str
    root: Path

    @property
    def python(self) -> Path:
        return self.root / "bin" / "python"


@dataclass(frozen=True)
class Program:
    """A program to be started in a box; see `Box.launch`."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    folder: str
    terminal: bool

    def words(self, python: str) -> tuple[str, ...]:
        """Return the program's words, with `python` as the environment's Python."""
        return (python, *self.argv[1:]) if self.argv[0] == "python" else self.argv


@dataclass(frozen=True)
class BoxSpec:
    """Everything that determines a box; see `Sandbox.box`."""

    workspace: Path
    environment: Environment
    limits: BoxLimits = BoxLimits()
    variables: Mapping[str, str] = field(default_factory=dict)
    readable: tuple[Path, ...] = ()
    clock: Path | None = None

    def variables_with(self, clock: Path | None) -> dict[str, str]:
        """Return the variables of the box, in which the clock file is at `clock`."""
        return {**self.variables, **clock_variable(clock)}


class Box(ABC):
    """An open sandbox around one project folder.

    `workspace` is the folder on the host; `inside` is where a process in the box sees it.
    """

    workspace: Path
    inside: Path
    encloses: bool = True
    """True when no process can leave the box, so that `pids` are complete."""
    port: int = PORT
    """Port on which the project must listen; `connect` and `ports` call it `PORT` in every box."""
    ended: str | None = None
    """Reason for which the box was ended by force; None when it was not."""

    def launch(
        self,
        argv: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        folder: str = ".",
        terminal: bool = False,
    ) -> Launch:
        """Return the command line that runs `argv` in the box, in `folder` (relative to the workspace).

        ``argv[0] == "python"`` selects the environment's Python. `env` is added to the variables of the box.
        `terminal` says that the program gets a controlling terminal. Raises `SandboxError` for a folder that is not
        below the workspace.
        """
        return self._launch(Program(tuple(argv), dict(env or {}), folder, terminal))

    def start(
        self, argv: Sequence[str], *, env: Mapping[str, str] | None = None, folder: str = "."
    ) -> AbstractContextManager[Process]:
        """Start a program, see `launch`; it is killed at the end of the context."""
        return self.launch(argv, env=env, folder=folder).running()

    def run(
        self, argv: Sequence[str], seconds: float, *, env: Mapping[str, str] | None = None, folder: str = "."
    ) -> Completed:
        """Run a program to its end, see `launch`; kill it after `seconds`, later on a machine with other work."""
        deadline = Deadline.after(seconds)
        with self.start(argv, env=env, folder=folder) as process:
            return Completed(deadline.wait_for(process.wait), process.output.text())

    def kind_of_end(self, status: int) -> FailureKind:
        """Return why a program that was launched in the box ended with `status` (negative: by a signal).

        `RESOURCE_LIMIT` and `PROCESS_KILLED` come from observations of the sandbox and the kernel, never from the
        program's output.
        """
        if status == -signal.SIGXCPU:
            return FailureKind.RESOURCE_LIMIT
        if self.was_killed(status):
            return FailureKind.RESOURCE_LIMIT if self.exceeded_limit() else FailureKind.PROCESS_KILLED
        return FailureKind.PROCESS_EXITED

    def end(self, reason: str) -> None:
        """End every process of the box; `exceeded_limit` then is `reason`."""
        self.ended = reason
        self._kill()

    @abstractmethod
    def _launch(self, program: Program) -> Launch: ...

    @abstractmethod
    def _kill(self) -> None:
        """Kill every process of the box, including those started meanwhile."""

    @abstractmethod
    def connect(self, port: int, timeout: float = 5.0) -> socket.socket:
        """Return a connection to `port` on the box's loopback. Raises `OSError` when no process listens."""

    @abstractmethod
    def listen(self, port: int) -> socket.socket:
        """A socket that listens on `port` of the box's loopback and is served by this process.

        Raises `SandboxError` where the provider has no such sockets (`Sandbox.listens`), `OSError` when the port is
        taken.
        """

    @abstractmethod
    def pids(self) -> tuple[int, ...]:
        """Return the processes of the box, by the host's numbers."""

    @abstractmethod
    def ports(self) -> tuple[int, ...]:
        """Return the TCP ports on which the box's processes listen, as seen in the box."""

    @abstractmethod
    def usage(self) -> BoxUsage:
        """Return the resources used so far; also after the programs have ended, while the box is open."""

    def exceeded_limit(self) -> str | None:
        """Return the limit that the box's programs exceeded, as observed by the sandbox itself; None without one."""
        return self.ended

    def was_killed(self, status: int) -> bool:
        """Return True when `status` (negative: a signal's number) means that a launched program was killed, or its box
        vanished, and False when the program chose it."""
        return status == -signal.SIGKILL


@dataclass(frozen=True)
class Coverage:
    """What a provider isolates, and what it leaves open: printed by ``doctor`` and by every run."""

    covers: tuple[str, ...]
    leaves_open: tuple[str, ...] = field(default=())


class Sandbox(ABC):
    """Provider of boxes."""

    name: str
    listens: bool = False
    """True when `Box.listen` works: the programs of a box can be given a way to a service of this process."""

    @property
    @abstractmethod
    def coverage(self) -> Coverage:
        """Return what the provider isolates on this machine, and what it leaves open."""

    @abstractmethod
    def problem(self) -> str | None:
        """Return why the provider cannot be used on this machine and what to do about it; None when it can."""

    def box(
        self,
        workspace: Path,
        environment: Environment,
        limits: BoxLimits = BoxLimits(),
        *,
        variables: Mapping[str, str] | None = None,
        readable: Sequence[Path] = (),
        clock: Path | None = None,
    ) -> AbstractContextManager[Box]:
        """Open a box around `workspace`; `variables` are set for every process in it.

        `readable` are further folders that its processes may read, at their own path (a cache of wheels, installed
        requirements), but not change. `clock` is a file that they may read too (`simulators.clocks`); its
        path in the box is in the variable `CLOCK_VARIABLE`.
        """
        workspace = workspace.resolve(strict=True)
        return self._open(BoxSpec(workspace, environment, limits, dict(variables or {}), tuple(readable), clock))

    @abstractmethod
    def _open(self, spec: BoxSpec) -> AbstractContextManager[Box]: ...
