"""Mouse and keyboard actions (W3C WebDriver, section 15)."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from simulators.webdriver.errors import error_of
from simulators.webdriver.keyboard import Keyboard
from simulators.webdriver.serialization import ELEMENT
from simulators.webdriver.window import Window

BUTTONS = ("left", "middle", "right", "back", "forward")
DOUBLE_CLICK = 0.5
"""Seconds within which a second press at the same place is a double click."""

MIDDLE = """(element) => {
  const box = element.getClientRects()[0];
  if (!box) throw new Error("move target out of bounds: the element has no size");
  return [Math.floor((box.left + box.right) / 2), Math.floor((box.top + box.bottom) / 2)];
}"""
INSIDE = "(x, y) => x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight"


@dataclass
class InputState:
    """Position of the mouse and pressed keys and buttons, across commands."""

    window: Window
    keyboard: Keyboard = field(default_factory=Keyboard)
    x: float = 0
    y: float = 0
    held: int = 0
    _last: tuple[float, float, float, int] = (0.0, 0.0, 0.0, 0)

    def click(self, x: float, y: float) -> None:
        """Move to a position and click the left button once."""
        self.x, self.y = x, y
        numbers = [
            self._mouse("mouseMoved"),
            *(self._mouse(kind, "left", 1) for kind in ("mousePressed", "mouseReleased")),
        ]
        for number in numbers:
            self.window.acted(number)

    def type(self, events: Sequence[Mapping[str, object]]) -> None:
        """Press and release keys, one after the other."""
        for number in [self.window.send("Input.dispatchKeyEvent", event) for event in events]:
            self.window.acted(number)

    def perform(self, sources: Sequence[Mapping[str, Any]]) -> None:
        """Perform the actions of all sources in the first tick, then in the second, and so on."""
        for tick in range(max((len(source["actions"]) for source in sources), default=0)):
            for source in sources:
                if tick < len(source["actions"]):
                    self._act(source["actions"][tick])
            self._rest(max((_duration(source, tick) for source in sources), default=0.0))

    def release(self) -> None:
        """Release all keys and buttons."""
        self.type(list(self.keyboard.released()))
        for place, button in enumerate(BUTTONS):
            if self.held >> place & 1:
                self._press("mouseReleased", button)

    def _act(self, action: Mapping[str, Any]) -> None:
        match action["type"]:
            case "keyDown":
                self.type([self.keyboard.down(action["value"])])
            case "keyUp":
                self.type([self.keyboard.up(action["value"])])
            case "pointerMove":
                self.x, self.y = self._target(action)
                self.window.acted(self._mouse("mouseMoved"))
            case "pointerDown":
                self._press("mousePressed", BUTTONS[int(action.get("button", 0))])
            case "pointerUp":
                self._press("mouseReleased", BUTTONS[int(action.get("button", 0))])
            case "scroll":
                x, y = self._target(action)
                turned = {"deltaX": action["deltaX"], "deltaY": action["deltaY"]}
                wheel = {"type": "mouseWheel", "x": x, "y": y, **turned}
                self.window.acted(self.window.send("Input.dispatchMouseEvent", wheel))

    def _target(self, action: Mapping[str, Any]) -> tuple[float, float]:
        origin = action.get("origin", "viewport")
        x, y = float(action.get("x", 0)), float(action.get("y", 0))
        if origin == "pointer":
            x, y = self.x + x, self.y + y
        elif isinstance(origin, dict) and ELEMENT in origin:
            middle = self.window.ask(MIDDLE, [origin])
            if isinstance(middle, list):
                x, y = middle[0] + x, middle[1] + y
        if self.window.ask(INSIDE, [x, y]) is False:
            raise error_of(f"move target out of bounds: ({x:g}, {y:g}) is outside of the window")
        return x, y

    def _press(self, kind: str, button: str) -> None:
        bit = 1 << BUTTONS.index(button)
        count = 1
        if kind == "mousePressed":
            self.held |= bit
            now, (then, x, y, presses) = time.monotonic(), self._last
            count = presses + 1 if (x, y) == (self.x, self.y) and now - then < DOUBLE_CLICK else 1
            self._last = (now, self.x, self.y, count)
        else:
            self.held &= ~bit
            count = max(1, self._last[3])
        self.window.acted(self._mouse(kind, button, count))

    def _mouse(self, kind: str, button: str = "none", count: int = 0) -> int:
        event = {"type": kind, "x": self.x, "y": self.y, "button": button, "clickCount": count}
        return self.window.send("Input.dispatchMouseEvent", {**event, "modifiers": self.keyboard.modifiers})

    def _rest(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self.window.dialog is None and (left := end - time.monotonic()) > 0:
            self.window.pipe.listen(left)


def _duration(source: Mapping[str, Any], tick: int) -> float:
    """Return the seconds that a source pauses in a tick; the duration of a move has no effect on a page."""
    actions = source["actions"]
    if tick < len(actions) and actions[tick]["type"] == "pause":
        return float(actions[tick].get("duration") or 0) / 1000
    return 0.0
