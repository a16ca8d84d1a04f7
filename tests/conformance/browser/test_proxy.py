"""The proxy connects to the project only."""

from __future__ import annotations

import socket

import pytest

from simulators.browser.chromium.proxy import SiteProxy


def ask(proxy: SiteProxy, host: str, port: int) -> tuple[socket.socket, int]:
    """Return a connection that requested `host` from the proxy, and the code of the answer."""
    client = socket.create_connection(("127.0.0.1", proxy.port), 5.0)
    client.sendall(b"\x05\x01\x00")
    assert client.recv(2) == b"\x05\x00"
    client.sendall(b"\x05\x01\x00\x03" + bytes([len(host)]) + host.encode() + port.to_bytes(2, "big"))
    return client, client.recv(10)[1]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1", "0.0.0.0", "LOCALHOST"])
def test_the_project_is_reached(proxy: SiteProxy, host: str) -> None:
    client, code = ask(proxy, host, 8000)
    with client:
        assert code == 0
        client.sendall(b"GET /who HTTP/1.0\r\n\r\n")
        assert b"200 OK" in client.recv(1000)


@pytest.mark.parametrize("host", ["example.com", "10.0.0.1", "localhost.example.com", "169.254.169.254", ""])
def test_foreign_hosts_are_refused(proxy: SiteProxy, host: str) -> None:
    client, code = ask(proxy, host, 8000)
    client.close()
    assert code == 2


def test_a_port_without_a_listener(proxy: SiteProxy) -> None:
    client, code = ask(proxy, "localhost", 9)
    client.close()
    assert code == 5


def test_what_speaks_no_socks_is_left(proxy: SiteProxy) -> None:
    with socket.create_connection(("127.0.0.1", proxy.port), 5.0) as client:
        client.sendall(b"GET / HTTP/1.0\r\n\r\n")
        client.settimeout(15)
        assert client.recv(10) == b""


def test_the_end_closes_the_port() -> None:
    with SiteProxy(lambda port: socket.create_connection(("127.0.0.1", port))) as proxy:
        port = proxy.port
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), 1.0)
