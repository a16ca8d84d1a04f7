"""Start of a browser for the testcodes of one mission, with Selenium's driver for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from selenium.common.exceptions import WebDriverException
from urllib3.exceptions import HTTPError

from simulators.browser.chromium.page_scripts import clock_script
from simulators.browser.chromium.proxy import SiteProxy
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.projecteval_2025.camera import COLLECT
from simulators.projecteval_2025.desktop import WindowsDesktop
from simulators.projecteval_2025.driver import SettlingDriver
from simulators.projecteval_2025.settle import WATCH
from simulators.runtime.worker_context import WorkerContext
from simulators.setting import Setting
from simulators.webdriver.pipe import ProtocolError
from simulators.webdriver.remote_end import DriverRequest, RemoteEnd, open_remote_end

START_SECONDS = 60.0
"""Limit for the start of a browser and for the loading of a page, in seconds."""


@contextmanager
def started_driver(
    setting: Setting,
    gate: SiteProxy,
    desktop: WindowsDesktop,
    offset: timedelta = timedelta(),
    worker: WorkerContext | None = None,
) -> Iterator[SettlingDriver]:
    """Yield a driver behind the proxy `gate`, and close its browser context. Raises `InfrastructureError`."""
    watching = (WATCH, COLLECT)
    scripts = (*watching, clock_script(offset.total_seconds())) if offset else watching
    with open_remote_end(DriverRequest(setting, gate.address, desktop.downloads, scripts, worker)) as remote:
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
