"""Website that was running already: nothing of it is started, isolated or ended here."""

from __future__ import annotations

import http.client
import os
import socket
import ssl
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from simulators.clocks import MissionClock
from simulators.errors import SimulatorError
from simulators.failures import Failure, FailureKind
from simulators.runtime.processes.process import Output
from simulators.runtime.sandbox import PORT
from simulators.setting import StartError

NOT_MOVED = "the clock of a project that was running already cannot be moved; leave out --url to try this testcode"


NOT_STOPPED = "a project that was running already is not stopped; leave out --url to try this testcode"


@dataclass(frozen=True)
class SiteAddress:
    """Root of a website."""

    host: str
    port: int
    secure: bool = False

    @property
    def words(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' if self.secure else ''}://{host}:{self.port}/"

    @property
    def tls(self) -> ssl.SSLContext | None:
        """Return how connections are secured; None where they are not."""
        return ssl.create_default_context() if self.secure else None

    def connect(self, seconds: float) -> socket.socket:
        return socket.create_connection((self.host, self.port), seconds)


def address_of(text: str) -> SiteAddress | None:
    """Return the address that a user gave; None for an empty text. Raises `ValueError` with what to write."""
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("not an http address; write the root of the running site, for example http://localhost:8000/")
    if parts.path not in ("", "/") or parts.query or parts.fragment or parts.username is not None:
        raise ValueError("it is more than the root of a site, for example http://localhost:8000/")
    secure = parts.scheme == "https"
    return SiteAddress(parts.hostname, parts.port or (443 if secure else 80), secure)


CONNECT_SECONDS = 10.0


@dataclass(frozen=True)
class RunningSite:
    """A website at `address` that answered ``/`` with the HTTP status `home`; what it prints is not known."""

    address: SiteAddress
    home: int
    clock: MissionClock
    output: Output

    @property
    def tls(self) -> ssl.SSLContext | None:
        return self.address.tls

    @property
    def host(self) -> str:
        return self.address.host

    def connect(self, port: int) -> socket.socket:
        """Connect to the site, which users see at the usual port; its own port leads there as well."""
        if port not in (PORT, self.address.port):
            raise ConnectionRefusedError(f"the project was running already at port {self.address.port} only")
        return self.address.connect(CONNECT_SECONDS)

    def status_of(self, path: str, seconds: float) -> int:
        return _status_of(self.address, path, seconds)

    def trouble(self) -> Failure | None:
        """Return that nothing listens any more; None while the site accepts connections."""
        try:
            self.address.connect(CONNECT_SECONDS).close()
        except OSError as error:
            message = f"the project at {self.address.words} accepts no connections any more: {error.strerror or error}"
            return Failure(FailureKind.PROCESS_EXITED, message)
        return None

    def stopped(self) -> AbstractContextManager[None]:
        raise SimulatorError(NOT_STOPPED, FailureKind.NOT_STARTED)


@contextmanager
def open_running_site(address: SiteAddress, seconds: float, timezone: str) -> Iterator[RunningSite]:
    """Yield the site at `address`, once it has answered. Raises `StartError` where nothing answers."""
    try:
        home = _status_of(address, "/", seconds)
    except (OSError, http.client.HTTPException) as error:
        reason = f"no project answers at {address.words}: {error}; start it first, or leave out --url"
        raise StartError(reason) from error
    clock = MissionClock.real(timezone, NOT_MOVED)
    with Path(os.devnull).open("rb") as nothing:
        yield RunningSite(address, home, clock, Output(nothing))


def _status_of(address: SiteAddress, path: str, seconds: float) -> int:
    tls = address.tls
    connection = (
        http.client.HTTPConnection(address.host, address.port, timeout=seconds)
        if tls is None
        else http.client.HTTPSConnection(address.host, address.port, timeout=seconds, context=tls)
    )
    try:
        connection.request("GET", path, headers={"Host": f"localhost:{PORT}", "Connection": "close"})
        return connection.getresponse().status
    finally:
        connection.close()
