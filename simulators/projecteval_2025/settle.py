"""Waiting until a page has finished the consequences of an action."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from selenium.common.exceptions import (
    JavascriptException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver.remote.webdriver import WebDriver

WATCH = (Path(__file__).parent / "pending_work.js").read_text(encoding="utf-8")
"""Script for every new page that counts its pending work."""

STATE = """
const [wait, left, sleeps] = arguments, s = window.__projecteval;
if (!s) return document.readyState === "complete";
if (s.wait !== wait) { s.wait = wait; s.until = performance.now() + left; }
if (document.readyState !== "complete" || s.leaving || s.busy > 0) return false;
for (const image of document.images) if (!image.complete && image.loading !== "lazy") return false;
for (const due of s.timers.values()) if ((sleeps ? due.ideally : due.really) <= s.until) return false;
return true;
"""
"""Script that returns whether the page has settled. Arguments: id of the wait, milliseconds left of a testcode's sleep,
and whether it sleeps. The first call of a wait on a page fixes until when timers count."""

POLL_SECONDS = 0.016
"""Seconds between two checks of a busy page."""

STAYS = "const s = window.__projecteval; if (s) { s.leaving = 0; s.navigating = false; }"
"""Script for a page that an action did not leave, since it started a download."""


def settle(
    driver: WebDriver,
    longest: float,
    listen: Callable[[float], None],
    timers_within: float = 0.0,
    arrived: Callable[[], bool] = lambda: False,
) -> None:
    """Return when the page is loaded, has no pending navigation, request, picture, or timer due within `timers_within`
    seconds, or when a download has `arrived`; at the latest after `longest` seconds. An open dialog ends the wait.
    `listen` waits for an event of the browser, at most for the given seconds."""
    end = time.monotonic() + longest
    wait_id, awake = str(time.monotonic_ns()), time.monotonic() + timers_within
    while time.monotonic() < end:
        try:
            left = max(0.0, awake - time.monotonic()) * 1000
            if driver.execute_script(STATE, wait_id, left, timers_within > 0):
                return
            if arrived():
                driver.execute_script(STAYS)
                return
        except UnexpectedAlertPresentException:
            return
        except (JavascriptException, WebDriverException) as error:
            if "no such window" in str(error) or "invalid session" in str(error):
                return
        listen(POLL_SECONDS)
