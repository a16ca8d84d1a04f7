"""Names of keys: as browsers call them (UI Events specification, ``KeyboardEvent.key``)."""

from __future__ import annotations

from simulators.errors import NotFound

MODIFIERS = ("Control", "Shift", "Alt", "Meta")
NAMED = frozenset(
    {
        *MODIFIERS,
        *(f"F{number}" for number in range(1, 13)),
        *("Enter", "Tab", "Escape", "Backspace", "Delete", "Insert", "Home", "End", "PageUp", "PageDown"),
        *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Space"),
    }
)
OTHER_NAMES = {
    "esc": "Escape",
    "return": "Enter",
    "ctrl": "Control",
    "cmd": "Meta",
    "del": "Delete",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    " ": "Space",
}
_BY_LOWER = {name.lower(): name for name in NAMED} | OTHER_NAMES


def read_chord(text: str) -> tuple[str, ...]:
    """``Control+Shift+A`` as its keys, modifiers first. Raises `NotFound` for a key that no keyboard has."""
    if len(text) == 1:
        return (_BY_LOWER.get(text, text),)
    *modifiers, last = [*text[:-1].split("+"), text[-1]] if text.endswith("++") else text.split("+")
    keys = [_read_key(key, text) for key in modifiers if key] + [_read_key(last, text)]
    if any(key not in MODIFIERS for key in keys[:-1]):
        raise NotFound(f"{text!r} cannot be pressed: only {', '.join(MODIFIERS)} are held with another key")
    return tuple(keys)


def _read_key(key: str, text: str) -> str:
    if len(key) == 1 and key.isprintable():
        return _BY_LOWER.get(key, key)
    named = _BY_LOWER.get(key.strip().lower())
    if named is None:
        raise NotFound(f"{text!r} cannot be pressed: no key is called {key!r}")
    return named
