"""Launch of Chromium by Playwright: one per attempt, on a node process that is reused."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import psutil
from playwright.async_api import Browser, BrowserContext
from playwright.async_api import Error as PlaywrightError
from playwright.sync_api import Page, sync_playwright

from simulators.browser.chromium import launch as chromium
from simulators.browser.chromium.launch import clock_script
from simulators.browser.chromium.processes import BrowserMemory, limit_memory
from simulators.browser.engines.interface import BrowserEngine, NoAnswer
from simulators.browser.engines.playwright.engine import PlaywrightEngine
from simulators.browser.engines.playwright.process import PlaywrightProcess, node_process
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.runtime.processes.process_tree import child_processes, kill_and_wait, process_tree
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting

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
