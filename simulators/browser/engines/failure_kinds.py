"""Failure kinds of the exceptions that Selenium and Playwright raise into a testcode that drives them itself.

Only loaded engines are considered: an engine that is not loaded cannot have raised an exception.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType

from simulators.failures import FailureKind

LOST_BROWSER = {
    "selenium.common.exceptions": ("InvalidSessionIdException", "NoSuchDriverException", "SessionNotCreatedException"),
    "urllib3.exceptions": ("MaxRetryError", "NewConnectionError"),
    "http.client": ("RemoteDisconnected",),
    "playwright._impl._errors": ("TargetClosedError",),
}
"""Module → exceptions that mean that the browser or its driver has ended."""

NOT_FOUND = {"selenium.common.exceptions": ("NoSuchElementException",)}

CRASHED = ("tab crashed", "unknown error: tab crashed", "unknown error: session deleted because of page crash")
"""Beginnings of chromedriver's own messages for a crashed page: the protocol has no error code for it."""


def kind_of_engine_error(error: BaseException) -> FailureKind | None:
    """Return the failure kind of an exception of a browser engine; None for any other exception."""
    if isinstance(error, _loaded(LOST_BROWSER)):
        return FailureKind.BROWSER_LOST
    if isinstance(error, _loaded(NOT_FOUND)):
        return FailureKind.NOT_FOUND
    return FailureKind.PAGE_LOST if _is_crash(error) else None


def _is_crash(error: BaseException) -> bool:
    """Return True for the bare error of chromedriver, never for one that carries text of the page."""
    plain = _loaded({"selenium.common.exceptions": ("WebDriverException",)})
    return type(error) in plain and str(getattr(error, "msg", "")).startswith(CRASHED)


def _loaded(names: Mapping[str, tuple[str, ...]]) -> tuple[type[BaseException], ...]:
    modules = {name: module for name in names if isinstance(module := sys.modules.get(name), ModuleType)}
    return tuple(getattr(module, each) for name, module in modules.items() for each in names[name])
