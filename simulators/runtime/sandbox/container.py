"""Open box in a container: programs are started by the engine, connections made by its relay."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from signal import SIGKILL

from simulators.runtime.processes.process_tree import ProcessUsage
from simulators.runtime.sandbox import PROGRAM_FOLDERS, PROJECT, Box, BoxUsage, Launch, Program, SandboxError, cgroups
from simulators.runtime.sandbox import namespaces as network_namespace
from simulators.runtime.sandbox.namespaces import VARIABLES, inside_of_project, processes_in

PYTHON = "/environment/bin/python"
"""Python of the environment in the image."""

OF_THE_ENGINE = ("PATH", "HOME", "XDG_RUNTIME_DIR", "DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "CONTAINERS_CONF")


def cli_variables() -> dict[str, str]:
    """Return the variables of this process that the engine's client needs; none of them gets into the container."""
    return {name: os.environ[name] for name in OF_THE_ENGINE if name in os.environ}


class ContainerBox(Box):
    """Box in a container; see `simulators.runtime.sandbox.Box`."""

    inside = PROJECT

    def __init__(
        self, workspace: Path, engine: str, name: str, relay: Path, user: int, variables: Mapping[str, str]
    ) -> None:
        self.workspace = workspace
        self._engine = engine
        self._name = name
        self._relay = relay
        self._processes = ProcessUsage()
        self._user = user
        self._variables = {"PATH": f"{Path(PYTHON).parent}:{PROGRAM_FOLDERS}"} | VARIABLES | dict(variables)

    def _launch(self, program: Program) -> Launch:
        words = ["exec", "--interactive", *(["--tty"] if program.terminal else []), f"--user={self._user}:{self._user}"]
        words.append(f"--workdir={inside_of_project(program.folder)}")
        variables = self._variables | dict(program.env)
        # Every user can read values on a command line; for a name without a value, the client passes its own variable.
        words += [f"--env={key}={variables[key]}" if key in OF_THE_ENGINE else f"--env={key}" for key in variables]
        argv = (self._engine, *words, self._name, *program.words(PYTHON))
        return Launch(argv, variables | cli_variables(), Path(os.sep))

    def connect(self, port: int, timeout: float = 5.0) -> socket.socket:
        made = socket.socket(socket.AF_UNIX)
        try:
            made.settimeout(timeout)
            self._connect_to_relay(made)
            made.sendall(port.to_bytes(2, "big"))
            if made.recv(1) != b"\1":
                raise ConnectionRefusedError(f"no process listens on port {port} of the box")
        except BaseException:
            made.close()
            raise
        return made

    def listen(self, port: int) -> socket.socket:
        raise SandboxError("sandbox 'docker' has no way out to named hosts; use --sandbox bubblewrap")

    def pids(self) -> tuple[int, ...]:
        first = self._first_process
        return tuple(pid for pid in processes_in(Path(f"/proc/{first}/ns/pid")) if pid != first)

    def ports(self) -> tuple[int, ...]:
        return network_namespace.listening(self._first_process)

    def usage(self) -> BoxUsage:
        """Return the usage of the container with its relay; that of its processes when its group cannot be read."""
        group = self._group
        return group.usage() if group is not None else self._processes.observe(self.pids())

    def was_killed(self, status: int) -> bool:
        """Return True for 137: an engine reports a signal as 128 + its number."""
        return status in (-SIGKILL, 128 + SIGKILL)

    def _kill(self) -> None:
        subprocess.run((self._engine, "kill", self._name), capture_output=True, env=cli_variables(), check=False)

    def _connect_to_relay(self, made: socket.socket) -> None:
        """Connect to the relay's socket itself, never to the target of a link in its place."""
        socket_file = os.open(self._relay, os.O_PATH | os.O_NOFOLLOW)
        try:
            if not stat.S_ISSOCK(os.fstat(socket_file).st_mode):
                raise ConnectionRefusedError("the relay's socket is not a socket")
            made.connect(f"/proc/self/fd/{socket_file}")
        finally:
            os.close(socket_file)

    @cached_property
    def _group(self) -> cgroups.Group | None:
        return cgroups.group_of(self._first_process)

    @cached_property
    def _first_process(self) -> int:
        answer = subprocess.run(
            (self._engine, "inspect", "--format={{.State.Pid}}", self._name),
            capture_output=True,
            text=True,
            env=cli_variables(),
            check=False,
        )
        if answer.returncode:
            raise SandboxError(f"{self._engine} does not know its box: {answer.stderr.strip()}")
        return int(answer.stdout)
