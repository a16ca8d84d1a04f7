"""Simulated user of websites for public testcodes: one Selenium browser for the whole mission."""

from __future__ import annotations

import calendar
import csv
import string
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support import ui
from urllib3.exceptions import HTTPError

from evaluator.benchmarks.projecteval_2025.simulator.desktop import (
    TestcodeClock,
    WindowsDesktop,
    selenium_find_minimum_ancestor,
    string_similarity,
)
from evaluator.benchmarks.projecteval_2025.simulator.driver import MAX_SETTLING_SECONDS, SettlingDriver
from evaluator.benchmarks.projecteval_2025.simulator.page_observation import COLLECT, WATCH
from evaluator.benchmarks.projecteval_2025.webdriver.pipe import ProtocolError
from evaluator.benchmarks.projecteval_2025.webdriver.remote_end import (
    DriverRequest,
    RemoteEnd,
    WebDriverKind,
    open_remote_end,
)
from simulators.browser.chromium.browser_files import private_folder
from simulators.browser.chromium.launch import clock_script
from simulators.browser.chromium.proxy import SiteProxy
from simulators.clocks import Deadline
from simulators.errors import InfrastructureError
from simulators.evidence import Trace
from simulators.failures import FailureKind
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting


class PublicWebsiteUser:
    """Names that a website's testcode expects in scope, and the driver that it is called with."""

    def __init__(self, driver: SettlingDriver, desktop: WindowsDesktop, clock: TestcodeClock) -> None:
        self.driver, self.desktop, self._clock = driver, desktop, clock
        self.deadline = Deadline.after(60.0)

    @property
    def trace(self) -> Trace:
        """Return the steps of the testcode, recorded by the driver."""
        return self.driver.trace

    @trace.setter
    def trace(self, trace: Trace) -> None:
        self.driver.trace = trace

    def arguments(self) -> tuple[object, ...]:
        return (self.driver,)

    def at_work(self) -> AbstractContextManager[None]:
        return nullcontext()

    def scope(self) -> dict[str, Any]:
        tools = SimpleNamespace(
            selenium_find_minimum_ancestor=selenium_find_minimum_ancestor,
            string_similarity=string_similarity,
        )
        return {
            "By": By,
            "time": self._clock.module_time(self._sleep),
            "pyperclip": SimpleNamespace(paste=self.driver.clipboard, copy=self.driver.copy),
            "string": string,
            "ui": ui,
            "os": self.desktop.os(),
            "csv": csv,
            "utils": tools,
            "datetime": self._clock.class_datetime(),
            "calendar": calendar,
        }

    def abort(self) -> None:
        """Kill the browser, from any thread."""
        kill_and_wait(process_tree(self.driver.pid))

    def where(self) -> str:
        """Return address and title of the current page, for the trace."""
        try:
            return f"{self.driver.current_url} {self.driver.title!r}"
        except WebDriverException as error:
            return f"{type(error).__name__}"

    def _sleep(self, seconds: float) -> None:
        """Wait until the page has done what it does in `seconds`, which may take longer on this machine."""
        longest = max(float(seconds), MAX_SETTLING_SECONDS)
        self.driver.settle(min(longest, self.deadline.left()), timers_within=float(seconds))


@contextmanager
def open_public_browser(
    setting: Setting,
    proxy: SiteProxy,
    material: Path | None,
    offset: timedelta = timedelta(),
    worker: WorkerContext | None = None,
    kind: WebDriverKind = WebDriverKind.DIRECT,
) -> Iterator[PublicWebsiteUser]:
    """Start one browser for all testcodes of a mission, its clock `offset` ahead of the real time.

    Raises `InfrastructureError` when it cannot be started.
    """
    with private_folder("original") as folder:
        downloads = folder / "downloads"
        downloads.mkdir()
        desktop = WindowsDesktop(downloads, material)
        with started_driver(setting, proxy, desktop, offset, worker, kind) as driver:
            yield PublicWebsiteUser(driver, desktop, TestcodeClock.of(setting, offset.total_seconds()))


START_SECONDS = 60.0
"""Limit for the start of a browser and for the loading of a page, in seconds."""


@contextmanager
def started_driver(
    setting: Setting,
    proxy: SiteProxy,
    desktop: WindowsDesktop,
    offset: timedelta = timedelta(),
    worker: WorkerContext | None = None,
    kind: WebDriverKind = WebDriverKind.DIRECT,
) -> Iterator[SettlingDriver]:
    """Yield a driver behind `proxy`, and close its browser context. Raises `InfrastructureError`."""
    watching = (WATCH, COLLECT)
    scripts = (*watching, clock_script(offset.total_seconds())) if offset else watching
    request = DriverRequest(setting, proxy.address, desktop.downloads, scripts, worker, kind)
    with open_remote_end(request) as remote:
        yield _driver(remote, desktop)


def _driver(remote: RemoteEnd, desktop: WindowsDesktop) -> SettlingDriver:
    try:
        driver = SettlingDriver(remote, desktop)
        remote.prepare()
        driver.set_page_load_timeout(START_SECONDS)
        driver.set_script_timeout(START_SECONDS / 2)
    except (WebDriverException, ProtocolError, HTTPError) as error:
        words = error.msg if isinstance(error, WebDriverException) else error
        raise InfrastructureError(f"the browser does not start: {words}", FailureKind.BROWSER_LOST) from error
    return driver
