"""Network of a program in the sandbox: the hosts that the run allows, through a proxy outside of the box."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evaluator.agents.settings import AgentSettings
from evaluator.io.files import write_whole
from simulators.runtime.sandbox import Box
from simulators.runtime.sandbox.egress_proxy import EgressProxy

PORT = 3128
"""Port of the proxy on the box's loopback."""

LOG = "network.txt"
"""File beside the transcript that names every request to the proxy."""

CERTIFICATES = Path("/etc/ssl/certs")
"""The system's certificate authorities, readable for programs that have a network."""


@contextmanager
def network_of(box: Box, settings: AgentSettings, workplace: Path) -> Iterator[dict[str, str]]:
    """Open the proxy for `box`; return the variables that name it. Without allowed hosts there is neither."""
    if not settings.network:
        yield {}
        return
    proxy = EgressProxy(box.listen(PORT), frozenset(settings.network), settings.dialer)
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
