"""Open box of namespaces: every program is started by `enter`."""

from __future__ import annotations

import ctypes
import marshal
import os
import resource
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from signal import SIGKILL
from typing import Any

from simulators.runtime.processes.process_tree import ProcessUsage
from simulators.runtime.sandbox import (
    CLOCK,
    PROGRAM_FOLDERS,
    PROJECT,
    Box,
    BoxLimits,
    BoxSpec,
    BoxUsage,
    Launch,
    Program,
    SandboxError,
    seccomp,
)
from simulators.runtime.sandbox.cgroups import Group
from simulators.runtime.sandbox.guest.enter import GONE
from simulators.runtime.sandbox.namespace_holder import NamespaceHolder

ENTER = f"import sys; sys.path.append({str(Path(__file__).parent / 'guest')!r}); import enter; enter.main()"
"""Runs `enter` with no path but its own: everything else comes from the standard library."""

VARIABLES = {
    "HOME": "/tmp",
    "TMPDIR": "/tmp",
    "USER": "user",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}
"""Environment variables of every program, in addition to its path and the mission's variables."""

ADDRESS_SPACE = 4
"""Without a control group: factor of the memory limit that may be mapped. Private writable memory is limited
exactly (RLIMIT_DATA); shared memory is not, and some runtimes map far more than they use."""

OPEN_FILES = 1024

COUNTED = (("max_inotify_instances", 32), ("max_inotify_watches", 16384))
"""Limits of a box that has a user namespace of its own, but not a user of its own: the kernel counts these by user."""


class SealedFile:
    """Unnamed file in memory with `content`, open for reading as `descriptor` while it is referenced."""

    def __init__(self, content: bytes) -> None:
        self.descriptor = os.memfd_create("specification")
        with os.fdopen(os.dup(self.descriptor), "wb") as file:
            file.write(content)

    def __del__(self) -> None:
        os.close(self.descriptor)


class NamespaceBox(Box):
    """Box of namespaces; see `simulators.runtime.sandbox.Box`."""

    inside = PROJECT

    def __init__(
        self,
        spec: BoxSpec,
        holder: NamespaceHolder,
        group: Group | None,
        user: int | None,
    ) -> None:
        self.workspace = spec.workspace
        self._environment = spec.environment
        self._variables = spec.variables_with(spec.clock and CLOCK)
        self._holder = holder
        self._group = group
        self._user = user
        self._limits = _resource_limits(spec.limits, group)
        self._terminals = spec.limits.terminals
        self._processes = ProcessUsage()
        self._network = os.open(f"/proc/{holder.pid}/ns/net", os.O_RDONLY)
        self._helper = Helper(self._enter({"task": "sockets"}))
        self._make = by_thread(self._network) if user is not None else self._helper.make

    def _launch(self, program: Program) -> Launch:
        spec = {
            "task": "run",
            "argv": list(program.words(str(self._environment.python))),
            "env": self._env() | dict(program.env),
            "folder": str(inside_of_project(program.folder)),
            "terminal": program.terminal,
            "user": self._user,
            "limits": self._limits,
            "groups": self._group.join_files if self._group else (),
            "counted": COUNTED if self._user is None else (),
            "terminals": self._terminals,
            "filter": seccomp.program(),
        }
        return self._enter(spec)

    def connect(self, port: int, timeout: float = 5.0) -> socket.socket:
        return connected(self._make, port, timeout)

    def listen(self, port: int) -> socket.socket:
        return listener(self._make, port)

    def pids(self) -> tuple[int, ...]:
        if self._group is not None:
            return self._group.pids()
        inside = processes_in(Path(f"/proc/{self._holder.pid}/ns/pid"))
        return tuple(pid for pid in inside if pid != self._holder.pid)

    def ports(self) -> tuple[int, ...]:
        return listening(self._holder.pid) if self._holder.holds() else ()

    def exceeded_limit(self) -> str | None:
        return self.ended or (self._group.exceeded_limit() if self._group else None)

    def usage(self) -> BoxUsage:
        return self._group.usage() if self._group is not None else self._processes.observe(self.pids())

    def was_killed(self, status: int) -> bool:
        return status == -SIGKILL or (status == GONE and not self._holder.holds())

    def _kill(self) -> None:
        self._holder.kill()

    def close(self) -> None:
        """Close this process's descriptors of the box."""
        self._helper.close()
        os.close(self._network)

    def _env(self) -> dict[str, str]:
        path = f"{self._environment.root}/bin:{PROGRAM_FOLDERS}"
        return {"PATH": path} | VARIABLES | self._variables

    def _enter(self, spec: Mapping[str, Any]) -> Launch:
        """Return the launch that executes `spec` in the box; see `enter`.

        Every user of the machine can read a command line, so the specification is passed in memory.
        """
        whole = {
            "holder": self._holder.pid,
            "identity": self._holder.identity,
            "why": self.ended or "",
        } | dict(spec)
        specification = SealedFile(marshal.dumps(whole))
        words = (sys.executable, "-I", "-S", "-X", "utf8", "-c", ENTER, str(specification.descriptor))
        return Launch(words, {"LC_ALL": "C.UTF-8"}, Path(os.sep), (specification.descriptor,), specification)


