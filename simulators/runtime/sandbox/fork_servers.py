"""Fork servers of a worker, started on demand and reused for later boxes; see `guest.fork_protocol`."""

from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simulators.runtime.sandbox import CLOCK_VARIABLE, Environment

OWN = "projecteval_"
"""Prefix of the names of an environment's helper modules."""

LATE = frozenset({"PROJECTEVAL_CLOCK", CLOCK_VARIABLE})
"""Variables that a fork can still apply; all others must be set when a Python starts."""

SERVE = f"""
import ctypes, importlib, os, sys
ADDR_NO_RANDOMIZE, QUERY = 0x0040000, 0xffffffff
if not ctypes.CDLL(None).personality(QUERY) & ADDR_NO_RANDOMIZE:
    ctypes.CDLL(None).personality(ADDR_NO_RANDOMIZE)
    os.execv(sys.executable, sys.orig_argv)
sys.path.append({str(Path(__file__).parent / "guest")!r})
import fork_protocol
del sys.path[-1]
argv = fork_protocol.serve(importlib.import_module(sys.argv[1]).warm_up)
import projecteval_clock, projecteval_seed, runpy
projecteval_seed.seed_again()
projecteval_clock.begin()
sys.argv = argv[2:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
"""Program of a fork server, and of its forks in their box."""

MAX_FORK_SERVERS = 2
"""Maximum number of servers, each with some 50 MB."""

MAX_END_SECONDS = 5.0
"""Seconds that a server without requests may take to end."""


@dataclass(frozen=True)
class _Server:
    process: subprocess.Popen[bytes]
    door: socket.socket

    def close(self) -> None:
        self.door.close()
        try:
            self.process.wait(MAX_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class ForkServers:
    """The fork servers of one worker. Each ends with the last process that can send requests; its forks end with their
    boxes."""

    def __init__(self) -> None:
        self._kept: dict[object, _Server] = {}
        self._lock = threading.Lock()

    def door(self, environment: Environment, argv: Sequence[str], variables: Mapping[str, str]) -> int | None:
        """Return the descriptor for requesting a fork that runs `argv`; None when `argv` must be executed.

        Only helper modules with a function `warm_up` are served, each by a server for its environment and variables.
        """
        match argv:
            case ["python", "-m", module, *_] if module.startswith(OWN) and "PYTHONPATH" not in variables:
                early = {name: value for name, value in variables.items() if name not in LATE}
            case _:
                return None
        key = environment, module, tuple(sorted(early.items()))
        with self._lock:
            server = self._kept.pop(key, None)
            if server is not None and server.process.poll() is not None:
                server.close()
                server = None
            server = server or self._started(environment, module, early)
            self._kept[key] = server  # the most recently used one is removed last
            return server.door.fileno()

    def close(self) -> None:
        """End all servers."""
        with self._lock:
            while self._kept:
                self._kept.popitem()[1].close()

    def _started(self, environment: Environment, module: str, variables: Mapping[str, str]) -> _Server:
        while len(self._kept) >= MAX_FORK_SERVERS:
            self._kept.pop(next(iter(self._kept))).close()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            process = subprocess.Popen(
                [str(environment.python), "-c", SERVE, module],
                env=dict(variables), cwd=environment.root, stdin=theirs.fileno(), stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        return _Server(process, ours)
