"""A browser for the testcodes of one mission: a context of its own, and Selenium's driver for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial

from selenium.common.exceptions import WebDriverException

from simulators.browser.chromium import launch as chromium
from simulators.browser.chromium.page_scripts import CLEAR_CLIPBOARD, clock_script
from simulators.browser.chromium.processes import end, family
from simulators.browser.chromium.proxy import SiteProxy
from simulators.errors import InfrastructureError
from simulators.projecteval_2025.browsers import Running, lent
from simulators.projecteval_2025.driver import OriginalDriver
from simulators.projecteval_2025.host import Host
from simulators.projecteval_2025.settling import WATCH
from simulators.setting import Setting
from simulators.webdriver.context import BrowserContext
from simulators.webdriver.executor import CommandExecutor
from simulators.webdriver.pipe import Pipe, ProtocolError
from simulators.webdriver.window import Window

START_SECONDS = 60.0
"""Seconds that a browser may take to start, and a page to load."""

END_SECONDS = 5.0
"""Seconds that a context may take to end; a browser that takes longer is ended itself."""


@contextmanager
def started_driver(
    setting: Setting, gate: SiteProxy, host: Host, offset: timedelta = timedelta()
) -> Iterator[OriginalDriver]:
    """A driver with a context of its own behind `gate`; both are gone afterwards. Raises `InfrastructureError`."""
    with lent(setting) as running:
        try:
            context = _new_context(running.pipe, gate, host)
            browser = BrowserContext(running.pipe, context, partial(_prepare, offset=offset))
            browser.current.ask(CLEAR_CLIPBOARD)  # there is one clipboard for all contexts
            driver = OriginalDriver(CommandExecutor(browser), host, running.process.pid)
            driver.set_page_load_timeout(START_SECONDS)
            driver.set_script_timeout(START_SECONDS / 2)
        except (WebDriverException, ProtocolError) as error:
            words = error.msg if isinstance(error, WebDriverException) else error
            raise InfrastructureError(f"the browser did not start: {words}") from error
        yield driver
        _leave(running, context)


def _new_context(pipe: Pipe, gate: SiteProxy, host: Host) -> str:
    """No cookies, no storage, and no way to the network but `gate`; its name."""
    way = {"proxyServer": gate.address, "proxyBypassList": "<-loopback>"}
    context = str(pipe.call("Target.createBrowserContext", way)["browserContextId"])
    for command, arguments in chromium.permissions(host.downloads):
        pipe.call(command, {**arguments, "browserContextId": context})
    return context


def _prepare(window: Window, offset: timedelta) -> None:
    """Move the clock of the window's pages, and count from the first moment what they still have to do."""
    first = [WATCH, *([clock_script(offset.total_seconds())] if offset else [])]
    window.prepare("Page.enable", {})
    for script in first:
        window.prepare("Page.addScriptToEvaluateOnNewDocument", {"source": script})


def _leave(running: Running, context: str) -> None:
    """Close the context with everything in it, or else the browser."""
    try:
        running.pipe.call("Target.disposeBrowserContext", {"browserContextId": context}, END_SECONDS)
        running.pipe.forget()
    except (WebDriverException, ProtocolError):
        end(family(running.process.pid))
