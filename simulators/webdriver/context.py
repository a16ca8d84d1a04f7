"""Windows of one browser context."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simulators.webdriver.errors import error_of
from simulators.webdriver.pipe import Pipe
from simulators.webdriver.window import Window


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
