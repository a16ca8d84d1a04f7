"""Keys of a keyboard, as symbols of X (keysymdef.h)."""

from __future__ import annotations

import re

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
