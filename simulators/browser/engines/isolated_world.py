"""Calls of the verbs' JavaScript library in an isolated world of a page, by Chromium's own protocol.

Scripts of the page cannot reach the objects of that world. Contexts are named by numbers that are unique in one
renderer process only, so each answer carries a secret that exists in the isolated world alone: an answer from any other
world, such as the page's own after a change of process, is discarded.
`WorldEngine` is the part of an engine that works in that world.
"""

from __future__ import annotations

import base64
import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from simulators.browser.chromium.launch import highlights_script, page_script
from simulators.browser.engines.frameworks import Send, framework_of
from simulators.browser.engines.interface import PageChanged, PageLost, Point, ScriptFailed
from simulators.evidence import Area

MAX_TRIES = 3
"""Contexts tried for one call, since each may be lost or replaced by the time it is used."""

EVERY_TAG = "<"
"""Search that finds every element by the beginning of its tag, and the texts and comments that contain one."""

RENDERINGS = ("RecalcStyleCount", "LayoutCount")

LIBRARY = """(() => {{
{library}
globalThis.projectevalAsk = (name, argument) => {{
  const secret = {secret};
  const answer = judge[name](argument);
  return answer instanceof Promise ? answer.then((result) => ({{ secret, result }})) : {{ secret, result: answer }};
}};
globalThis.projectevalElement = (name, argument) => judge[name](argument);
}})();"""