def processes_in(namespace: Path) -> Iterator[int]:
    """Yield the processes in a process namespace, by the host's numbers; none when it has ended."""
    wanted = _inode(namespace)
    for name in os.listdir("/proc"):
        if wanted is not None and name.isdigit() and _inode(Path(f"/proc/{name}/ns/pid")) == wanted:
            yield int(name)


def _inode(path: Path) -> int | None:
    try:
        return path.stat().st_ino
    except OSError:  # it ended meanwhile, or belongs to another user
        return None


def inside_of_project(folder: str) -> Path:
    """Return the path of `folder` inside the box. Raises `SandboxError` when it is not below the project's."""
    path = Path(folder)
    if path.is_absolute() or ".." in path.parts:
        raise SandboxError(f"folder {folder!r} is not below the project's")
    return PROJECT / path


def _resource_limits(limits: BoxLimits, group: Group | None) -> list[tuple[int, int, int]]:
    """Return kind, soft and hard value of the limits per process; without a control group also memory and number of
    processes. A process at the soft limit of processor time gets SIGXCPU, at the hard one it is killed."""
    limited = [
        (resource.RLIMIT_FSIZE, limits.disk),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ]
    if group is None:
        limited += [
            (resource.RLIMIT_DATA, limits.memory),
            (resource.RLIMIT_AS, ADDRESS_SPACE * limits.memory),
            (resource.RLIMIT_NPROC, limits.processes),
        ]
    return [(resource.RLIMIT_CPU, limits.cpu, limits.cpu + 1), *((kind, most, most) for kind, most in limited)]


CLONE_NEWNET = 0x40000000
LISTENING = "0A"

Maker = Callable[[int], socket.socket]
"""Creates a stream socket of an address family in a network namespace."""


def connected(make: Maker, port: int, timeout: float) -> socket.socket:
    """Return a connection to `port` on the network's loopback, IPv4 first. Raises `OSError` when no process listens."""
    made = make(socket.AF_INET)
    try:
        return _connect(made, ("127.0.0.1", port), timeout)
    except ConnectionRefusedError:
        return _connect(make(socket.AF_INET6), ("::1", port), timeout)


def listener(make: Maker, port: int) -> socket.socket:
    """A socket that listens on `port` of the network's loopback. Raises `OSError` when the port is taken."""
    made = make(socket.AF_INET)
    try:
        made.bind(("127.0.0.1", port))
        made.listen()
    except BaseException:
        made.close()
        raise
    return made


def _connect(made: socket.socket, address: tuple[str, int], timeout: float) -> socket.socket:
    try:
        made.settimeout(timeout)
        made.connect(address)
    except BaseException:
        made.close()
        raise
    return made


def listening(process: int) -> tuple[int, ...]:
    """Return the TCP ports on which processes listen in the network of `process`."""
    ports = set()
    for table in ("tcp", "tcp6"):
        with open(f"/proc/{process}/net/{table}") as lines:  # noqa: PTH123 - no file system is meant
            for line in list(lines)[1:]:
                local, _, state = line.split()[1:4]
                if state == LISTENING:
                    ports.add(int(local.rpartition(":")[2], 16))
    return tuple(sorted(ports))


def by_thread(network: int) -> Maker:
    """Return a maker of sockets in `network` (an open namespace) that uses a thread; needs root."""
    libc = ctypes.CDLL(None, use_errno=True)

    def make(family: int) -> socket.socket:
        made: list[socket.socket | OSError] = []

        def inside() -> None:
            if libc.setns(network, CLONE_NEWNET):
                made.append(OSError(ctypes.get_errno(), "the box's network cannot be joined"))
            else:
                made.append(_socket(family))

        thread = threading.Thread(target=inside, name="socket in a box")
        thread.start()
        thread.join()
        if isinstance(made[0], OSError):
            raise made[0]
        return made[0]

    return make


def _socket(family: int) -> socket.socket | OSError:
    try:
        return socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        return error


class Helper:
    """Maker of sockets that uses a helper process, started by `launch` at the first call."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None

    def make(self, family: int) -> socket.socket:
        with self._lock:
            line = self._line or self._start()
            try:
                line.sendall(bytes([family]))
                _, handed, _, _ = socket.recv_fds(line, 1, 1)
            except OSError:
                handed = []
        if not handed:
            raise ConnectionRefusedError("the box has ended, or makes no sockets of this kind")
        return socket.socket(fileno=handed[0])

    def _start(self) -> socket.socket:
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = self._launch.start(theirs.fileno(), subprocess.DEVNULL, subprocess.DEVNULL)
        return self._line

    def close(self) -> None:
        if self._line is not None and self._process is not None:
            self._line.close()
            self._process.wait()
