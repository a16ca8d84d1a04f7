"""One window of the browser: its page, its loading state, its open dialog, and calls of functions in its page."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from selenium.common.exceptions import JavascriptException, TimeoutException, WebDriverException

from evaluator.benchmarks.projecteval_2025.webdriver.pipe import (
    CRASHED,
    STALE,
    Parameters,
    Pipe,
    ProtocolError,
    error_of,
)
from evaluator.benchmarks.projecteval_2025.webdriver.scripts import ASK
from evaluator.benchmarks.projecteval_2025.webdriver.serialization import (
    DEEP_SERIALIZATION,
    from_protocol,
    node_of,
    to_protocol,
    without_surrogates,
)

NAVIGATION_ERRORS = ("Inspected target navigated", "Cannot find", "Execution context was destroyed")
"""Beginnings of the browser's error messages for a call whose page was left."""

MAX_PAGES_MISSED = 5
"""Maximum repetitions of a call whose page was left meanwhile."""


@dataclass(frozen=True)
class OpenDialog:
    """An open alert, confirm or prompt."""

    kind: str
    message: str


class Window:
    """Window that uses one session of the pipe; the names of frames and loaders are the browser's."""

    def __init__(self, pipe: Pipe, target: str, session: str) -> None:
        self.pipe, self.target, self.session = pipe, target, session
        self.dialog: OpenDialog | None = None
        self.gone = ""
        """Reason why the window cannot be used any more; empty while it can."""
        self._loading: set[str] = set()
        self._stops = 0
        self._loaders: dict[str, str] = {}
        self._left: set[str] = set()
        self._preparations: list[int] = []
        pipe.listeners[session] = self._happened

    def call(self, method: str, parameters: Parameters | None = None, seconds: float = 60.0) -> dict[str, Any] | None:
        """Return the result of a command; None when a dialog opens before it is done. Raises `ProtocolError`."""
        return self.answer(self.send(method, parameters), seconds)

    def prepare(self, method: str, parameters: Parameters) -> None:
        """Send a command that must be done before the window is used; wait for it only then."""
        self._preparations.append(self.pipe.send(method, parameters, self.session))

    def send(self, method: str, parameters: Parameters | None = None) -> int:
        """Send a command without waiting; the number is for `answer`."""
        while self._preparations and not self.gone:
            self.pipe.answer(self._preparations.pop(), stop=lambda: bool(self.gone))
        if self.gone:
            raise error_of(self.gone)
        return self.pipe.send(method, parameters, self.session)

    def answer(self, number: int, seconds: float = 60.0) -> dict[str, Any] | None:
        """Return the answer to a command; None when a dialog opens first. Raises `ProtocolError`."""
        try:
            found = self.pipe.answer(number, seconds, lambda: self.dialog is not None or bool(self.gone))
        except TimeoutException:  # an endless script blocks every other command
            self.pipe.tell("Runtime.terminateExecution", session=self.session)
            raise
        if found is None and self.gone:
            raise error_of(self.gone)
        return found

    def acted(self, number: int) -> None:
        """Wait until the page has processed a key or a move of the mouse, which may have opened another page."""
        try:
            self.answer(number)
        except ProtocolError as error:
            if not str(error).startswith(NAVIGATION_ERRORS):
                raise error_of(str(error)) from None

    def open(self, url: str, seconds: float) -> None:
        """Open a page and wait until it is loaded or opens a dialog."""
        try:
            answer = self.call("Page.navigate", {"url": url}, seconds)
        except ProtocolError as error:
            raise error_of(f"invalid argument: {error}") from None
        if answer is None:
            return
        refused = answer.get("errorText", "")
        if refused and "ERR_ABORTED" not in refused:  # the address is a download
            self.loaded(seconds)
            raise WebDriverException(f"unknown error: {refused}")
        if (loader := answer.get("loaderId")) and not refused:
            self._wait(lambda: loader == self._loaders.get(self.target) or loader in self._left, seconds)
            self._wait(lambda: self.target not in self._loading, seconds)

    def go(self, method: str, parameters: Parameters, seconds: float) -> None:
        """Reload, or open another page of the history, and wait until it is loaded."""
        before = self._stops
        if self.call(method, parameters, seconds) is not None:
            self._wait(lambda: self._stops > before, seconds)

    def closed(self) -> None:
        """Note that the browser has closed the window."""
        self.dialog, self.gone = None, "no such window: target window already closed"
        self.pipe.listeners.pop(self.session, None)

    def loaded(self, seconds: float) -> None:
        """Wait until nothing of the page is loading, by the events that have arrived."""
        self.pipe.catch_up()
        self._wait(lambda: self.target not in self._loading, seconds)

    def ask(
        self,
        function: str,
        arguments: Sequence[object] = (),
        frame: str = "",
        seconds: float = 60.0,
        testcodes: bool = False,
    ) -> object:
        """What a JavaScript function answers in the page (or in the `frame` that a reference names), asked again
        where the page is left meanwhile; None when a dialog opens first. A script of the `testcodes` is asked once.

        Raises the exception that the function's error names, `JavascriptException` for a testcode's script.
        """
        for _ in range(1 if testcodes else MAX_PAGES_MISSED):
            try:
                return self._ask(function, arguments, frame, seconds, testcodes)
            except ProtocolError as error:
                if str(error).startswith("Could not find object"):
                    raise error_of(STALE) from None
                if not str(error).startswith(NAVIGATION_ERRORS):
                    raise error_of(str(error)) from None
                self.loaded(seconds)
        raise WebDriverException("unknown error: the page was left while it was asked")

    def _ask(self, function: str, arguments: Sequence[object], frame: str, seconds: float, testcodes: bool) -> object:
        references: list[str] = []

        def keep(reference: str) -> int:
            references.append(reference)
            return len(references) - 1

        said = to_protocol(list(arguments), keep)
        objects = [self.resolved(reference) for reference in references]
        how = {"awaitPromise": testcodes, "userGesture": True, "serializationOptions": DEEP_SERIALIZATION}
        asked = f"({ASK})({function}, {json.dumps(testcodes)})"
        if objects or frame:
            where = objects[0] if objects else self.document(frame)
            elements = [{"objectId": found} for found in objects]
            declared = f"function (...given) {{ return {asked}(...given); }}"
            answer = self.call(
                "Runtime.callFunctionOn",
                {**how, "objectId": where, "functionDeclaration": declared, "arguments": [{"value": said}, *elements]},
                seconds,
            )
        else:
            answer = self.call("Runtime.evaluate", {**how, "expression": f"{asked}({json.dumps(said)})"}, seconds)
        if answer is None:
            return None
        if "exceptionDetails" in answer:
            raise _raised(answer["exceptionDetails"], testcodes)
        result = answer["result"]
        return from_protocol(result.get("deepSerializedValue", result))

    def resolved(self, reference: str) -> str:
        """The browser's handle of an element. Raises `StaleElementReferenceException`."""
        if reference.partition(".")[0] in self._left:
            raise error_of(STALE)
        try:
            answer = self.call("DOM.resolveNode", {"backendNodeId": node_of(reference)})
        except (ProtocolError, ValueError):
            raise error_of(STALE) from None
        return str((answer or {"object": {"objectId": ""}})["object"]["objectId"])

    def document(self, frame: str) -> str:
        """The handle of the document in a frame. Raises `NoSuchFrameException`."""
        try:
            node = self.call("DOM.describeNode", {"backendNodeId": node_of(frame)}) or {}
            inner = node["node"]["contentDocument"]["backendNodeId"]
            return str((self.call("DOM.resolveNode", {"backendNodeId": inner}) or {})["object"]["objectId"])
        except (ProtocolError, KeyError, ValueError):
            raise error_of("no such frame: the frame is gone, or is none") from None

    def _wait(self, condition: Callable[[], bool], seconds: float) -> None:
        end = time.monotonic() + seconds
        while not condition() and self.dialog is None and not self.gone:
            if not self.pipe.listen(end - time.monotonic()):
                self.pipe.tell("Page.stopLoading", session=self.session)
                raise TimeoutException(f"timeout: the page did not load within {seconds:g} s")

    def _happened(self, event: str, about: dict[str, Any]) -> None:
        match event:
            case "Page.frameStartedLoading":
                self._loading.add(about["frameId"])
            case "Page.frameStoppedLoading" | "Page.frameDetached":
                self._loading.discard(about["frameId"])
                self._stops += about["frameId"] == self.target
            case "Page.frameNavigated":
                self._arrived(about["frame"]["id"], about["frame"]["loaderId"])
            case "Page.javascriptDialogOpening" if about["type"] == "beforeunload":
                self.pipe.tell("Page.handleJavaScriptDialog", {"accept": True}, self.session)
            case "Page.javascriptDialogOpening":
                self.dialog = OpenDialog(about["type"], without_surrogates(about["message"]))
            case "Page.javascriptDialogClosed":
                self.dialog = None
            case "Inspector.targetCrashed":
                self.dialog, self.gone = None, CRASHED

    def _arrived(self, frame: str, loader: str) -> None:
        if (old := self._loaders.get(frame, loader)) != loader:
            self._left.add(old)
        self._loaders[frame] = loader


def _raised(details: dict[str, Any], testcodes: bool) -> WebDriverException:
    exception = details.get("exception", {})
    words = str(exception.get("description") or exception.get("value") or details.get("text", ""))
    if not testcodes or words.startswith("Error: stale element reference"):
        return error_of(words.removeprefix("Error: ").partition("\n    at ")[0])
    return JavascriptException(f"javascript error: {words.partition(chr(10))[0]}")
