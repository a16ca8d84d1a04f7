"""Launch of Selenium drivers: a chromedriver and a Chromium for each user."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.remote_connection import RemoteConnection
from urllib3.exceptions import HTTPError

from simulators.browser.chromium import launch as chromium
from simulators.browser.chromium.browser_files import private_folder
from simulators.browser.chromium.chromedriver import chromedriver, options
from simulators.browser.chromium.launch import clock_script, page_script
from simulators.browser.chromium.processes import BrowserMemory
from simulators.browser.engines.interface import BrowserEngine
from simulators.browser.engines.selenium.engine import SeleniumEngine
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree
from simulators.setting import Setting


class SeleniumFactory:
    """Factory of engines with a new driver each, so that users share nothing."""

    def __init__(self, setting: Setting, proxy: str, offset: timedelta, library: str, memory: BrowserMemory) -> None:
        self._memory = memory
        self._setting, self._proxy, self._offset, self._library = setting, proxy, offset, library
        self._pids: set[int] = set()
        self._lock = threading.Lock()
        chromium.find_driver()
        chromium.find_browser()

    def __call__(self, files: Path, closing: ExitStack) -> BrowserEngine:
        service, driver = closing.enter_context(_started(self._setting, self._proxy, files, self._offset, self._memory))
        pid = service.process.pid
        with self._lock:
            self._pids.add(pid)
        closing.callback(self._forget, pid)
        commands = window_commands(self._setting, self._offset)
        engine = SeleniumEngine(driver, pid, files / "downloads", commands, self._library)
        closing.callback(engine.close)
        return engine

    def abort(self) -> None:
        with self._lock:
            kill_and_wait([process for pid in self._pids for process in process_tree(pid)])

    def _forget(self, pid: int) -> None:
        with self._lock:
            self._pids.discard(pid)


@contextmanager
def open_driver(
    setting: Setting, proxy: str, folder: Path, offset: timedelta, memory: BrowserMemory
) -> Iterator[webdriver.Chrome]:
    """Yield a plain Selenium driver; its downloads are in ``folder/downloads``."""
    with _started(setting, proxy, folder, offset, memory) as (_, driver):
        yield driver


@contextmanager
def _started(
    setting: Setting, proxy: str, folder: Path, offset: timedelta, memory: BrowserMemory
) -> Iterator[tuple[Service, webdriver.Chrome]]:
    (folder / "downloads").mkdir()
    with private_folder("driver") as home, chromedriver(setting, home) as service:
        driver = _start(service, _options(setting, proxy, home, memory))
        memory.watch(service.process.pid)
        try:
            _prepare(driver, setting, folder / "downloads", offset)
            yield service, driver
        finally:
            _quit(service, driver)


def _start(service: Service, options: webdriver.ChromeOptions) -> webdriver.Chrome:
    try:
        return webdriver.Chrome(options, service)
    except (WebDriverException, HTTPError, OSError) as error:
        message = f"Chromium does not start by Selenium: {str(error)[:1000]}"
        raise InfrastructureError(message, FailureKind.BROWSER_LOST) from error


def _quit(service: Service, driver: webdriver.Chrome) -> None:
    """End the browser before the connection to its driver is closed, so that no call waits for an answer."""
    kill_and_wait(process_tree(service.process.pid))
    if isinstance(driver.command_executor, RemoteConnection):
        driver.command_executor.close()  # type: ignore[no-untyped-call]


def _options(setting: Setting, proxy: str, home: Path, memory: BrowserMemory) -> webdriver.ChromeOptions:
    made = options(setting, proxy, home, memory)
    # "performance" alone has the kind of a dialog, "browser" the messages of pages (by default only warnings).
    made.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    made.add_experimental_option("perfLoggingPrefs", {"enableNetwork": False, "enablePage": True})
    return made


def _prepare(driver: webdriver.Chrome, setting: Setting, downloads: Path, offset: timedelta) -> None:
    try:
        for command, arguments in (*chromium.permissions(downloads), *window_commands(setting, offset)):
            driver.execute_cdp_cmd(command, arguments)
    except (WebDriverException, HTTPError) as error:
        message = f"Chromium cannot be set up by Selenium: {str(error)[:1000]}"
        raise InfrastructureError(message, FailureKind.BROWSER_LOST) from error
    driver.set_script_timeout(max(setting.patience, 5.0))
    driver.set_page_load_timeout(15)


def window_commands(setting: Setting, offset: timedelta) -> list[tuple[str, dict[str, object]]]:
    """Return the commands that apply `setting` to a window; each window needs them."""
    width, height = setting.viewport
    metrics: dict[str, object] = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    commands: list[tuple[str, dict[str, object]]] = [
        ("Emulation.setDeviceMetricsOverride", metrics),
        ("Emulation.setUserAgentOverride", chromium.ordinary_identity()),
    ]
    if setting.time is not None:
        commands.append(page_script(clock_script(offset.total_seconds())))
    return commands
