"""Selenium driver whose actions return when the page has settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
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

from evaluator.benchmarks.projecteval_2025.simulator.desktop import WindowsDesktop, date_input_value
from evaluator.benchmarks.projecteval_2025.simulator.page_observation import DriverCamera, settle
from evaluator.benchmarks.projecteval_2025.webdriver.remote_end import RemoteEnd
from simulators.browser.vocabulary.session import SITE
from simulators.evidence import Trace, TraceEntry

MAX_SETTLING_SECONDS = 10.0
"""Seconds after which the wait for a page that never settles ends."""

MAX_LOCATORS = 10_000
"""Maximum number of elements whose locators are stored for the trace."""

HOME = f"{SITE}/"
"""First page of every project, opened when a testcode reads a page before it has opened one."""

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

STEPS = {
    Command.GET: "opens",
    Command.FIND_ELEMENT: "finds",
    Command.FIND_ELEMENTS: "finds all",
    Command.FIND_CHILD_ELEMENT: "finds inside",
    Command.FIND_CHILD_ELEMENTS: "finds all inside",
    Command.CLICK_ELEMENT: "clicks",
    Command.SEND_KEYS_TO_ELEMENT: "types",
    Command.CLEAR_ELEMENT: "clears",
    Command.GET_ELEMENT_TEXT: "reads",
    Command.GET_TITLE: "reads the title",
    Command.GET_CURRENT_URL: "reads the address",
    Command.REFRESH: "reloads",
    Command.GO_BACK: "goes back",
    Command.W3C_ACCEPT_ALERT: "accepts a dialog",
    Command.W3C_DISMISS_ALERT: "dismisses a dialog",
}
"""Commands that the trace records, with their names there."""

USES_ELEMENT = (Command.CLICK_ELEMENT, Command.SEND_KEYS_TO_ELEMENT, Command.CLEAR_ELEMENT)
"""Steps that act on an element, which a picture shows before."""

ACTIONS = (
    *USES_ELEMENT,
    *(Command.GET, Command.REFRESH, Command.GO_BACK, Command.W3C_ACCEPT_ALERT, Command.W3C_DISMISS_ALERT),
)
"""Steps after which a page may have new messages."""

INPUT_TYPE = (
    "const box = arguments[0]; return box.matches('input') ? (box.getAttribute('type') || '').toLowerCase() : '';"
)
"""Script that returns the type of an input element, in one round trip."""


@dataclass
class DriverStep:
    """Step that is recorded now: its command, and the element that it uses or has found, by WebDriver's id."""

    command: str
    entry: TraceEntry
    element: str
    is_done: bool = False

    @property
    def tells_messages(self) -> bool:
        return self.command in ACTIONS or not self.entry.ok

    @property
    def is_about_to_act(self) -> bool:
        return self.command in USES_ELEMENT and self.entry.ok and not self.is_done

    def ended(self, value: object) -> None:
        """Note the answer; an element that was acted on may be another one now."""
        self.is_done = True
        if isinstance(value, WebElement):
            self.element = value.id
        elif self.command in USES_ELEMENT:
            self.element = ""


class SettlingAlert(Alert):
    """Dialog whose calls return when the page has settled."""

    def accept(self) -> None:
        super().accept()
        self.driver.settle()

    def dismiss(self) -> None:
        super().dismiss()
        self.driver.settle()


class SettlingSwitchTo(SwitchTo):
    """Switch to a `SettlingAlert`."""

    @property
    def alert(self) -> Alert:
        alert = SettlingAlert(self._driver)
        _ = alert.text  # raises when there is no dialog
        return alert


class SettlingElement(WebElement):
    """Element whose actions return when the page has settled."""

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
        kind = self.parent.execute_script(INPUT_TYPE, self)
        if kind == "file":
            super().send_keys(self._desktop.path(text))
        elif (date := date_input_value(kind, text)) is not None:
            self.parent.execute_script(SET_VALUE, self, date)
        else:
            super().send_keys(text)
        self._settle()

    @property
    def _desktop(self) -> WindowsDesktop:
        desktop: WindowsDesktop = self.parent.desktop
        return desktop

    def _settle(self) -> None:
        self.parent.settle()


