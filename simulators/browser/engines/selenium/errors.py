"""Translation of Selenium's exceptions, by type, into those of the engine interface and failure kinds."""

from __future__ import annotations

import json
import re

from selenium.common.exceptions import (
    InvalidArgumentException,
    InvalidSessionIdException,
    NoSuchFrameException,
    NoSuchWindowException,
    StaleElementReferenceException,
    TimeoutException,
    WebDriverException,
)
from urllib3.exceptions import HTTPError

from simulators.browser.engines.interface import NoAnswer, PageChanged, PageLost, ScriptFailed
from simulators.browser.engines.isolated_world import protocol_failure
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind

INSPECTOR_ERROR = re.compile(r"(?:unhandled inspector error|unknown error): (\{.*\})", re.DOTALL)
"""Form of chromedriver's messages for protocol commands that the browser refused."""

NO_CONTEXT = "\nfrom no such execution context"
"""End of chromedriver's timeout messages for a script whose context no longer exists."""

CRASHED = ("tab crashed", "unknown error: tab crashed", "unknown error: session deleted because of page crash")
DISCONNECTED = ("disconnected", "unknown error: disconnected", "not connected to DevTools", "target frame detached")
NAVIGATED = ("aborted by navigation", "unknown error: aborted by navigation", "unknown error: target detached")
"""Beginnings of chromedriver's own messages, for which WebDriver has no error codes; none carries text of a page."""


def translated(error: Exception, timeout: float) -> Exception:
    """Return the engine's exception for one of Selenium, its connection, or the operating system."""
    reason = reason_of(error)
    if isinstance(error, StaleElementReferenceException):
        return PageChanged(reason)
    if isinstance(error, NoSuchFrameException | NoSuchWindowException):
        return PageLost("the window or frame was closed")
    if isinstance(error, TimeoutException) and NO_CONTEXT in str(error.msg):
        return PageChanged("the page changed while it was read")
    if isinstance(error, TimeoutException):
        return NoAnswer(f"the page did not answer within {timeout:.3g} seconds")
    if reason.startswith(CRASHED):
        return PageLost("the page crashed")
    if isinstance(error, InvalidSessionIdException | HTTPError | OSError) or reason.startswith(DISCONNECTED):
        return InfrastructureError(f"the browser died: {reason}", FailureKind.BROWSER_LOST)
    refused = _refusal(error)
    if refused:
        return protocol_failure(refused)
    return PageChanged(reason) if reason.startswith(NAVIGATED) else ScriptFailed(reason)


def reason_of(error: Exception) -> str:
    """Return the first line of the message."""
    return (getattr(error, "msg", None) or str(error)).split("\n")[0][:500]


def _refusal(error: Exception) -> str:
    """Return the browser's message for a refused command of its protocol; empty for any other error."""
    if isinstance(error, InvalidArgumentException):
        return reason_of(error).removeprefix("invalid argument: ")
    found = INSPECTOR_ERROR.search(reason_of(error)) if isinstance(error, WebDriverException) else None
    if found is None:
        return ""
    try:
        return str(json.loads(found[1]).get("message", ""))
    except ValueError:
        return ""
