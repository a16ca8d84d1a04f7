"""Fork servers of a process that opens many boxes: started on demand, reused later; see `guest.fork_protocol`."""

from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simulators.runtime.sandbox import Environment

OWN = "projecteval_"
"""Prefix of the names of an environment's helper modules."""

LATE = frozenset({"PROJECTEVAL_CLOCK"})
"""Variables that a fork may still take up; all others must be there when a Python starts."""

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
"""A fork server, and what its forks do in their box."""

MOST = 2
"""Servers that are kept, each with some 50 MB."""

LONGEST_END = 5.0
"""Seconds for a server to end that no longer receives requests."""


@dataclass(frozen=True)
class _Server:
    process: subprocess.Popen[bytes]
    door: socket.socket

    def close(self) -> None:
        self.door.close()
        try:
            self.process.wait(LONGEST_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class ForkServers:
    """Each ends when the last process that may ask it has ended; what it started in boxes ends with its box."""

    def __init__(self) -> None:
        self._kept: dict[object, _Server] = {}
        self._lock = threading.Lock()

    def door(self, environment: Environment, argv: Sequence[str], variables: Mapping[str, str]) -> int | None:
        """The descriptor by which to ask for a fork that does what `argv` would; None where it must be executed.

        Only helper modules are served, which know how to `warm_up`, each by a server for its environment and its
        variables.
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
            self._kept[key] = server  # the one used last is the last to go
            return server.door.fileno()

    def close(self) -> None:
        """End them all."""
        with self._lock:
            while self._kept:
                self._kept.popitem()[1].close()

    def _started(self, environment: Environment, module: str, variables: Mapping[str, str]) -> _Server:
        while len(self._kept) >= MOST:
            self._kept.pop(next(iter(self._kept))).close()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            process = subprocess.Popen(
                [str(environment.python), "-c", SERVE, module],
                env=dict(variables), cwd=environment.root, stdin=theirs.fileno(), stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        return _Server(process, ours)
