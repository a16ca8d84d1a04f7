"""Waiting for the thing, not for time: has the page finished what an action began?"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
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
const [wait, left, sleeps] = arguments, s = window.__projecteval;
if (!s) return document.readyState === "complete";
if (s.wait !== wait) { s.wait = wait; s.until = performance.now() + left; }
if (document.readyState !== "complete" || s.leaving || s.busy > 0) return false;
for (const image of document.images) if (!image.complete && image.loading !== "lazy") return false;
for (const due of s.timers.values()) if ((sleeps ? due.ideally : due.really) <= s.until) return false;
return true;
"""
"""Whether the page has come to rest, asked with the number of the wait, the milliseconds that are left of a testcode's
sleep, and whether it sleeps at all. The first question of a wait to a page says until when timers count."""

WAITS = count(1)
"""Numbers for the waits of this process."""

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
    number, awake = next(WAITS), time.monotonic() + timers_within
    while time.monotonic() < end:
        try:
            left = max(0.0, awake - time.monotonic()) * 1000
            if driver.execute_script(STATE, number, left, timers_within > 0):
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
