"""Network of a program in the sandbox: hosts through a proxy outside of the box, and ports of this machine by name."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from evaluator.agents.settings import AgentSettings
from evaluator.io.files import write_whole
from simulators.runtime.port_forward import PortForward
from simulators.runtime.sandbox import Box
from simulators.runtime.sandbox.egress_proxy import CONNECT_SECONDS, EgressProxy

PORT = 3128
"""Port of the proxy on the box's loopback."""

LOG = "network.txt"
"""File beside the transcript that names every request to the proxy."""

CERTIFICATES = Path("/etc/ssl/certs")
"""The system's certificate authorities, readable for programs that have a network."""


@contextmanager
def network_of(box: Box, settings: AgentSettings, workplace: Path) -> Iterator[dict[str, str]]:
    """Open the ways out of `box`; return the variables that name its proxy. Without allowed hosts there is none.

    A host of this machine is a port of the box's own loopback that leads to the same port of this machine.
    """
    hosts = frozenset(host for host in settings.network if not host.is_this_machine)
    with ExitStack() as stack:
        for host in sorted(set(settings.network) - hosts, key=str):
            connect = partial(socket.create_connection, (host.name, host.port), CONNECT_SECONDS)
            stack.enter_context(PortForward(connect, box.listen(host.port)))
        if not hosts:
            yield {}
            return
        proxy = EgressProxy(box.listen(PORT), hosts, settings.dialer)
        try:
            with proxy:
                yield _variables()
        finally:
            write_whole(workplace / LOG, "".join(f"{each.line()}\n" for each in proxy.log))


def certificates(settings: AgentSettings) -> tuple[Path, ...]:
    return (CERTIFICATES,) if settings.network and CERTIFICATES.is_dir() else ()


def _variables() -> dict[str, str]:
    address, own = f"http://127.0.0.1:{PORT}", "localhost,127.0.0.1,::1"
    upper = {"HTTPS_PROXY": address, "HTTP_PROXY": address, "ALL_PROXY": address, "NO_PROXY": own}
    return upper | {name.lower(): value for name, value in upper.items()}
