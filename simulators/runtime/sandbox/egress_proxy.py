"""HTTP CONNECT proxy outside of a box that reaches the named hosts, and nothing else.

Programs in the box connect to a listening socket on the box's own loopback; this server accepts the connections from
outside. A name is resolved once per connection, and that address is connected to, so a name cannot be resolved to
another one between check and use. Names with an address that is not public are refused. Everything but CONNECT is
refused. Encryption is end to end: the proxy sees names, ports and sizes.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from simulators.runtime.port_forward import ConnectionServer

MAX_LOGGED = 10_000
HANDSHAKE_SECONDS = 20.0
CONNECT_SECONDS = 20.0
MAX_HEAD_BYTES = 16 << 10

DONE, BAD, FORBIDDEN, NOT_ALLOWED_METHOD, UNREACHABLE = (
    "200 Connection established",
    "400 Bad Request",
    "403 Forbidden",
    "405 Method Not Allowed",
    "502 Bad Gateway",
)

LOOPBACK = "127.0.0.1"

TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 ones (NAT64)."""


@dataclass(frozen=True)
class Host:
    """A host that may be reached: its name and port."""

    name: str
    port: int

    @property
    def is_this_machine(self) -> bool:
        """Return True for a server on this machine's loopback: the box gets that port, without the proxy."""
        return self.name == LOOPBACK

    def __str__(self) -> str:
        return f"{self.name}:{self.port}"


def host_of(text: str) -> Host:
    """Return the host for ``NAME:PORT``, or ``127.0.0.1:PORT``. Raises `ValueError` saying what is wrong."""
    name, separator, port = text.strip().rpartition(":")
    if not separator or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ValueError("a host is written NAME:PORT, for example api.example.com:443")
    if name in (LOOPBACK, "localhost"):
        return Host(LOOPBACK, int(port))
    if _is_address(name) or not _is_name(name):
        raise ValueError(f"{name!r} is not a host name; name the service, not an address")
    return Host(name.lower().rstrip("."), int(port))


class Dialer:
    """Resolves names and opens connections; tests replace it."""

    def addresses(self, host: Host) -> Sequence[str]:
        """Return the addresses of a host. Raises `OSError`."""
        found = socket.getaddrinfo(host.name, host.port, type=socket.SOCK_STREAM)
        return tuple(dict.fromkeys(str(each[4][0]) for each in found))

    def connect(self, address: str, port: int) -> socket.socket:
        """Open a connection to an address (never a name). Raises `OSError`."""
        return socket.create_connection((str(ipaddress.ip_address(address)), port), CONNECT_SECONDS)


@dataclass
class Connection:
    """A request to the proxy: what was asked for, whether it was allowed or why not, and the bytes carried."""

    asked: str
    outcome: str
    begun: float
    sent: int = 0
    received: int = 0

    def count_sent(self, size: int) -> None:
        self.sent += size

    def count_received(self, size: int) -> None:
        self.received += size

    def line(self) -> str:
        stamp = time.strftime("%H:%M:%S", time.localtime(self.begun))
        carried = f" ({self.sent} bytes sent, {self.received} received)" if self.outcome == "allowed" else ""
        return f"{stamp} {self.asked}: {self.outcome}{carried}"


class EgressProxy(ConnectionServer):
    """Proxy server on `listener` that reaches the hosts in `allowed`; `log` has every request."""

    def __init__(self, listener: socket.socket, allowed: frozenset[Host], dialer: Dialer | None = None) -> None:
        super().__init__(listener)
        self.allowed, self.dialer = allowed, dialer or Dialer()
        self.log: list[Connection] = []

    def serve(self, client: socket.socket) -> None:
        client.settimeout(HANDSHAKE_SECONDS)
        with suppress(_Refused):
            self._tunnel(client)

    def _tunnel(self, client: socket.socket) -> None:
        method, target = _read_head(client)
        entry = Connection(f"{method} {target}"[:300], "allowed", time.time())
        if len(self.log) < MAX_LOGGED:
            self.log.append(entry)
        try:
            remote = self._reached(method, target)
        except _Refused as refused:
            entry.outcome = f"refused: {refused.reason}"
            _answer(client, refused.status, refused.reason)
            raise
        with remote:
            _answer(client, DONE)
            self._carry_both(client, remote, entry.count_sent, entry.count_received)

    def _reached(self, method: str, target: str) -> socket.socket:
        """Return a connection to the host asked for. Raises `_Refused`."""
        if method != "CONNECT":
            raise _Refused(NOT_ALLOWED_METHOD, "only CONNECT is allowed; use https")
        try:
            host = host_of(target)
        except ValueError as error:
            raise _Refused(FORBIDDEN, str(error)) from None
        if host not in self.allowed or host.is_this_machine:
            raise _Refused(FORBIDDEN, f"{host} is not among the allowed hosts")
        try:
            addresses = self.dialer.addresses(host)
        except OSError as error:
            raise _Refused(UNREACHABLE, f"{host.name} cannot be resolved: {error}") from None
        if not addresses or not all(map(is_public, addresses)):
            raise _Refused(FORBIDDEN, f"{host.name} has an address that is not public: {', '.join(addresses)[:200]}")
        return self._first_connection(host, addresses)

    def _first_connection(self, host: Host, addresses: Sequence[str]) -> socket.socket:
        problem = ""
        for address in addresses[:4]:
            try:
                return self.dialer.connect(address, host.port)
            except OSError as error:
                problem = str(error)
        raise _Refused(UNREACHABLE, f"{host} cannot be reached: {problem}")


def is_public(address: str) -> bool:
    """Return True for an address of the public Internet, also where it is written as another kind of address."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if found in TRANSLATED:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


class _Refused(Exception):
    def __init__(self, status: str, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


def _read_head(client: socket.socket) -> tuple[str, str]:
    """Return method and target of a request. Raises `_Refused`."""
    head = bytearray()
    while b"\r\n\r\n" not in head:
        chunk = client.recv(1)  # what follows the head belongs to the tunnel
        head += chunk
        if not chunk or len(head) > MAX_HEAD_BYTES:
            raise _Refused(BAD, "no complete request")
    words = bytes(head).split(b"\r\n", 1)[0].decode("ascii", "replace").split(" ")
    return (words[0], words[1]) if len(words) == 3 else ("?", "?")


def _answer(client: socket.socket, status: str, reason: str = "") -> None:
    body = f"projecteval: {reason}\n" if reason else ""
    length = f"Content-Length: {len(body.encode())}\r\nConnection: close\r\n" if body else ""
    client.sendall(f"HTTP/1.1 {status}\r\n{length}\r\n{body}".encode())


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _is_name(name: str) -> bool:
    labels = name.rstrip(".").split(".")
    plain = all(label and all(c.isalnum() or c == "-" for c in label) for label in labels)
    return name.isascii() and plain and not labels[-1].isdecimal()
