"""State that WebDriver's commands share: windows of one browser context, current frame, time limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from selenium.common.exceptions import UnexpectedAlertPresentException

from evaluator.benchmarks.projecteval_2025.webdriver.input import InputState
from evaluator.benchmarks.projecteval_2025.webdriver.pipe import Pipe, error_of
from evaluator.benchmarks.projecteval_2025.webdriver.serialization import ELEMENT
from evaluator.benchmarks.projecteval_2025.webdriver.window import Window


class BrowserContext:
    """Windows by the browser's names, in the order in which they opened; one of them is `current`."""

    def __init__(self, pipe: Pipe, context: str, prepare: Callable[[Window], None]) -> None:
        self.pipe, self.context = pipe, context
        self.windows: dict[str, Window] = {}
        self._prepare = prepare
        pipe.listeners[""] = self._happened
        pipe.call("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True})
        self.handle = self.new()

    @property
    def current(self) -> Window:
        """Return the window that receives commands. Raises `NoSuchWindowException` when it is closed."""
        if self.handle not in self.windows:
            raise error_of("no such window: target window already closed")
        return self.windows[self.handle]

    def new(self) -> str:
        """Open an empty window and return its handle."""
        empty = {"url": "about:blank", "browserContextId": self.context}
        handle = str(self.pipe.call("Target.createTarget", empty)["targetId"])
        while handle not in self.windows:
            if not self.pipe.listen(60.0):
                raise error_of("unknown error: the browser opens no window")
        return handle

    def switch(self, handle: str) -> None:
        self.pipe.catch_up()
        if handle not in self.windows:
            raise error_of(f"no such window: no window is called {handle!r}")
        self.handle = handle
        self.pipe.call("Target.activateTarget", {"targetId": handle})

    def close(self) -> None:
        """Close the current window and wait until it is closed; no window receives commands then."""
        handle = self.current.target
        self.pipe.call("Target.closeTarget", {"targetId": handle})
        while handle in self.windows and self.pipe.listen(60.0):
            pass

    def _happened(self, event: str, about: dict[str, Any]) -> None:
        match event:
            case "Target.attachedToTarget":
                self._attached(about["targetInfo"], about["sessionId"])
            case "Target.detachedFromTarget":
                for window in [one for one in self.windows.values() if one.session == about.get("sessionId")]:
                    del self.windows[window.target]
                    window.closed()

    def _attached(self, target: dict[str, Any], session: str) -> None:
        if target["type"] == "page" and target.get("browserContextId") == self.context:
            window = Window(self.pipe, target["targetId"], session)
            self.windows[window.target] = window
            self._prepare(window)
        self.pipe.tell("Runtime.runIfWaitingForDebugger", session=session)


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

    def of_element(self, function: str, parameters: CommandParameters, *arguments: object) -> object:
        """Return the result of a function for the element of a command."""
        return self.ask(function, {ELEMENT: parameters["id"]}, *arguments)

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