class IsolatedWorld:
    """The isolated world of one window and its current frame; call `install` first."""

    def __init__(self, library: str, send: Send) -> None:
        self._send = send
        self._secret = secrets.token_hex(16)
        self._name = f"w{secrets.token_hex(8)}"
        self._library = LIBRARY.format(library=library, secret=json.dumps(self._secret))
        self._contexts: dict[str, int] = {}
        self._main = ""
        self.frames: list[str] = []
        """Ids of the frames that were entered, the innermost last."""

    def install(self, timeout: float) -> None:
        """Run the library in every document of the window, also in those that it opens later."""
        self._send("Page.enable", {}, timeout)
        self._send("Performance.enable", {}, timeout)
        self._send("DOM.enable", {}, timeout)
        self._send(*page_script(highlights_script()), timeout)
        self._install_library(timeout)
        self._main = self._main_frame(timeout)

    @property
    def frame(self) -> str:
        return self.frames[-1] if self.frames else self._main

    def ask(self, function: str, argument: object, timeout: float) -> Any:
        """Return the result of a function of the library; a promise is awaited."""
        expression = f"projectevalAsk({json.dumps(function)}, {json.dumps(argument)})"
        how = {"expression": expression, "returnByValue": True, "awaitPromise": True, "userGesture": True}
        for _ in range(MAX_TRIES):
            answer = self._evaluate(how, timeout)
            value = answer.get("value")
            if isinstance(value, dict) and value.get("secret") == self._secret:
                return value.get("result")
            self._contexts.pop(self.frame, None)
        raise PageChanged("the page changed while it was read")

    def element(self, function: str, argument: object, timeout: float) -> str:
        """Return the protocol's handle of the element that a function of the library finds.

        Raises `PageChanged` when it no longer exists.
        """
        expression = f"projectevalElement({json.dumps(function)}, {json.dumps(argument)})"
        answer = self._evaluate({"expression": expression}, timeout)
        if answer.get("subtype") != "node":
            raise PageChanged("the element is no longer there")
        return str(answer["objectId"])

    def renderings(self, timeout: float) -> int:
        """Return how often the window's styles and layout have been calculated."""
        metrics = self._send("Performance.getMetrics", {}, timeout)["metrics"]
        return sum(int(metric["value"]) for metric in metrics if metric["name"] in RENDERINGS)

    def enter(self, element: str, timeout: float) -> None:
        """Work inside the frame whose element has this handle."""
        node = self._send("DOM.describeNode", {"objectId": element}, timeout)["node"]
        frame = node.get("frameId")
        if not frame:
            raise PageChanged("the frame has no content")
        self.frames.append(str(frame))

    def leave(self) -> None:
        """Work in the frame around the current one again."""
        if self.frames:
            self.frames.pop()

    def offset(self, timeout: float) -> Point:
        """Return the origin of the current frame's content in the window's viewport."""
        if not self.frames:
            return Point(0, 0)
        owner = self._send("DOM.getFrameOwner", {"frameId": self.frames[-1]}, timeout)["backendNodeId"]
        left, top, *_ = self._send("DOM.getBoxModel", {"backendNodeId": owner}, timeout)["model"]["content"]
        return Point(float(left), float(top))

    def put_file(self, element: str, path: Path, timeout: float) -> None:
        """Choose a file in the file input with this handle."""
        self._send("DOM.setFileInputFiles", {"objectId": element, "files": [str(path)]}, timeout)

    def picture(self, element: str, timeout: float) -> bytes:
        """Return a PNG of the element with this handle, scrolled into view."""
        self._send("DOM.scrollIntoViewIfNeeded", {"objectId": element}, timeout)
        quad = self._send("DOM.getBoxModel", {"objectId": element}, timeout)["model"]["border"]
        (left, right), (top, bottom) = [(min(quad[axis::2]), max(quad[axis::2])) for axis in (0, 1)]
        return self._captured(Area(left, top, right - left, bottom - top), self._view(timeout), timeout)

    def framework(self, element: str, timeout: float) -> str:
        """Return the client framework that rendered the element with this handle; empty when none did."""
        return framework_of(self._send, element, timeout)

    def pixels(self, area: Area, timeout: float) -> bytes:
        """Return a PNG of an area of the window."""
        return self._captured(area, self._view(timeout), timeout)

    def visible_area(self, timeout: float) -> Area:
        """Return the part of the current frame's viewport that the window shows."""
        view, offset = self._view(timeout), self.offset(timeout)
        return Area(-offset.x, -offset.y, float(view["clientWidth"]), float(view["clientHeight"]))

    def tags(self, timeout: float) -> int:
        """Return the number of elements, and of texts with tags, in all trees of the window but the browser's own."""
        found = self._send("DOM.performSearch", {"query": EVERY_TAG}, timeout)
        self._send("DOM.discardSearchResults", {"searchId": found["searchId"]}, timeout)
        return int(found["resultCount"])

    def _view(self, timeout: float) -> Mapping[str, Any]:
        """Return the part of the page that the window shows."""
        view: Mapping[str, Any] = self._send("Page.getLayoutMetrics", {}, timeout)["cssVisualViewport"]
        return view

    def _captured(self, area: Area, view: Mapping[str, Any], timeout: float) -> bytes:
        """Return a PNG of an area of the window that shows `view`."""
        place = {"x": area.left + view["pageX"], "y": area.top + view["pageY"]}
        clip = {**place, "width": area.width, "height": area.height, "scale": 1}
        how = {"format": "png", "optimizeForSpeed": True, "clip": clip}
        return base64.b64decode(self._send("Page.captureScreenshot", how, timeout)["data"])

    def _evaluate(self, how: Mapping[str, object], timeout: float) -> Mapping[str, Any]:
        for _ in range(MAX_TRIES):
            try:
                answer = self._send("Runtime.evaluate", {**how, "contextId": self._context(timeout)}, timeout)
            except PageChanged:
                if self._contexts.pop(self.frame, None) is None:
                    raise
                continue
            if "exceptionDetails" not in answer:
                result: Mapping[str, Any] = answer["result"]
                return result
            if self._is_installed(timeout):
                raise _failure(answer["exceptionDetails"])
            self._install_library(timeout)
        raise PageChanged("the page changed while it was read")

    def _is_installed(self, timeout: float) -> bool:
        question = {"expression": "typeof projectevalAsk", "contextId": self._context(timeout)}
        return bool(self._send("Runtime.evaluate", question, timeout)["result"].get("value") == "function")

    def _install_library(self, timeout: float) -> None:
        script = {"source": self._library, "worldName": self._name, "runImmediately": True}
        self._send("Page.addScriptToEvaluateOnNewDocument", script, timeout)

    def _context(self, timeout: float) -> int:
        if self.frame not in self._contexts:
            self._contexts[self.frame] = self._new_context(timeout)
        return self._contexts[self.frame]

    def _new_context(self, timeout: float) -> int:
        try:
            made = self._send("Page.createIsolatedWorld", {"frameId": self.frame, "worldName": self._name}, timeout)
        except PageChanged as error:
            if self.frames:
                raise PageLost("the frame is gone") from error
            self._main = self._main_frame(timeout)
            raise
        return int(made["executionContextId"])

    def _main_frame(self, timeout: float) -> str:
        return str(self._send("Page.getFrameTree", {}, timeout)["frameTree"]["frame"]["id"])


