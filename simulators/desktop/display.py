"""Display of one user: an X server in a box of its own, which the programs of one other box can reach.

The server listens on two sockets that this process makes: one on the loopback of the program's box, so that no
other process of the machine can reach it, and one in a private folder for the user. It has no other socket, and its
screen is a file that this process reads.
"""

from __future__ import annotations

import io
import shutil
import socket
import struct
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import PIL.Image
from numpy.typing import NDArray

from simulators.desktop.x11 import DisplayLost, XConnection
from simulators.errors import InfrastructureError
from simulators.runtime.processes.process_tree import end_program
from simulators.runtime.sandbox import Box, BoxLimits, Environment, Sandbox, SandboxError

Pixels = NDArray[np.uint32]
"""Rows × columns; a pixel is ``0x00RRGGBB``."""

COLOR = 0xFFFFFF
"""The bits of a pixel that are its colour; a server may set the others."""

REMEMBERED = 4
"""Frames that are recognized when the screen shows them again: a cursor blinks."""

WORDS = 25
"""32-bit numbers of the header that are defined (XWDFile.h)."""

MAX_PIXELS = 8_000_000


@dataclass(frozen=True, eq=False)
class Frame:
    """What a screen showed at one moment. Frames of one `ScreenRecorder` that show the same, one soon after the other,
    are the same object."""

    pixels: Pixels

    def png(self) -> bytes:
        file = io.BytesIO()
        PIL.Image.fromarray(channels(self.pixels)[:, :, 2::-1]).save(file, "PNG", compress_level=1)
        return file.getvalue()


class ScreenRecorder:
    """Frames of the screen in a file; `has_changed` says whether anything was drawn since it was called last.

    `since` is when the last frame was complete, on the monotonic clock: nothing was drawn from then to the last call of
    `frame`.
    """

    def __init__(self, path: Path, has_changed: Callable[[], bool]) -> None:
        self._path, self._has_changed = path, has_changed
        self._frames: deque[Frame] = deque(maxlen=REMEMBERED)
        self.since = 0.0

    def frame(self) -> Frame:
        """Return what the screen shows now. The file is read only after something was drawn."""
        if self._has_changed() or not self._frames:
            pixels = _pixels(self._path.read_bytes())
            self.since = time.monotonic()
            self._remember(pixels)
        return self._frames[-1]

    def still(self) -> Frame:
        """Return what the screen shows now, without a question to the server, which may have ended."""
        return Frame(_pixels(self._path.read_bytes()))

    def _remember(self, pixels: Pixels) -> None:
        """Make the frame with these pixels the last one."""
        known = next((frame for frame in reversed(self._frames) if np.array_equal(frame.pixels, pixels)), None)
        if known is not None:
            self._frames.remove(known)
        self._frames.append(known or Frame(pixels))


def channels(pixels: Pixels) -> NDArray[np.uint8]:
    """Return rows × columns × (blue, green, red, nothing)."""
    return np.ascontiguousarray(pixels).view(np.uint8).reshape(*pixels.shape, 4)


def _pixels(content: bytes) -> Pixels:
    """Return the picture in a file. Raises `InfrastructureError` when it is not one of 32 bits per pixel."""
    if len(content) < WORDS * 4:
        raise InfrastructureError("the display's file is incomplete")
    header = struct.unpack_from(f">{WORDS}I", content)
    size, width, height, bits, per_line, colors = (header[at] for at in (0, 4, 5, 11, 12, 19))
    begin = size + colors * 12
    if bits != 32 or width * height > MAX_PIXELS or per_line < width * 4 or len(content) < begin + per_line * height:
        raise InfrastructureError("the display's file is not a picture of 32 bits per pixel")
    lines = np.frombuffer(content, np.uint8, per_line * height, begin).reshape(height, per_line)
    return np.ascontiguousarray(lines[:, : width * 4]).view("<u4") & np.uint32(COLOR)


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
    film: ScreenRecorder


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
        yield XDisplay(box, connection, ScreenRecorder(workspace / FOLDER / "Xvfb_screen0", connection.has_changed))


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