class SettlingDriver(webdriver.Remote):
    """Driver of a browser context for one mission; `pid` is the process to kill."""

    _web_element_cls = SettlingElement

    def __init__(self, remote: RemoteEnd, desktop: WindowsDesktop) -> None:
        self.desktop, self.pid = desktop, remote.pid
        self._listen = remote.listen
        self._settling = self._is_somewhere = False
        self._locators: dict[str, str] = {}
        self.trace = Trace()
        self.current: DriverStep | None = None
        self.camera = DriverCamera(self)
        super().__init__(command_executor=remote.executor, options=remote.options)  # type: ignore[arg-type]
        self._is_remote = False  # files are on the browser's machine

    @property
    def switch_to(self) -> SwitchTo:
        return SettlingSwitchTo(self)

    def get(self, url: str) -> None:
        """Open a page of the project, or a downloaded file; other files of this machine are refused."""
        path = Path(self.desktop.path(url))
        if path.is_absolute() and path.parent == self.desktop.downloads:
            self.desktop.wait_for(path)
            url = path.as_uri()
        elif not url.startswith(("http://", "https://", "about:", "data:")):
            raise WebDriverException(f"invalid argument: {url!r} is not a URL of the project")
        super().get(url)
        self._is_somewhere = True
        self.settle()

    def settle(self, longest: float = MAX_SETTLING_SECONDS, timers_within: float = 0.0) -> None:
        """Wait until the page has settled; an open dialog ends the wait."""
        self._settling = True
        try:
            settle(self, longest, self._listen, timers_within, self.desktop.has_new_download)
        finally:
            self._settling = False

    def execute(self, driver_command: Any, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Start at the home page and dismiss a dialog that blocks a command, as the original's browser does; the
        error is raised nevertheless."""
        if driver_command in LOOKS and not self._is_somewhere:
            self.get(HOME)
        if self._settling or driver_command not in STEPS:
            return self._execute(driver_command, params)
        before = self.current  # a dialog is dismissed within the step that it blocks
        try:
            with self.trace.step(STEPS[driver_command], self._object_of(params or {})) as step:
                self.current = DriverStep(driver_command, step, str((params or {}).get("id", "")))
                if driver_command in USES_ELEMENT and self.trace.observer.before_actions:
                    self.trace.observer.acts(step, self.camera)
                found = self._execute(driver_command, params)
                step.seen = self._seen(found.get("value"), params or {})
                self.current.ended(found.get("value"))
        finally:
            self.current = before
        return found

    @contextmanager
    def unobserved(self) -> Iterator[None]:
        """Commands inside are no steps of the testcode, and dismiss no dialog."""
        before, self._settling = self._settling, True
        try:
            yield
        finally:
            self._settling = before

    def _execute(self, driver_command: Any, params: dict[str, Any] | None) -> dict[str, Any]:
        try:
            found: dict[str, Any] = super().execute(driver_command, params)
        except UnexpectedAlertPresentException:
            if not self._settling:
                with suppress(NoAlertPresentException):
                    Alert(self).dismiss()
            raise
        return found

    def _object_of(self, params: Mapping[str, Any]) -> str:
        """Return the object of a command: an address, a locator, the element's locator and the typed text."""
        if "using" in params:
            return f"{params['using']} {params['value']}"
        locator = self._locators.get(str(params.get("id")), "")
        return " ".join(str(each) for each in (params.get("url"), locator, params.get("text")) if each)

    def _seen(self, value: object, params: Mapping[str, Any]) -> str:
        """Return the answer for the trace, and store how the elements in it were found."""
        elements = [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, WebElement)]
        if len(self._locators) < MAX_LOCATORS:
            self._locators.update({each.id: f"{params.get('using')} {params.get('value')}" for each in elements})
        if isinstance(value, list):
            return f"{len(elements)} elements"
        return value if isinstance(value, str) else ""

    def clipboard(self) -> str:
        """Return the text on the clipboard."""
        found = self.execute_async_script(
            "const done = arguments[0]; navigator.clipboard.readText().then(done, (e) => done(''));"
        )
        return str(found or "")

    def copy(self, text: str) -> None:
        self.execute_async_script(
            "const done = arguments[1]; navigator.clipboard.writeText(arguments[0]).then(done, done);", text
        )
