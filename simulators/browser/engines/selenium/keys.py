"""Selenium's characters for the keys of the vocabulary."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

SELENIUM_KEYS = {
    name: getattr(Keys, selenium)
    for name, selenium in {
        **{f"F{number}": f"F{number}" for number in range(1, 13)},
        **{key: key.upper() for key in ("Enter", "Tab", "Escape", "Delete", "Insert", "Home", "End", "Space")},
        **{key: key.upper() for key in ("Control", "Shift", "Alt", "Meta", "Backspace")},
        "PageUp": "PAGE_UP",
        "PageDown": "PAGE_DOWN",
        **{f"Arrow{way}": f"ARROW_{way.upper()}" for way in ("Up", "Down", "Left", "Right")},
    }.items()
}


def has_key(character: str) -> bool:
    """Return True for characters that chromedriver can type: the basic plane without the private use area."""
    return character == "\n" or (" " <= character < "\ue000")
