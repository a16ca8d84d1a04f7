"""Mouse and keyboard of a display."""

from __future__ import annotations

import re

from simulators.desktop.x11 import ScreenWindow, XConnection
from simulators.errors import InvalidAnswer

NAMED = {
    "enter": 0xFF0D, "return": 0xFF0D, "tab": 0xFF09, "escape": 0xFF1B, "esc": 0xFF1B, "space": 0x20,
    "backspace": 0xFF08, "delete": 0xFFFF, "del": 0xFFFF, "insert": 0xFF63,
    "left": 0xFF51, "up": 0xFF52, "right": 0xFF53, "down": 0xFF54,
    "home": 0xFF50, "end": 0xFF57, "pageup": 0xFF55, "pagedown": 0xFF56,
    **{f"f{number}": 0xFFBD + number for number in range(1, 13)},
}  # fmt: skip

MODIFIERS = {"ctrl": 0xFFE3, "control": 0xFFE3, "shift": 0xFFE1, "alt": 0xFFE9}
SHIFT = MODIFIERS["shift"]
UNICODE = 0x01000000
LINE_ENDS = {"\n": NAMED["enter"], "\r": NAMED["enter"], "\t": NAMED["tab"]}


def symbol(character: str) -> int:
    """Return the symbol of a character that is typed."""
    code = ord(character)
    return LINE_ENDS.get(character) or (code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else UNICODE | code)


def chord(key: str) -> tuple[list[int], int]:
    """Return modifiers and symbol of ``q``, ``Enter``, ``Ctrl+S``, ``Shift+Tab``. Raises `InvalidAnswer`."""
    *held, last = re.split(r"(?<=.)\s*\+\s*(?=.)", key.strip())
    modifiers = [MODIFIERS.get(each.lower(), 0) for each in held]
    if not all(modifiers):
        raise InvalidAnswer(f"{key!r} is not a key; modifiers are Ctrl, Shift and Alt")
    if len(last) == 1:
        return modifiers, symbol(last.lower() if modifiers else last)
    name = re.sub(r"^arrow|[\s_-]", "", last.lower())
    if name not in NAMED:
        raise InvalidAnswer(f"{key!r} is not a key; keys are single characters, Ctrl+S, Alt+x, {', '.join(NAMED)}")
    return modifiers, NAMED[name]


KEY_DOWN, KEY_UP, BUTTON_DOWN, BUTTON_UP, MOTION = 2, 3, 4, 5, 6
LEFT_BUTTON = 1


class InputDevice:
    """Mouse and keyboard. There is no window manager: `focus_top` gives the keyboard to the window that is on top."""

    def __init__(self, connection: XConnection) -> None:
        self._server = connection
        self._keys = connection.keyboard()
        self._free = [code for code, symbols in self._keys.items() if not any(symbols)]
        self._focused: int | None = None

    def clicks(self, x: int, y: int, times: int = 1) -> None:
        """Click with the left button."""
        self._server.fake(MOTION, 0, x, y)
        for _ in range(times):
            self._server.fake(BUTTON_DOWN, LEFT_BUTTON)
            self._server.fake(BUTTON_UP, LEFT_BUTTON)
        self._server.synchronize()

    def types(self, text: str) -> None:
        """Type the characters of `text` one after the other."""
        for character in text:
            self._strike([], symbol(character))
        self._server.synchronize()

    def presses(self, key: str) -> None:
        """Press one key or chord. Raises `InvalidAnswer` for an unknown one."""
        self._strike(*chord(key))
        self._server.synchronize()

    def windows(self) -> list[ScreenWindow]:
        """Return the visible windows, from below to above."""
        return self._server.windows()

    def top_window(self) -> ScreenWindow | None:
        """Return the uppermost window that is not a popup; None without one."""
        return next((window for window in reversed(self.windows()) if not window.is_popup), None)

    def popup(self) -> ScreenWindow | None:
        """Return the uppermost window when it is a popup: an open list or menu."""
        windows = self.windows()
        return windows[-1] if windows and windows[-1].is_popup else None

    def focus_top(self) -> bool:
        """Give the keyboard to the uppermost window; return True when it did not have it."""
        top = self.top_window()
        number = top.number if top is not None else None
        if number is None or number == self._focused:
            return False
        self._server.focus(number)
        self._server.synchronize()
        self._focused = number
        return True

    def closes(self, window: ScreenWindow) -> None:
        """Close a window as its close button does."""
        self._server.ask_to_close(window.number)
        self._server.synchronize()

    def _strike(self, modifiers: list[int], keysym: int) -> None:
        code, shifted = self._key_of(keysym)
        held = [
            self._key_of(each)[0] for each in (*modifiers, *((SHIFT,) if shifted and SHIFT not in modifiers else ()))
        ]
        for each in held:
            self._server.fake(KEY_DOWN, each)
        self._server.fake(KEY_DOWN, code)
        self._server.fake(KEY_UP, code)
        for each in reversed(held):
            self._server.fake(KEY_UP, each)

    def _key_of(self, keysym: int) -> tuple[int, bool]:
        """Return the key with a symbol, and whether it needs Shift; a symbol without a key gets a free one."""
        for level in (0, 1):
            for code, symbols in self._keys.items():
                if len(symbols) > level and symbols[level] == keysym:
                    return code, level == 1
        if not self._free:
            raise InvalidAnswer("a text with so many different letters cannot be typed on one keyboard")
        code = self._free.pop()
        self._keys[code] = (keysym, keysym)
        self._server.assign(code, self._keys[code])
        return code, False
