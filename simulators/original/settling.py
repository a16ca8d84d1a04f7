"""Waiting for the thing, not for time: has the page finished what an action began?"""

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

WATCH = (Path(__file__).parent / "settled.js").read_text(encoding="utf-8")
"""Runs in every new page and counts what it still has to do."""

STATE = """
const [begun, slept] = arguments, s = window.__projecteval;
if (!s) return document.readyState === "complete";
if (document.readyState !== "complete" || s.leaving || s.busy > 0) return false;
for (const image of document.images) if (!image.complete && image.loading !== "lazy") return false;
const horizon = begun + slept - performance.timeOrigin;
for (const due of s.timers.values()) if ((slept ? due.ideally : due.really) <= horizon) return false;
return true;
"""
"""Whether the page has come to rest, asked with when the wait began (milliseconds since 1970) and how many
milliseconds a testcode sleeps."""

BETWEEN_LOOKS = 0.016
"""Seconds between two looks at a page that is still busy."""


STAYS = "const s = window.__projecteval; if (s) { s.leaving = 0; s.navigating = false; }"
"""After an action that led to a download and so to no other page."""


def settle(
    driver: WebDriver,
    longest: float,
    listen: Callable[[float], None],
    timers_within: float = 0.0,
    arrived: Callable[[], bool] = lambda: False,
) -> None:
    """Return as soon as the page is loaded, stays, waits for no answer and no picture, and has no timer due within
    `timers_within` seconds, or a download has `arrived`; at the latest after `longest` seconds. A dialog that
    is open ends the wait. `listen` waits until the browser tells of something, at most for so many seconds."""
    end = time.monotonic() + longest
    asked = time.time() * 1000, timers_within * 1000
    while time.monotonic() < end:
        try:
            if driver.execute_script(STATE, *asked):
                return
            if arrived():
                driver.execute_script(STAYS)
                return
        except UnexpectedAlertPresentException:
            return
        except (JavascriptException, WebDriverException) as error:
            if "no such window" in str(error) or "invalid session" in str(error):
                return
        listen(BETWEEN_LOOKS)
