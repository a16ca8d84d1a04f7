"""Launch of Chromium by Playwright, one per attempt, on a node process that is reused and a thread with its event loop.

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
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import psutil
from playwright.async_api import Browser, BrowserContext, Error, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError
from playwright.sync_api import Page, sync_playwright

from simulators.browser.chromium import launch as chromium
from simulators.browser.chromium.launch import clock_script
from simulators.browser.chromium.processes import BrowserMemory, limit_memory
from simulators.browser.engines.interface import BrowserEngine, NoAnswer
from simulators.browser.engines.isolated_world import protocol_failure
from simulators.browser.engines.playwright.engine import PlaywrightEngine
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.runtime.processes.process_tree import (
    child_processes,
    command_line,
    kill_and_wait,
    process_tree,
    wait_until_ended,
)
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting

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


LAUNCH_SECONDS = 60.0
PERMISSIONS = ["clipboard-read", "clipboard-write"]


class PlaywrightFactory:
    """Factory of engines, each with a fresh context, in one browser."""

    def __init__(self, node: PlaywrightProcess, browser: Browser, pids: list[psutil.Process], setting: Setting) -> None:
        self._node, self._browser, self._processes, self._setting = node, browser, pids, setting
        self._script = self._library = ""
        self._downloads = Path()

    def prepare(self, downloads: Path, offset: timedelta, library: str) -> None:
        self._downloads, self._library = downloads, library
        self._script = clock_script(offset.total_seconds()) if self._setting.time is not None else ""

    def __call__(self, files: Path, closing: ExitStack) -> BrowserEngine:
        try:
            engine = self._node.run(self._begin(), 30.0)
        except (PlaywrightError, NoAnswer) as error:
            raise InfrastructureError(f"the browser opens no window: {error}", FailureKind.BROWSER_LOST) from error
        closing.callback(engine.close)
        return engine

    async def _begin(self) -> PlaywrightEngine:
        context = await self._browser.new_context(**_context_options(self._setting))
        await _prepare(context, self._script)
        engine = PlaywrightEngine(self._node, context, self._downloads, self._library)
        await engine.begin()
        return engine

    def abort(self) -> None:
        kill_and_wait([member for process in self._processes for member in process_tree(process.pid)])

    def close(self) -> None:
        try:
            self._node.run(self._browser.close(), 5.0)
        except (PlaywrightError, NoAnswer):
            pass  # it has ended or hangs: it is killed below
        finally:
            self.abort()


@contextmanager
def open_playwright(
    setting: Setting,
    proxy: str,
    folder: Path,
    offset: timedelta,
    library: str,
    memory: BrowserMemory,
    worker: WorkerContext | None,
) -> Iterator[PlaywrightFactory]:
    """Yield a factory of engines in a running Chromium, which is ended afterwards."""
    downloads = folder / "downloads"
    downloads.mkdir()
    with node_process(worker) as node:
        with node.launching:
            before = {child.pid for child in child_processes(node.pid)}
            launching = node.playwright.chromium.launch(**_launch_options(setting, proxy, folder, memory))
            try:
                browser = node.run(launching, LAUNCH_SECONDS)
            except (PlaywrightError, NoAnswer) as error:
                message = f"Chromium does not start: {str(error)[:1000]}"
                raise InfrastructureError(message, FailureKind.BROWSER_LOST) from error
            started = [child for child in child_processes(node.pid) if child.pid not in before]
        for child in started:
            memory.watch(child.pid)
        maker = PlaywrightFactory(node, browser, started, setting)
        try:
            maker.prepare(downloads, offset, library)
            yield maker
        finally:
            maker.close()


@contextmanager
def open_page(setting: Setting, proxy: str, folder: Path, offset: timedelta, memory: BrowserMemory) -> Iterator[Page]:
    """Yield a page of Playwright's synchronous interface, with its own browser and node process.

    That interface is bound to the thread that opens it, and runs an event loop there.
    """
    (folder / "downloads").mkdir()
    before = {child.pid for child in child_processes(os.getpid())}
    with sync_playwright() as playwright:
        for child in child_processes(os.getpid()):
            if child.pid not in before:
                limit_memory(child.pid)
                memory.watch(child.pid)
        try:
            browser = playwright.chromium.launch(**_launch_options(setting, proxy, folder, memory))
        except PlaywrightError as error:
            message = f"Chromium does not start: {str(error)[:1000]}"
            raise InfrastructureError(message, FailureKind.BROWSER_LOST) from error
        try:
            context = browser.new_context(**_context_options(setting))
            context.grant_permissions(PERMISSIONS)
            if setting.time is not None:
                context.add_init_script(clock_script(offset.total_seconds()))
            context.set_default_timeout(setting.patience * 1000)
            yield context.new_page()
        finally:
            with suppress(PlaywrightError):
                browser.close()


async def _prepare(context: BrowserContext, script: str) -> None:
    await context.grant_permissions(PERMISSIONS)
    if script:
        await context.add_init_script(script)


def _launch_options(setting: Setting, proxy: str, folder: Path, memory: BrowserMemory) -> dict[str, Any]:
    return {
        "executable_path": chromium.program(folder, setting.headed, memory),
        "headless": not setting.headed,
        "args": chromium.flags(setting, proxy),
        "ignore_default_args": ["--enable-automation"],
        "chromium_sandbox": chromium.own_sandbox_works(),
        "downloads_path": folder / "downloads",
        "env": chromium.environment(setting, folder),
        "handle_sigint": False,  # Ctrl-C is handled by the evaluator, which closes its browsers itself
        "handle_sigterm": False,
        "handle_sighup": False,
    }


def _context_options(setting: Setting) -> dict[str, Any]:
    width, height = setting.viewport
    return {
        "locale": setting.locale,
        "timezone_id": setting.timezone,
        "viewport": {"width": width, "height": height},
        "user_agent": chromium.user_agent(chromium.find_browser(setting.headed)),
        "accept_downloads": True,
    }
