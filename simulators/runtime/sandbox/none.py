"""Sandbox provider `none`: programs run on this machine as the evaluator's own user.

It is used only when requested by name, with a warning. Without isolation a box still provides: few variables, limits
per process, a home and a temporary folder of its own, and no process is left when it is closed.

Memory is limited by RLIMIT_DATA, which counts private writable memory. RLIMIT_AS would also count address space, of
which some runtimes (Node, the JVM) reserve far more than they ever use.
"""

from __future__ import annotations

import os
import resource
import secrets
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from simulators.runtime.processes.cleanup_guard import mark_variables
from simulators.runtime.processes.process_tree import ProcessUsage, kill_all, pids_of_tree, pids_with_variable
from simulators.runtime.sandbox import (
    PORT,
    PROGRAM_FOLDERS,
    Box,
    BoxLimits,
    BoxSpec,
    BoxUsage,
    Coverage,
    Launch,
    Program,
    Sandbox,
    SandboxError,
)

BOX = "PROJECTEVAL_BOX"
"""Environment variable that marks the processes of a box; its value cannot be guessed."""

OPEN_FILES = 4096

START = """
import json, os, resource, signal, sys
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
    signal.signal(number, signal.SIG_DFL)
limits, *argv = sys.argv[1:]
for kind, most in json.loads(limits):
    hard, ceiling = most + (kind == resource.RLIMIT_CPU), resource.getrlimit(kind)[1]
    hard = hard if ceiling == resource.RLIM_INFINITY else min(hard, ceiling)
    resource.setrlimit(kind, (min(most, hard), hard))
try:
    os.execvp(argv[0], argv)
except OSError as error:
    sys.stderr.write(f"projecteval: {argv[0]}: {error.strerror}\\n")
    os._exit(127 if isinstance(error, FileNotFoundError) else 126)
"""
"""In the new process: restore signals that the evaluator ignores, set limits, which its children inherit, then execute
the program."""


class NoSandbox(Sandbox):
    """Provider ``none``."""

    name = "none"
    coverage = Coverage(
        covers=("memory, processor time and file size of each process", "processes end with the box"),
        leaves_open=(
            "files: everything the evaluator's user may read and write",
            "network: everything this machine reaches",
            "other processes of the same user",
            "a process that clears its environment and leaves its parent outlives the box",
        ),
    )

    def problem(self) -> str | None:
        return None if Path("/proc/self/environ").exists() else "it needs Linux with /proc"

    @contextmanager
    def _open(self, spec: BoxSpec) -> Iterator[Box]:
        """Open a box; readable folders are readable anyway, and nothing prevents changes to them."""
        if problem := self.problem():
            raise SandboxError(f"sandbox none: {problem}")
        with tempfile.TemporaryDirectory(prefix="projecteval-box-", ignore_cleanup_errors=True) as temporary:
            box = NoBox(spec, Path(temporary))
            try:
                yield box
            finally:
                box._kill()


class NoBox(Box):
    """Box that isolates nothing; its port is a free port of this machine."""

    encloses = False

    def __init__(self, spec: BoxSpec, temporary: Path) -> None:
        self.workspace = self.inside = spec.workspace
        self.port = _free_port()
        self._environment = spec.environment
        self._limits = _as_json(_resource_limits(spec.limits))
        self._processes = ProcessUsage()
        self._marker = f"{BOX}={secrets.token_hex(16)}"
        self._variables = self._base_variables(temporary) | spec.variables_with(spec.clock)

    def _launch(self, program: Program) -> Launch:
        folder = (self.workspace / program.folder).resolve()
        if not folder.is_relative_to(self.workspace):
            raise SandboxError(f"folder {program.folder!r} is not below the project's")
        starter = (sys.executable, "-I", "-S", "-c", START, self._limits)
        name, _, token = self._marker.partition("=")
        variables = self._variables | dict(program.env) | {name: token}
        return Launch((*starter, *program.words(str(self._environment.python))), variables, folder)

    def connect(self, port: int, timeout: float = 5.0) -> socket.socket:
        if port not in self.ports() and port != PORT:
            raise ConnectionRefusedError(f"no process of the box listens on port {port}")
        return socket.create_connection(("localhost", self.port if port == PORT else port), timeout)

    def listen(self, port: int) -> socket.socket:
        raise SandboxError("sandbox 'none' cannot restrict the network; use --sandbox bubblewrap")

    def pids(self) -> tuple[int, ...]:
        found = set(pids_with_variable(self._marker))
        for pid in tuple(found):
            found.update(pids_of_tree(pid))
        return tuple(sorted(found))

    def ports(self) -> tuple[int, ...]:
        listening = set()
        for pid in self.pids():
            with suppress(psutil.Error):
                for connection in psutil.Process(pid).net_connections(kind="tcp"):
                    if connection.status == psutil.CONN_LISTEN:
                        listening.add(connection.laddr.port)
        return tuple(sorted(PORT if port == self.port else port for port in listening))

    def usage(self) -> BoxUsage:
        return self._processes.observe(self.pids())

    def _kill(self) -> None:
        kill_all(self.pids)

    def _base_variables(self, temporary: Path) -> dict[str, str]:
        home, scratch = temporary / "home", temporary / "tmp"
        home.mkdir()
        scratch.mkdir()
        fixed = {
            "PATH": f"{self._environment.root / 'bin'}:{PROGRAM_FOLDERS}",
            "HOME": str(home),
            "TMPDIR": str(scratch),
            "LANG": "C.UTF-8",
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        return fixed | mark_variables()


def _resource_limits(limits: BoxLimits) -> list[tuple[int, int]]:
    limited = [
        (resource.RLIMIT_DATA, limits.memory),
        (resource.RLIMIT_CPU, limits.cpu),
        (resource.RLIMIT_FSIZE, limits.disk),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ]
    if os.geteuid() != 0:  # counts all processes of the user; root is exempt
        running = sum(1 for _ in psutil.process_iter())
        limited.append((resource.RLIMIT_NPROC, running + limits.processes))
    return limited


def _as_json(limits: list[tuple[int, int]]) -> str:
    return "[" + ",".join(f"[{kind},{most}]" for kind, most in limits) + "]"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
