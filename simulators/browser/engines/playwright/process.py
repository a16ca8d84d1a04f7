"""Playwright's node process and the thread that runs its event loop.

The asynchronous interface on a separate thread is used instead of the synchronous one, because every call can be
given up (an endless script has no time limit in the synchronous interface), dialogs are answered while a verb
waits, users are not bound to one thread, and the caller's thread has no running event loop, with which
``asyncio.run`` would fail there.
"""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from playwright.async_api import Error, Playwright, async_playwright

from simulators.browser.chromium.processes import limit_memory
from simulators.browser.engines.interface import NoAnswer
from simulators.browser.engines.isolated_world import protocol_failure
from simulators.errors import InfrastructureError
from simulators.runtime.processes.process_tree import (
    child_processes,
    command_line,
    kill_and_wait,
    process_tree,
    wait_until_ended,
)
from simulators.runtime.worker_context import WorkerContext

PROTOCOL_ERROR = re.compile(r"^(?:[\w.]+: )?Protocol error \([\w.]+\): ")
"""Prefix of Playwright's messages for commands that the browser refused."""


def is_protocol_error(error: Error) -> bool:
    """Return True when the browser itself refused a command of its protocol."""
    return PROTOCOL_ERROR.match(str(error)) is not None


def refused_command(error: Error) -> Exception:
    """Return the engine's exception for a protocol command that the browser refused."""
    return protocol_failure(PROTOCOL_ERROR.sub("", reason_of(error)))


def reason_of(error: Error) -> str:
    """Return Playwright's message without its call log."""
    return str(error).split("\nCall log")[0].removeprefix("Page.").strip()


T = TypeVar("T")
START_SECONDS = 60.0
GRACE_SECONDS = 2.0
"""Seconds that the loop has to handle a timeout itself before the caller stops waiting."""


class PlaywrightProcess:
    """Running node process; `run` executes a coroutine on its thread."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self.launching = threading.Lock()
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(_drop_closed_connection)
        self._thread = threading.Thread(target=self._loop.run_forever, name="playwright", daemon=True)
        self._thread.start()
        before = {child.pid for child in child_processes(self.owner)}
        try:
            self.playwright: Playwright = self.run(self._start(), START_SECONDS)
        except Exception as error:
            self._end_thread()
            raise InfrastructureError(f"Playwright does not start: {error}") from error
        started = [child for child in child_processes(self.owner) if child.pid not in before]
        self.pid = next((child.pid for child in started if "playwright" in command_line(child)), 0)
        if self.pid:
            limit_memory(self.pid)  # and so every browser that it starts

    @staticmethod
    async def _start() -> Playwright:
        return await async_playwright().start()

    def alive(self) -> bool:
        return self.owner == os.getpid() and self._thread.is_alive() and bool(process_tree(self.pid))

    def run(self, coroutine: Coroutine[Any, Any, T], timeout: float) -> T:
        """Return the result of `coroutine`. Raises `NoAnswer` when it takes longer than `timeout` seconds."""
        if self._loop.is_closed():
            coroutine.close()
            raise InfrastructureError("Playwright was ended")
        future = asyncio.run_coroutine_threadsafe(asyncio.wait_for(coroutine, timeout), self._loop)
        try:
            return future.result(timeout + GRACE_SECONDS)
        except CancelledError as error:
            raise NoAnswer("the call was given up") from error
        except TimeoutError as error:
            raise NoAnswer(f"the page did not answer within {timeout:.3g} seconds") from error
        finally:
            future.cancel()

    def close(self) -> None:
        """End the process, all its browsers, and the thread."""
        members = process_tree(self.pid) if self.pid else []
        with suppress(Exception):  # in any state, the code below ends it
            self.run(self.playwright.stop(), 5.0)
        wait_until_ended(members, 5.0)  # it closes its browsers and removes their folders
        kill_and_wait(members)
        self._end_thread()

    def _end_thread(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        if not self._thread.is_alive():
            self._loop.close()


def _drop_closed_connection(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Drop the error that Playwright keeps for an ended process: the calls that use the process report it."""
    if "Connection closed" not in str(context.get("exception")):
        loop.default_exception_handler(context)


class PlaywrightProcesses:
    """The node process that a worker reuses for its next attempt."""

    def __init__(self) -> None:
        self._node: PlaywrightProcess | None = None
        self._lock = threading.Lock()

    def node(self) -> PlaywrightProcess:
        """Return the node process; start one when there is none or the last one has ended."""
        with self._lock:
            if self._node is None or not self._node.alive():
                self._node = PlaywrightProcess()
            return self._node

    def close(self) -> None:
        with self._lock:
            if self._node is not None and self._node.owner == os.getpid():
                self._node.close()
            self._node = None


@contextmanager
def node_process(worker: WorkerContext | None) -> Iterator[PlaywrightProcess]:
    """Yield the worker's node process; without a worker, one that ends with the context."""
    if worker is not None:
        yield worker.get(PlaywrightProcesses).node()
        return
    node = PlaywrightProcess()
    try:
        yield node
    finally:
        node.close()
