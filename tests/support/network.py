"""Fake network: names with addresses, and loopback servers that answer for them."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from simulators.runtime.sandbox.egress_proxy import Dialer, Host

PUBLIC = "93.184.216.34"
"""Address of the fake provider; no connection to it leaves this machine."""


@dataclass
class FakeDialer(Dialer):
    """Resolves names from a table, one answer after the other, and connects public addresses to a loopback port."""

    names: Mapping[str, Sequence[Sequence[str]]]
    port: int
    resolved: list[str] = field(default_factory=list)
    connected: list[str] = field(default_factory=list)

    def addresses(self, host: Host) -> Sequence[str]:
        self.resolved.append(host.name)
        answers = self.names[host.name]
        return answers[min(self.resolved.count(host.name), len(answers)) - 1]

    def connect(self, address: str, port: int) -> socket.socket:
        self.connected.append(f"{address}:{port}")
        return socket.create_connection(("127.0.0.1", self.port), 5.0)


@contextmanager
def provider() -> Iterator[int]:
    """Serve a fake provider on loopback: it answers each request with ``provider: REQUEST``; return its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    client, _ = server.accept()
                    with client:
                        client.sendall(b"provider: " + client.recv(1000))

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        with suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)
    thread.join(5.0)
