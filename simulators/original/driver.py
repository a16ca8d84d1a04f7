"""Selenium as the testcodes know it, except that it waits where the original ran ahead of the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import (
    NoAlertPresentException,
    SessionNotCreatedException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.alert import Alert
from selenium.webdriver.remote.switch_to import SwitchTo
from selenium.webdriver.remote.webelement import WebElement
from urllib3.exceptions import HTTPError

from simulators.browser import chromium
from simulators.browser.gate import Gate
from simulators.browser.processes import end, family
from simulators.errors import SimulatorBroke
from simulators.original.dates import value_of
from simulators.original.host import Host
from simulators.original.settling import WATCH, settle
from simulators.setting import Setting

START_SECONDS = 60.0
"""Seconds that a browser may take to start, and a page to load."""

LONGEST_SETTLING = 10.0
"""Seconds after which a page that never comes to rest is left alone."""

SET_VALUE = """
const [box, value] = arguments;
const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
box.focus(); set.call(box, value);
box.dispatchEvent(new Event("input", {bubbles: true}));
box.dispatchEvent(new Event("change", {bubbles: true}));
"""


KIND = "const box = arguments[0]; return box.matches('input') ? (box.getAttribute('type') || '').toLowerCase() : '';"
"""Of which kind a box is, in one question."""


class OriginalAlert(Alert):
    """A dialog whose answer the page has taken when the call returns."""

    def accept(self) -> None:
        super().accept()
        self.driver.settle()

    def dismiss(self) -> None:
        super().dismiss()
        self.driver.settle()


class OriginalSwitchTo(SwitchTo):
    """Where a testcode finds the dialog."""

    @property
    def alert(self) -> Alert:
        alert = OriginalAlert(self._driver)
        _ = alert.text  # raises when there is no dialog
        return alert


class OriginalElement(WebElement):
    """An element whose actions return when the page has answered them."""

    def click(self) -> None:
        super().click()
        self._settle()

    def submit(self) -> None:
        super().submit()
        self._settle()

    def clear(self) -> None:
        super().clear()
        self._settle()

    def send_keys(self, *value: Any) -> None:
        text = "".join(str(part) for part in value)
        kind = self.parent.execute_script(KIND, self)
        if kind == "file":
            super().send_keys(self._host.path(text))
        elif (date := value_of(kind, text)) is not None:
            self.parent.execute_script(SET_VALUE, self, date)
        else:
            super().send_keys(text)
        self._settle()

    @property
    def _host(self) -> Host:
        host: Host = self.parent.host
        return host

    def _settle(self) -> None:
        self.parent.settle()


class OriginalDriver(webdriver.Chrome):
    """A Chromium of its own for one mission."""

    _web_element_cls = OriginalElement

    def __init__(self, options: Options, service: Service, host: Host) -> None:
        self.host = host
        self._settling = False
        super().__init__(options=options, service=service)
        self.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        self.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(host.downloads)})
        self.execute_cdp_cmd(
            "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
        )

    @property
    def switch_to(self) -> SwitchTo:
        return OriginalSwitchTo(self)

    def get(self, url: str) -> None:
        """Open a page of the project, or a file that the browser saved; no other file of this machine."""
        path = Path(self.host.path(url))
        if path.is_absolute() and path.parent == self.host.downloads:
            self.host.wait_for(path)
            url = path.as_uri()
        elif not url.startswith(("http://", "https://", "about:", "data:")):
            raise WebDriverException(f"invalid argument: {url!r} is no page of the project")
        super().get(url)
        self.settle()

    def settle(self, longest: float = LONGEST_SETTLING, timers_within: float = 0.0) -> None:
        """Wait until the page has come to rest; an open dialog is left alone."""
        self._settling = True
        try:
            settle(self, longest, timers_within, self.host.has_new_download)
        finally:
            self._settling = False

    def execute(self, driver_command: Any, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """As the original's browser does, dismiss a dialog that a command runs into, and tell."""
        try:
            found: dict[str, Any] = super().execute(driver_command, params)
        except UnexpectedAlertPresentException:
            if not self._settling:
                with suppress(NoAlertPresentException):
                    Alert(self).dismiss()
            raise
        return found

    def clipboard(self) -> str:
        """The text on the clipboard."""
        found = self.execute_async_script(
            "const done = arguments[0]; navigator.clipboard.readText().then(done, (e) => done(''));"
        )
        return str(found or "")

    def copy(self, text: str) -> None:
        self.execute_async_script(
            "const done = arguments[1]; navigator.clipboard.writeText(arguments[0]).then(done, done);", text
        )


@contextmanager
def started_driver(setting: Setting, gate: Gate, folder: Path, host: Host) -> Iterator[OriginalDriver]:
    """A Chromium behind `gate` with a driver of its own; both are gone afterwards."""
    environment = chromium.environment(setting, folder)
    service = Service(str(chromium.find_driver()), env=environment)
    try:
        driver = OriginalDriver(_options(setting, gate.address), service, host)
        driver.set_page_load_timeout(START_SECONDS)
        driver.set_script_timeout(START_SECONDS / 2)
        yield driver
    except (SessionNotCreatedException, HTTPError) as error:
        raise SimulatorBroke(f"the browser broke: {str(error)[:500]}") from error
    finally:
        process = getattr(service, "process", None)
        if process is not None:
            end(family(process.pid))
            process.wait()


def _options(setting: Setting, proxy: str) -> Options:
    options = Options()
    options.binary_location = str(chromium.find_browser())
    for flag in chromium.flags(setting, proxy):
        options.add_argument(flag)
    options.add_argument("--remote-debugging-pipe")  # no port that a judged project could find
    if "headless" not in Path(options.binary_location).name:
        options.add_argument("--headless")
    options.add_experimental_option("excludeSwitches", ["enable-automation"])
    options.unhandled_prompt_behavior = "ignore"
    return options
