"""Selenium as the testcodes know it, except that it waits where the original ran ahead of the page."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import (
    NoAlertPresentException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver.common.alert import Alert
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.switch_to import SwitchTo
from selenium.webdriver.remote.webelement import WebElement

from simulators.browser.vocabulary.session import SITE
from simulators.projecteval_2025.dates import value_of
from simulators.projecteval_2025.host import Host
from simulators.projecteval_2025.settling import settle
from simulators.webdriver.remote_end import RemoteEnd

LONGEST_SETTLING = 10.0
"""Seconds after which a page that never comes to rest is left alone."""

HOME = f"{SITE}/"
"""Where every project's user begins: opened only when a testcode looks at a page without having opened one."""

LOOKS = (
    Command.FIND_ELEMENT,
    Command.FIND_ELEMENTS,
    Command.GET_CURRENT_URL,
    Command.GET_PAGE_SOURCE,
    Command.GET_TITLE,
)

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


class OriginalDriver(webdriver.Remote):
    """Driver of a browser context for one mission; `pid` is the process to kill."""

    _web_element_cls = OriginalElement

    def __init__(self, remote: RemoteEnd, host: Host) -> None:
        self.host, self.pid = host, remote.pid
        self._listen = remote.listen
        self._settling = self._is_somewhere = False
        super().__init__(command_executor=remote.executor, options=remote.options)  # type: ignore[arg-type]
        self._is_remote = False  # files are where the browser is

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
        self._is_somewhere = True
        self.settle()

    def settle(self, longest: float = LONGEST_SETTLING, timers_within: float = 0.0) -> None:
        """Wait until the page has come to rest; an open dialog is left alone."""
        self._settling = True
        try:
            settle(self, longest, self._listen, timers_within, self.host.has_new_download)
        finally:
            self._settling = False

    def execute(self, driver_command: Any, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """As the original's browser does, begin at the project's home page, dismiss a dialog that a command runs into,
        and tell."""
        if driver_command in LOOKS and not self._is_somewhere:
            self.get(HOME)
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