def _failure(details: Mapping[str, Any]) -> ScriptFailed:
    thrown = details.get("exception", {})
    reason = str(thrown.get("description") or thrown.get("value") or details.get("text", ""))
    return ScriptFailed(reason.split("\n")[0][:500])


GONE = (
    "Cannot find context",
    "Cannot find default execution context",
    "Could not compute box model",
    "Could not find object",
    "Could not find node",
    "Execution context was destroyed",
    "Frame with the given id was not found",
    "Frame with the given frameId is not found",
    "Inspected target navigated",
    "No frame for given id",
    "No frame with given id",
    "No node with given id",
    "Node is detached",
    "Node does not have a layout object",
    "Not attached to an active page",
    "Promise was collected",
    "Unable to capture screenshot",
    "uniqueContextId not found",
)
"""Beginnings of the protocol's messages about something that no longer exists in the page, or that is not drawn because
another page takes its place. The protocol has no codes for them; the texts are the browser's, never the page's."""


def protocol_failure(message: str) -> PageChanged | ScriptFailed:
    """Return the exception for a command that the browser refuses with this message."""
    return PageChanged(message[:300]) if message.startswith(GONE) else ScriptFailed(message[:500])


class WorldEngine(ABC):
    """Calls of the library, frames and places; see `simulators.browser.engines.interface.BrowserEngine`."""

    @property
    @abstractmethod
    def _world(self) -> IsolatedWorld:
        """Return the isolated world of the current window, installed on first use."""

    def ask(self, function: str, argument: object, timeout: float) -> Any:
        return self._world.ask(function, argument, timeout)

    def renderings(self, timeout: float) -> int:
        return self._world.renderings(timeout)

    def put_file(self, function: str, argument: object, path: Path, timeout: float) -> None:
        self._world.put_file(self._world.element(function, argument, timeout), path, timeout)

    def picture_of(self, function: str, argument: object, timeout: float) -> bytes:
        return self._world.picture(self._world.element(function, argument, timeout), timeout)

    def framework_of(self, function: str, argument: object, timeout: float) -> str:
        return self._world.framework(self._world.element(function, argument, timeout), timeout)

    def pixels(self, area: Area, timeout: float) -> bytes:
        offset = self.offset(timeout)
        return self._world.pixels(replace(area, left=area.left + offset.x, top=area.top + offset.y), timeout)

    def visible_area(self, timeout: float) -> Area:
        return self._world.visible_area(timeout)

    def tags(self, timeout: float) -> int:
        return self._world.tags(timeout)

    def enter_frame(self, function: str, argument: object, timeout: float) -> None:
        self._world.enter(self._world.element(function, argument, timeout), timeout)

    def leave_frame(self, timeout: float) -> None:
        self._world.leave()

    def offset(self, timeout: float) -> Point:
        return self._world.offset(timeout)

    def _in_window(self, at: Point, timeout: float) -> Point:
        offset = self.offset(timeout)
        return Point(at.x + offset.x, at.y + offset.y)
