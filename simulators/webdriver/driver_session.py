"""State that WebDriver's commands share: browser context, current frame, time limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from selenium.common.exceptions import UnexpectedAlertPresentException

from simulators.webdriver.actions import InputState
from simulators.webdriver.context import BrowserContext
from simulators.webdriver.serialization import ELEMENT
from simulators.webdriver.window import Window

CommandParameters = dict[str, Any]
"""Parameters of a command, by WebDriver's names."""


Command = Callable[["DriverSession", CommandParameters], object]
"""Implementation of one WebDriver command."""


class DriverSession:
    """State of a session. `frames` are references from the outermost to the current one; the time limits are in
    seconds: for a page, for a testcode's script, for an element that does not exist yet."""

    def __init__(self, browser: BrowserContext) -> None:
        self.browser = browser
        self.frames: list[str] = []
        self.page_load, self.script, self.implicit = 300.0, 30.0, 0.0
        self.answer_to_prompt: str | None = None
        self._hands: dict[str, InputState] = {}

    @property
    def window(self) -> Window:
        return self.browser.current

    @property
    def hands(self) -> InputState:
        """Return the mouse and the keyboard of the current window."""
        return self._hands.setdefault(self.window.target, InputState(self.window))

    def ask(self, function: str, *arguments: object, testcodes: bool = False) -> object:
        """Return the result of a function in the current frame; see `Window.ask`."""
        frame = self.frames[-1] if self.frames else ""
        seconds = self.script if testcodes else self.page_load
        return self.window.ask(function, arguments, frame, seconds, testcodes)

    def of_element(self, function: str, given: CommandParameters, *arguments: object) -> object:
        """Return the result of a function for the element of a command."""
        return self.ask(function, {ELEMENT: given["id"]}, *arguments)

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Return the result of a command of the browser's protocol; empty when a dialog opens before it is done."""
        return self.window.call(method, parameters) or {}

    def ready(self) -> None:
        """Wait until the page is loaded. Raises `UnexpectedAlertPresentException` when a dialog is open."""
        window = self.window
        window.loaded(self.page_load)
        if window.dialog is not None:
            words = f"unexpected alert open: {{Alert text : {window.dialog.message}}}"
            raise UnexpectedAlertPresentException(words, alert_text=window.dialog.message)
