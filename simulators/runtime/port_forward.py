"""Servers that carry connections from one socket to another, and the port that leads to another one: of a box for a
person who looks at the project, of this machine for a box."""

from __future__ import annotations

import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Self

CHUNK = 1 << 16
MAX_CONNECTIONS = 64


class ConnectionServer(ABC):
    """Serves the connections to `listener`, each on a thread, at most `MAX_CONNECTIONS` at a time; they end with the
    context."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._slots = threading.BoundedSemaphore(MAX_CONNECTIONS)
        self._thread = threading.Thread(target=self._accept, name=type(self).__name__, daemon=True)
        self._ended = False

    @abstractmethod
    def serve(self, client: socket.socket) -> None:
        """Serve one connection; `OSError` ends it."""

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended = True
        _cut(self.listener)
        self.listener.close()
        with self._lock:
            for each in self._open:
                _cut(each)
        self._thread.join(5.0)

    def _accept(self) -> None:
        with suppress(OSError):  # closed, or the box has ended
            while not self._ended:
                client, _ = self.listener.accept()
                if self._slots.acquire(blocking=False):
                    threading.Thread(target=self._serve, args=(client,), name="connection", daemon=True).start()
                else:
                    client.close()

    def _serve(self, client: socket.socket) -> None:
        try:
            with suppress(OSError), self._tracked(client):
                self.serve(client)
        finally:
            self._slots.release()

    @contextmanager
    def _tracked(self, connection: socket.socket) -> Iterator[None]:
        """Close `connection` at the end of the context, and cut it when the server ends."""
        with connection:
            with self._lock:
                self._open.add(connection)
            try:
                if self._ended:
                    _cut(connection)
                yield
            finally:
                with self._lock:
                    self._open.discard(connection)

    def _carry_both(
        self,
        client: socket.socket,
        remote: socket.socket,
        sent: Callable[[int], None] = lambda _: None,
        received: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Carry bytes both ways until both sides have ended; tell the sizes of what was sent and received."""
        client.settimeout(None)
        remote.settimeout(None)
        with self._tracked(remote):
            answers = threading.Thread(target=_carry, args=(remote, client, received), name="answers", daemon=True)
            answers.start()
            _carry(client, remote, sent)
            answers.join()


class PortForward(ConnectionServer):
    """Carries the connections to `server`, while its context is open; `connect` opens each connection's other side."""

    def __init__(self, connect: Callable[[], socket.socket], server: socket.socket) -> None:
        super().__init__(server)
        self._connect = connect

    @property
    def port(self) -> int:
        port: int = self.listener.getsockname()[1]
        return port

    def serve(self, client: socket.socket) -> None:
        self._carry_both(client, self._connect())


def listening_on(preferred: int) -> socket.socket:
    """Return a server on the preferred port, or on a free one where that is taken."""
    try:
        return socket.create_server(("127.0.0.1", preferred))
    except OSError:
        return socket.create_server(("127.0.0.1", 0))


def _carry(source: socket.socket, target: socket.socket, count: Callable[[int], None]) -> None:
    with suppress(OSError):
        while chunk := source.recv(CHUNK):
            count(len(chunk))
            target.sendall(chunk)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
