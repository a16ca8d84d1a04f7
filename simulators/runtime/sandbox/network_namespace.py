"""Sockets in a box's network namespace for a process outside of it.

A socket always belongs to the network namespace in which it was created, so only its creation must happen inside.
Root does that in a separate thread, which joins the namespace and ends. An ordinary user may join only from a
process with a single thread, so a small helper process creates the sockets and passes them on.
"""

from __future__ import annotations

import ctypes
import socket
import subprocess
import threading
from collections.abc import Callable

from simulators.runtime.sandbox import Launch

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
