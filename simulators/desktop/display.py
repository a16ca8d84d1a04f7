"""Display of one user: an X server in a box of its own, which the programs of one other box can reach.

The server listens on two sockets that this process makes: one on the loopback of the program's box, so that no other
process of the machine can reach it, and one in a private folder for the user. It has no other socket, and its screen is
a file that this process reads.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from simulators.desktop.screen import Film
from simulators.desktop.x11 import DisplayLost, XConnection
from simulators.runtime.processes.process_tree import end_program
from simulators.runtime.sandbox import Box, BoxLimits, Environment, Sandbox, SandboxError

SIZE = (1280, 960)
DPI = 96
NUMBER = 0
PORT = 6000 + NUMBER
"""TCP port of display `NUMBER`, on the loopback of the program's box."""

VARIABLES = {"DISPLAY": f"127.0.0.1:{NUMBER}"}
"""How a program finds its display."""

PROGRAM = "Xvfb"
FOLDER = "screen"
LIMITS = BoxLimits(memory=512 << 20, processes=16, disk=64 << 20)
MAX_START_SECONDS = 30.0

START = """
import os, sys
for descriptor, inherited in ((3, 0), (4, 1)):
    os.dup2(inherited, descriptor, True)
nothing = os.open('/dev/null', os.O_RDWR)
os.dup2(nothing, 0)
os.dup2(nothing, 1)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='2')
os.execv(sys.argv[1], sys.argv[1:])
"""
"""In the new process: hand the two listening sockets to the server (sd_listen_fds(3)), then execute it."""


@dataclass(frozen=True)
class XDisplay:
    """Running X server: `connection` for input, `film` of what its screen shows."""

    box: Box
    connection: XConnection
    film: Film


def find_server() -> str | None:
    """Return the path of Xvfb; None where it is not installed."""
    return shutil.which(PROGRAM)


@contextmanager
def open_display(program_box: Box, sandbox: Sandbox, environment: Environment) -> Iterator[XDisplay]:
    """Start a display for the programs of `program_box`; it ends with the context."""
    server = find_server()
    if server is None:
        raise SandboxError("Xvfb is not installed; install it, for instance: apt-get install xvfb")
    if not sandbox.listens:
        raise SandboxError(f"sandbox {sandbox.name!r} has no display for desktop programs; use --sandbox bubblewrap")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="projecteval-display-")))
        (workspace := folder / "box").mkdir()
        (workspace / FOLDER).mkdir()
        theirs, own = stack.enter_context(program_box.listen(PORT)), stack.enter_context(_listener(folder / "user"))
        box = stack.enter_context(sandbox.box(workspace, environment, LIMITS))
        stack.enter_context(_started(box, server, theirs, own))
        connection = XConnection(_connected(folder / "user"))
        stack.callback(connection.close)
        yield XDisplay(box, connection, Film(workspace / FOLDER / "Xvfb_screen0", connection.has_changed))


def _listener(path: Path) -> socket.socket:
    made = socket.socket(socket.AF_UNIX)
    made.bind(str(path))
    made.listen()
    return made


def _connected(path: Path) -> socket.socket:
    made = socket.socket(socket.AF_UNIX)
    try:
        made.connect(str(path))
    except OSError as error:
        made.close()
        raise DisplayLost(f"the display cannot be reached: {error}") from error
    return made


@contextmanager
def _started(box: Box, server: str, theirs: socket.socket, own: socket.socket) -> Iterator[None]:
    """Run the server; both listening sockets are its standard input and output at first."""
    width, height = SIZE
    options = ["-screen", "0", f"{width}x{height}x24", "-dpi", str(DPI), "-fbdir", f"{box.inside}/{FOLDER}"]
    options += ["-nolisten", "tcp", "-nolisten", "unix", "-nolisten", "local", "-ac", "-noreset", "-s", "0"]
    launch = box.launch(("python", "-I", "-S", "-c", START, server, f":{NUMBER}", *options))
    before = frozenset(box.pids())
    popen = launch.start(theirs.fileno(), own.fileno(), subprocess.DEVNULL)
    theirs.close()
    own.close()
    try:
        yield
    finally:
        end_program(popen.pid, box, before)
        popen.wait()
