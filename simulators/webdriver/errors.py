"""Selenium's exceptions for errors of a page or the browser."""

from __future__ import annotations

from selenium.common import exceptions
from selenium.common.exceptions import WebDriverException

BY_CODE: dict[str, type[WebDriverException]] = {
    "element click intercepted": exceptions.ElementClickInterceptedException,
    "element not interactable": exceptions.ElementNotInteractableException,
    "invalid argument": exceptions.InvalidArgumentException,
    "invalid element state": exceptions.InvalidElementStateException,
    "invalid session id": exceptions.InvalidSessionIdException,
    "invalid selector": exceptions.InvalidSelectorException,
    "javascript error": exceptions.JavascriptException,
    "move target out of bounds": exceptions.MoveTargetOutOfBoundsException,
    "no such alert": exceptions.NoAlertPresentException,
    "no such cookie": exceptions.NoSuchCookieException,
    "no such element": exceptions.NoSuchElementException,
    "no such frame": exceptions.NoSuchFrameException,
    "no such shadow root": exceptions.NoSuchShadowRootException,
    "no such window": exceptions.NoSuchWindowException,
    "stale element reference": exceptions.StaleElementReferenceException,
    "timeout": exceptions.TimeoutException,
    "unknown command": exceptions.UnknownMethodException,
}
"""Error codes that can occur here (W3C WebDriver, section 6.6)."""

CRASHED = "invalid session id: session deleted because of page crash"
"""Message of chromedriver for a crashed page."""

STALE = "stale element reference: the element is no longer on the page"


def error_of(words: str) -> WebDriverException:
    """Return the exception for ``code: message`` with a code of W3C; without a known code an unknown error."""
    if words.startswith("Target crashed"):  # Chromium's answer to commands pending in a crashed page
        words = CRASHED
    code = words.partition(":")[0]
    if code in BY_CODE:
        return BY_CODE[code](words)
    return WebDriverException(f"unknown error: {words}")
