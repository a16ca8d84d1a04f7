"""SOCKS5 proxy that connects the browser to one project only.

A SOCKS5 server (RFC 1928, CONNECT without authentication) on the evaluator's loopback. It accepts only the names of
the project's own host and gets its connections from a callable, so that every project is at
``http://localhost:8000``, independent of the real port, network namespace or container.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self

from simulators.errors import InfrastructureError

OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})
"""Names of the project's own host; every other name is refused."""

Connect = Callable[[int], socket.socket]
"""Connects to a port of the project's box; raises `OSError` when the port is closed."""

MAX_CONNECTIONS = 256
HANDSHAKE_SECONDS = 10.0
CHUNK = 1 << 16

NO_AUTHENTICATION = b"\x05\x00"
DONE, REFUSED, NOT_ALLOWED, NOT_SUPPORTED = 0, 5, 2, 7


class SiteProxy:
    """Proxy server, open inside its context; `address` is for the browser."""

    def __init__(self, connect: Connect, tls: ssl.SSLContext | None = None, host: str = "") -> None:
        """Connections are secured by `tls` with the certificate of `host`, where it is given: the browser sees none."""
        self._connect, self._tls, self._host = connect, tls, host
        self._loop = asyncio.new_event_loop()
        self._connectors = ThreadPoolExecutor(8, thread_name_prefix="proxy-connect")
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._open: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    @property
    def address(self) -> str:
        return f"socks5://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        try:
            self.port = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(10)
        except OSError as error:
            self.__exit__(None, None, None)
            raise InfrastructureError(f"the browser's proxy cannot listen on 127.0.0.1: {error}") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()
        self._connectors.shutdown(wait=False, cancel_futures=True)

    async def _listen(self) -> int:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=CHUNK)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _end(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in tuple(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._open) >= MAX_CONNECTIONS:
            writer.transport.abort()
            return
        task = self._loop.create_task(self._serve(reader, writer))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                project = await self._handshake(reader, writer)
            if project is not None:
                await _splice(reader, writer, project, self._tls, self._host)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            return  # one side closed the connection
        finally:
            writer.transport.abort()

    async def _handshake(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> socket.socket | None:
        """Return the connection to the project; None after a refusal was sent to the browser."""
        version, methods = await reader.readexactly(2)
        if version != 5:
            return None
        await reader.readexactly(methods)
        writer.write(NO_AUTHENTICATION)
        asked = await _read_request(reader)
        if asked is None:
            _reply(writer, NOT_SUPPORTED)
            return None
        host, port = asked
        if host not in OWN_HOSTS:
            _reply(writer, NOT_ALLOWED)
            return None
        try:
            project = await self._loop.run_in_executor(self._connectors, self._connect, port)
        except OSError:
            _reply(writer, REFUSED)
            return None
        project.setblocking(False)
        _reply(writer, DONE)
        return project


async def _read_request(reader: asyncio.StreamReader) -> tuple[str, int] | None:
    """Return host and port of the browser's request; None for anything but CONNECT."""
    _, command, _, kind = await reader.readexactly(4)
    if kind == 3:
        host = (await reader.readexactly((await reader.readexactly(1))[0])).decode("ascii", "replace")
    elif kind in (1, 4):
        host = str(ipaddress.ip_address(await reader.readexactly(4 if kind == 1 else 16)))
    else:
        return None
    port = int.from_bytes(await reader.readexactly(2), "big")
    return (host.lower().rstrip("."), port) if command == 1 else None


def _reply(writer: asyncio.StreamWriter, code: int) -> None:
    writer.write(bytes((5, code, 0, 1, 0, 0, 0, 0, 0, 0)))


async def _splice(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    project: socket.socket,
    tls: ssl.SSLContext | None,
    host: str,
) -> None:
    """Copy bytes in both directions until both sides have ended."""
    name = host if tls else None
    from_project, to_project = await asyncio.open_connection(sock=project, limit=CHUNK, ssl=tls, server_hostname=name)
    whole = False
    try:
        async with asyncio.TaskGroup() as both:
            both.create_task(_carry(reader, to_project))
            both.create_task(_carry(from_project, writer, lambda: _acknowledge(project)))
        whole = True
    except* OSError:
        pass  # a reset by either side ends both
    finally:
        if whole:  # what is still buffered is delivered
            to_project.close()
        else:
            to_project.transport.abort()


async def _carry(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, taken: Callable[[], None] = lambda: None
) -> None:
    while chunk := await source.read(CHUNK):
        taken()
        target.write(chunk)
        await target.drain()  # at most one buffer waits for a slow reader
    if target.can_write_eof():
        target.write_eof()


def _acknowledge(project: socket.socket) -> None:
    """Acknowledge the project's bytes at once: a server that writes head and body separately, as Django's does, waits
    for that before it sends the body, and the kernel would delay it by 40 ms."""
    if project.family != socket.AF_UNIX:
        project.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
