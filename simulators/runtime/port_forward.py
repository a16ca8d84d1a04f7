"""Port that leads to another one: of a box for a person who looks at the project, of this machine for a box."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

CHUNK = 1 << 16


class PortForward:
    """Carries the connections to `server`, while its context is open; `connect` opens each connection's other side."""

    def __init__(self, connect: Callable[[], socket.socket], server: socket.socket) -> None:
        self._connect, self._server = connect, server
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._accept, name="port forward", daemon=True)

    @property
    def port(self) -> int:
        port: int = self._server.getsockname()[1]
        return port

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _cut(self._server)
        self._server.close()
        with self._lock:
            for connection in self._open:
                _cut(connection)
        self._thread.join(5.0)

    def _accept(self) -> None:
        with suppress(OSError):  # closed at the end
            while True:
                client, _ = self._server.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError), self._connect() as project:
            project.settimeout(None)
            both = {client, project}
            with self._lock:
                self._open |= both
            try:
                answers = threading.Thread(target=_carry, args=(project, client), daemon=True)
                answers.start()
                _carry(client, project)
                answers.join()
            finally:
                with self._lock:
                    self._open -= both


def listening_on(preferred: int) -> socket.socket:
    """Return a server on the preferred port, or on a free one where that is taken."""
    try:
        return socket.create_server(("127.0.0.1", preferred))
    except OSError:
        return socket.create_server(("127.0.0.1", 0))


def _carry(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while chunk := source.recv(CHUNK):
            target.sendall(chunk)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
