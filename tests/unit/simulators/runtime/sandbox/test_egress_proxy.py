"""The way out of a box leads to the allowed hosts only."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from simulators.runtime.sandbox.egress_proxy import EgressProxy, Host, host_of, is_public
from tests.support.network import PUBLIC, FakeDialer, provider

NAMES = {
    "api.example.com": [[PUBLIC]],
    "own.example.com": [["127.0.0.1"]],
    "inside.example.com": [["10.0.0.7"]],
    "both.example.com": [[PUBLIC, "192.168.1.1"]],
    "later.example.com": [[PUBLIC], ["127.0.0.1"]],
}
ALLOWED = frozenset({Host(name, 443) for name in NAMES} | {Host("unknown.example.com", 443)})


class Way:
    """An open proxy, and what was asked of it."""

    def __init__(self, proxy: EgressProxy, dialer: FakeDialer) -> None:
        self.proxy, self.dialer = proxy, dialer

    def ask(self, request: str, then: bytes = b"") -> str:
        with socket.create_connection(self.proxy.listener.getsockname(), 5.0) as client:
            client.sendall(f"{request}\r\nHost: x\r\n\r\n".encode())
            answer = client.recv(1000)
            if then and b" 200 " in answer:
                client.sendall(then)
                client.shutdown(socket.SHUT_WR)
                while chunk := client.recv(1000):
                    answer += chunk
            return answer.decode()

    def connects(self, target: str) -> str:
        return self.ask(f"CONNECT {target} HTTP/1.1", b"hello")


@pytest.fixture
def way() -> Iterator[Way]:
    with provider() as port:
        dialer = FakeDialer(NAMES, port)
        with EgressProxy(socket.create_server(("127.0.0.1", 0)), ALLOWED, dialer) as proxy:
            yield Way(proxy, dialer)


def test_an_allowed_host_is_reached_and_logged(way: Way) -> None:
    assert way.connects("api.example.com:443").endswith("provider: hello")
    assert way.connects("API.example.com:443").endswith("provider: hello")
    assert way.dialer.connected == [f"{PUBLIC}:443"] * 2
    way.proxy.__exit__(None, None, None)
    assert way.proxy.log[0].line().endswith("CONNECT api.example.com:443: allowed (5 bytes sent, 15 received)")


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("other.example.com:443", "is not among the allowed hosts"),
        ("api.example.com:22", "is not among the allowed hosts"),
        ("api.example.com.evil.org:443", "is not among the allowed hosts"),
        ("localhost:443", "is not among the allowed hosts"),
        ("127.0.0.1:443", "is not among the allowed hosts"),
        ("[::1]:443", "is not a host name"),
        (f"{PUBLIC}:443", "is not a host name"),
        ("2130706433:443", "is not a host name"),
        ("0x7f.1:443", "is not a host name"),
        ("own.example.com:443", "an address that is not public: 127.0.0.1"),
        ("inside.example.com:443", "an address that is not public: 10.0.0.7"),
        ("both.example.com:443", "an address that is not public"),
        ("api.example.com", "a host is written NAME:PORT"),
        ("api.example.com:99999", "a host is written NAME:PORT"),
        ("user@api.example.com:443", "is not a host name"),
    ],
)
def test_everything_else_is_refused(way: Way, target: str, reason: str) -> None:
    answer = way.connects(target)
    assert answer.startswith("HTTP/1.1 403")
    assert reason in answer
    assert way.dialer.connected == []
    assert way.proxy.log[-1].outcome.startswith("refused: ")


@pytest.mark.parametrize("request_line", ["GET http://api.example.com/ HTTP/1.1", "POST / HTTP/1.1", "nonsense"])
def test_plain_requests_are_refused(way: Way, request_line: str) -> None:
    assert way.ask(request_line).startswith("HTTP/1.1 405")
    assert way.dialer.resolved == []


def test_a_name_is_resolved_once_for_each_connection(way: Way) -> None:
    assert way.connects("later.example.com:443").endswith("provider: hello")
    assert (way.dialer.resolved, way.dialer.connected) == (["later.example.com"], [f"{PUBLIC}:443"])
    assert "not public: 127.0.0.1" in way.connects("later.example.com:443")
    assert way.dialer.connected == [f"{PUBLIC}:443"]


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"),
        *("224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1"),
        *("::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::ffff:10.0.0.1"),
    ],
)
def test_addresses_that_are_not_public_are_known(address: str) -> None:
    assert not is_public(address)


def test_public_addresses_are_known() -> None:
    assert is_public(PUBLIC)
    assert is_public("2606:2800:220:1:248:1893:25c8:1946")


def test_nothing_is_open_after_the_end(way: Way) -> None:
    with socket.create_connection(way.proxy.listener.getsockname(), 5.0) as client:
        client.sendall(b"CONNECT api.example.com:443 HTTP/1.1\r\n\r\n")
        assert b" 200 " in client.recv(100)
        way.proxy.__exit__(None, None, None)
        assert client.recv(100) == b""


def test_hosts_are_written_with_their_port() -> None:
    assert host_of(" API.example.com.:443 ") == Host("api.example.com", 443)
    for wrong in ("api.example.com", "api.example.com:0", "1.2.3.4:443", ":443", "a b:443"):
        with pytest.raises(ValueError, match=r"is written NAME:PORT|is not a host name"):
            host_of(wrong)
