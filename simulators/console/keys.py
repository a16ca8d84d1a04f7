"""Keys of a terminal, and the bytes that each sends (as the Linux console does: terminfo entry ``linux``)."""

from __future__ import annotations

import re

from simulators.errors import InvalidAnswer

TERM = "linux"

NAMED = {
    "enter": "\r", "return": "\r", "tab": "\t", "escape": "\x1b", "esc": "\x1b", "space": " ",
    "backspace": "\x7f", "delete": "\x1b[3~", "del": "\x1b[3~", "insert": "\x1b[2~",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "home": "\x1b[1~", "end": "\x1b[4~", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
    "f1": "\x1b[[A", "f2": "\x1b[[B", "f3": "\x1b[[C", "f4": "\x1b[[D", "f5": "\x1b[[E",
    "f6": "\x1b[17~", "f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "f10": "\x1b[21~",
    "f11": "\x1b[23~", "f12": "\x1b[24~",
}  # fmt: skip


def sent_by(key: str) -> bytes:
    """Return the bytes that `key` sends: ``q``, ``Up``, ``Ctrl+C``, ``Alt+x``. Raises `InvalidAnswer`."""
    chord = re.fullmatch(r"(?:(?:ctrl|control|strg)\s*[+-]\s*|\^)(.)", key.strip(), re.IGNORECASE | re.DOTALL)
    if chord:
        return _with_control(chord[1], key)
    if alt := re.fullmatch(r"(?:alt|meta)\s*[+-]\s*(.+)", key.strip(), re.IGNORECASE | re.DOTALL):
        return b"\x1b" + sent_by(alt[1])
    if re.fullmatch(r"shift\s*[+-]\s*tab", key.strip(), re.IGNORECASE):
        return b"\x1b[Z"
    if shifted := re.fullmatch(r"shift\s*[+-]\s*(\w)", key.strip(), re.IGNORECASE):
        return shifted[1].upper().encode()
    if len(key) == 1:
        return key.encode()
    name = re.sub(r"^arrow|[\s_-]", "", key.strip().lower())
    if name not in NAMED:
        raise InvalidAnswer(f"{key!r} is not a key; keys are single characters, Ctrl+C, Alt+x, {', '.join(NAMED)}")
    return NAMED[name].encode()


def _with_control(character: str, key: str) -> bytes:
    code = ord(character.upper())
    if character == "?":
        return b"\x7f"
    if character == " ":
        return b"\0"
    if not 0x40 <= code <= 0x5F:
        raise InvalidAnswer(f"{key!r} is not a key of a terminal")
    return bytes([code & 0x1F])
