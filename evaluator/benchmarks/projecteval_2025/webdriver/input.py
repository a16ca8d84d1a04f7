"""Mouse and keyboard: actions (W3C WebDriver, section 15), and keys of a US keyboard as events of the protocol."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from selenium.webdriver.common.keys import Keys

from evaluator.benchmarks.projecteval_2025.webdriver.pipe import error_of
from evaluator.benchmarks.projecteval_2025.webdriver.serialization import ELEMENT
from evaluator.benchmarks.projecteval_2025.webdriver.window import Window

ALT, CONTROL, META, SHIFT = 1, 2, 4, 8
MODIFIERS = {"Alt": ALT, "Control": CONTROL, "Meta": META, "Shift": SHIFT}


@dataclass(frozen=True)
class Key:
    """``KeyboardEvent.key`` and ``.code``, the legacy key code, and the text that the key types."""

    key: str
    code: str
    number: int
    text: str = ""


SHIFTED = dict(zip('~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./", strict=True))
PUNCTUATION = {
    "`": ("Backquote", 192),
    "-": ("Minus", 189),
    "=": ("Equal", 187),
    "[": ("BracketLeft", 219),
    "]": ("BracketRight", 221),
    "\\": ("Backslash", 220),
    ";": ("Semicolon", 186),
    "'": ("Quote", 222),
    ",": ("Comma", 188),
    ".": ("Period", 190),
    "/": ("Slash", 191),
    " ": ("Space", 32),
}
NAMED = {
    Keys.CANCEL: Key("Cancel", "", 3),
    Keys.HELP: Key("Help", "Help", 47),
    **dict.fromkeys((Keys.BACKSPACE, "\b"), Key("Backspace", "Backspace", 8)),
    **dict.fromkeys((Keys.TAB, "\t"), Key("Tab", "Tab", 9)),
    Keys.CLEAR: Key("Clear", "", 12),
    **dict.fromkeys((Keys.RETURN, Keys.ENTER, "\n", "\r"), Key("Enter", "Enter", 13, "\r")),
    Keys.SHIFT: Key("Shift", "ShiftLeft", 16),
    Keys.RIGHT_SHIFT: Key("Shift", "ShiftRight", 16),
    Keys.CONTROL: Key("Control", "ControlLeft", 17),
    Keys.RIGHT_CONTROL: Key("Control", "ControlRight", 17),
    Keys.ALT: Key("Alt", "AltLeft", 18),
    Keys.RIGHT_ALT: Key("Alt", "AltRight", 18),
    Keys.META: Key("Meta", "MetaLeft", 91),
    Keys.RIGHT_META: Key("Meta", "MetaRight", 92),
    Keys.PAUSE: Key("Pause", "Pause", 19),
    Keys.ESCAPE: Key("Escape", "Escape", 27),
    Keys.SPACE: Key(" ", "Space", 32, " "),
    Keys.PAGE_UP: Key("PageUp", "PageUp", 33),
    Keys.PAGE_DOWN: Key("PageDown", "PageDown", 34),
    Keys.END: Key("End", "End", 35),
    Keys.HOME: Key("Home", "Home", 36),
    Keys.LEFT: Key("ArrowLeft", "ArrowLeft", 37),
    Keys.UP: Key("ArrowUp", "ArrowUp", 38),
    Keys.RIGHT: Key("ArrowRight", "ArrowRight", 39),
    Keys.DOWN: Key("ArrowDown", "ArrowDown", 40),
    Keys.INSERT: Key("Insert", "Insert", 45),
    Keys.DELETE: Key("Delete", "Delete", 46),
    Keys.SEMICOLON: Key(";", "Semicolon", 186, ";"),
    Keys.EQUALS: Key("=", "Equal", 187, "="),
    **{chr(0xE01A + n): Key(str(n), f"Numpad{n}", 96 + n, str(n)) for n in range(10)},
    Keys.MULTIPLY: Key("*", "NumpadMultiply", 106, "*"),
    Keys.ADD: Key("+", "NumpadAdd", 107, "+"),
    Keys.SEPARATOR: Key(",", "NumpadComma", 108, ","),
    Keys.SUBTRACT: Key("-", "NumpadSubtract", 109, "-"),
    Keys.DECIMAL: Key(".", "NumpadDecimal", 110, "."),
    Keys.DIVIDE: Key("/", "NumpadDivide", 111, "/"),
    **{chr(0xE030 + n): Key(f"F{n}", f"F{n}", 111 + n) for n in range(1, 13)},
}
"""Special keys of W3C WebDriver, section 15.4.2 (keyboard actions), and characters with a key of their own."""


def key_of(character: str) -> Key | None:
    """Return the key that types a character; None when a US keyboard has none."""
    if character in NAMED:
        return NAMED[character]
    plain = SHIFTED.get(character, character)
    if plain in PUNCTUATION:
        return Key(character, *PUNCTUATION[plain], character)
    if character.isascii() and plain.isalnum():
        name = "Digit" if plain.isdigit() else "Key"
        return Key(character, f"{name}{plain.upper()}", ord(plain.upper()), character)
    return None


def is_plain(text: str) -> bool:
    """Return True for a text of printable characters only, without special keys."""
    return text.isprintable() and not any("\ue000" <= character <= "\uf8ff" for character in text)


@dataclass
class Keyboard:
    """Pressed modifiers; yields the events of a key for the caller to send."""

    held: dict[str, Key] = field(default_factory=dict)

    def typed(self, text: str) -> Iterator[dict[str, object]]:
        """Yield the events of all keys of a text; modifiers stay pressed until they occur again, or until the end."""
        for character in text:
            if character == Keys.NULL:
                yield from self.released()
            elif (key := key_of(character)) is not None and key.key in MODIFIERS:
                yield from [self.up(character)] if character in self.held else [self.down(character)]
            elif (character in SHIFTED or "A" <= character <= "Z") and not self.modifiers:
                yield self.down(Keys.SHIFT)
                yield self.down(character)
                yield self.up(character)
                yield self.up(Keys.SHIFT)
            else:
                yield self.down(character)
                yield self.up(character)
        yield from self.released()

    def down(self, character: str) -> dict[str, object]:
        key = key_of(character) or Key("", "", 0, character)
        text = self._shifted(key.text)
        self.held[character] = key
        return {**self._event(key), "type": "keyDown" if text else "rawKeyDown", "text": text, "unmodifiedText": text}

    def up(self, character: str) -> dict[str, object]:
        key = self.held.pop(character, None) or key_of(character) or Key("", "", 0)
        return {**self._event(key), "type": "keyUp"}

    def released(self) -> Iterator[dict[str, object]]:
        for character in tuple(reversed(self.held)):
            yield self.up(character)

    @property
    def modifiers(self) -> int:
        return sum({MODIFIERS.get(key.key, 0) for key in self.held.values()})

    def _shifted(self, text: str) -> str:
        if not self.modifiers & SHIFT:
            return text
        return next((shifted for shifted, plain in SHIFTED.items() if plain == text), text.upper())

    def _event(self, key: Key) -> dict[str, object]:
        event = {"key": self._shifted(key.key) if len(key.key) == 1 else key.key, "code": key.code}
        pad = {"isKeypad": True, "location": 3} if key.code.startswith("Numpad") else {}
        return {**event, **pad, "windowsVirtualKeyCode": key.number, "modifiers": self.modifiers}


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
