"""Keys of a US keyboard as events of the browser's protocol (CDP, ``Input.dispatchKeyEvent``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from selenium.webdriver.common.keys import Keys

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
