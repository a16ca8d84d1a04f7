"""Readiness of a website, determined by requests to it."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from simulators.deadline import Deadline
from simulators.runtime.printed_errors import last_error
from simulators.runtime.processes.process import Process, describe_exit
from simulators.runtime.sandbox import PORT, Box
from simulators.runtime.start import StartError

POLL_SECONDS = 0.02
"""Seconds between two attempts to connect to a port that refuses: there is no event to wait for."""


def wait_until_it_answers(box: Box, server: Process, deadline: Deadline) -> int:
    """Wait until the site answers and return the HTTP status of ``/``. Raises `StartError` with the cause."""
    accepted = False
    while not deadline.passed():
        if (status := server.ended()) is not None:
            raise _ended(box, server, status)
        try:
            return status_of(box, "/", max(0.1, deadline.at - time.monotonic()))
        except ConnectionRefusedError:
            time.sleep(POLL_SECONDS)
        except (OSError, http.client.HTTPException):
            accepted = True
            time.sleep(POLL_SECONDS)
    raise _never_answered(box, server, deadline, accepted)


def status_of(box: Box, path: str, timeout: float) -> int:
    """Return the HTTP status of the site's response to a GET of `path`."""
    with _asked(box, path, timeout) as response:
        return response.status


@contextmanager
def _asked(box: Box, path: str, timeout: float) -> Iterator[http.client.HTTPResponse]:
    """Yield the response to a GET, which is cut off after `timeout` seconds even if data still arrives."""
    connection = _Inside(box, timeout)
    cut = threading.Timer(timeout, connection.cut)
    cut.daemon = True
    cut.start()
    try:
        connection.request("GET", path, headers={"Host": f"localhost:{PORT}", "Connection": "close"})
        with connection.getresponse() as response:
            if connection.was_cut:
                raise TimeoutError(f"no answer to {path} within {timeout:g} seconds")
            yield response
    finally:
        cut.cancel()
        connection.close()


class _Inside(http.client.HTTPConnection):
    """Connection to the site inside the box."""

    def __init__(self, box: Box, timeout: float) -> None:
        super().__init__("localhost", PORT, timeout=timeout)
        self._box = box
        self._cable: socket.socket | None = None
        self.was_cut = False

    def connect(self) -> None:
        self.sock: socket.socket = self._box.connect(PORT, self.timeout or 5.0)
        self.sock.settimeout(self.timeout)
        self._cable = self.sock

    def cut(self) -> None:
        """End the connection, from any thread: its reader sees the end of the stream."""
        self.was_cut = True
        if self._cable is not None:
            with suppress(OSError):
                self._cable.shutdown(socket.SHUT_RDWR)


def _ended(box: Box, server: Process, status: int) -> StartError:
    server.output.wait(1.0)
    output = server.output.text()
    said = f": {last_error(output)}" if output.strip() else " and printed nothing"
    reason = f"the server ended {describe_exit(status)} before it answered{said}"
    return StartError(reason, output, box.kind_of_end(status))


def _never_answered(box: Box, server: Process, deadline: Deadline, accepted: bool) -> StartError:
    output, within = server.output.text(), f"within {deadline.limit:g} seconds"
    others = [port for port in box.ports() if port != PORT]
    if accepted:
        reason = f"the server accepts connections on port {PORT} but answered no request {within}"
    elif others:
        listens = ", ".join(map(str, others))
        reason = (
            f"the server listens on port {listens}, not on {PORT}, where it was expected {within}: "
            f"let it listen on the port that the variable PORT names, or state its program with {{port}} in [start]"
        )
    else:
        reason = f"the server runs but did not listen on port {PORT} {within}"
    return StartError(reason + (f"; its last words: {last_error(output)}" if output.strip() else ""), output)
