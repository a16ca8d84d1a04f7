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

from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.chromium.temporary_folders import private_folder
from simulators.deadline import Deadline
from simulators.projecteval_2025 import utilities
from simulators.projecteval_2025.browser_start import started_driver
from simulators.projecteval_2025.clock import TestcodeClock
from simulators.projecteval_2025.desktop import WindowsDesktop
from simulators.projecteval_2025.driver import MAX_SETTLING_SECONDS, SettlingDriver
from simulators.runtime.processes.process_tree import kill_and_wait, process_tree
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting
from simulators.trace import Trace


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
            selenium_find_minimum_ancestor=utilities.selenium_find_minimum_ancestor,
            string_similarity=utilities.string_similarity,
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
    gate: SiteProxy,
    material: Path | None,
    offset: timedelta = timedelta(),
    worker: WorkerContext | None = None,
) -> Iterator[PublicWebsiteUser]:
    """Start one browser for all testcodes of a mission, its clock `offset` ahead of the real time.

    Raises `InfrastructureError` when it cannot be started.
    """
    with private_folder("original") as folder:
        downloads = folder / "downloads"
        downloads.mkdir()
        desktop = WindowsDesktop(downloads, material)
        with started_driver(setting, gate, desktop, offset, worker) as driver:
            yield PublicWebsiteUser(driver, desktop, TestcodeClock.of(setting, offset.total_seconds()))
