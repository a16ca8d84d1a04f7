"""Client of the server that runs commands as forks (`tests.support.command_server`)."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO


class CommandServer:
    """Running server. It ends when it is closed, and with this process."""

    def __init__(self, root: Path, variables: Mapping[str, str]) -> None:
        self._socket, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)  # one message for each request
        self._lock = threading.Lock()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.command_server"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                cwd=root,
                env=dict(variables),
            )

    def call(
        self,
        command: Sequence[str],
        folder: Path,
        variables: Mapping[str, str],
        stdout: IO[bytes],
        stderr: IO[bytes],
        timeout: float,
    ) -> int:
        """Run a command; return its exit status. Raises `TimeoutExpired` after `timeout` seconds, when it is killed."""
        request = json.dumps({"arguments": command, "folder": str(folder), "variables": dict(variables)}).encode()
        reads, writes = os.pipe()
        with os.fdopen(reads, "rb", buffering=0) as answer:
            with os.fdopen(writes, "wb") as theirs, self._lock:
                socket.send_fds(self._socket, [request], [stdout.fileno(), stderr.fileno(), theirs.fileno()])
            process = int(answer.readline())
            if not select.select([answer], [], [], timeout)[0]:
                os.kill(process, signal.SIGKILL)
                raise subprocess.TimeoutExpired(command, timeout)
            return int(answer.readline())

    def close(self) -> None:
        self._socket.close()
        self._process.wait()
