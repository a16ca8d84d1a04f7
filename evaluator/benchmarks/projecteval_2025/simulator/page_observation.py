"""Evidence of the steps of a public testcode, and waiting until a page has finished the consequences of an action."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from selenium.common.exceptions import WebDriverException

from simulators.evidence import Area, Exchange, View

if TYPE_CHECKING:
    from evaluator.benchmarks.projecteval_2025.simulator.driver import SettlingDriver
import time
from collections.abc import Callable

from selenium.common.exceptions import (
    JavascriptException,
    UnexpectedAlertPresentException,
)
from selenium.webdriver.remote.webdriver import WebDriver

COLLECT = (Path(__file__).parent / "console_messages.js").read_text(encoding="utf-8")
"""Script for every new page that keeps its messages."""

TAKE = "const kept = window.__projectevalMessages; return Array.isArray(kept) ? kept.splice(0, 100) : [];"
AREA = """
const [element, reveal] = arguments;
if (!element.isConnected) return null;
if (reveal) element.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
const box = element.getBoundingClientRect();
let left = box.left, top = box.top;
for (let view = window; view !== view.parent; view = view.parent) {
  const frame = view.frameElement;
  if (!frame) return null;
  const outer = frame.getBoundingClientRect();
  left += outer.left + frame.clientLeft;
  top += outer.top + frame.clientTop;
}
return [left, top, box.width, box.height];
"""
"""Script that returns the rectangle of an element in the window. Arguments: the element, and whether to scroll to it,
as WebDriver does before it uses an element."""

MAX_MESSAGES, MAX_MESSAGE_CHARS = 100, 2_000


class DriverCamera:
    """Camera of a driver; the page decides what it answers, which is text and numbers here."""

    def __init__(self, driver: SettlingDriver) -> None:
        self._driver = driver
        self._silent: object = None
        """The trace in which the page did not answer: its further messages are not requested."""

    def view(self) -> View:
        """Return a picture of the window, with the element of the current step; none of a window with a dialog."""
        driver = self._driver
        try:
            if driver.current is None:  # after the testcode
                return View(bytes(driver.get_screenshot_as_png()))
            with driver.unobserved():
                marked = self._marked()
                return View(bytes(driver.get_screenshot_as_png()), marked)
        except WebDriverException:
            return View(None)

    def console(self) -> tuple[str, ...]:
        """Return the messages since they were last taken: after each action, and where a step fails."""
        current, trace = self._driver.current, self._driver.trace
        if current is None or not current.tells_messages or self._silent is trace:
            return ()
        try:
            with self._driver.unobserved():
                found = self._driver.execute_script(TAKE)
        except WebDriverException:
            self._silent = trace
            return ()
        messages = found if isinstance(found, list) else []
        return tuple(str(each)[:MAX_MESSAGE_CHARS] for each in messages[:MAX_MESSAGES])

    def exchanges(self) -> tuple[Exchange, ...]:
        """Return nothing: the driver does not report requests."""
        return ()

    def document(self) -> str:
        """Return nothing: a script in the page could change what is observed next."""
        return ""

    def _marked(self) -> Area | None:
        current = self._driver.current
        if current is None or not current.element:
            return None
        element = self._driver.create_web_element(current.element)
        try:
            found = self._driver.execute_script(AREA, element, current.is_about_to_act)
        except WebDriverException:
            return None
        return _area(found)


def _area(value: object) -> Area | None:
    """Return the rectangle; None for an empty one, or what is none."""
    if not isinstance(value, list) or len(value) != 4 or not all(isinstance(each, int | float) for each in value):
        return None
    left, top, width, height = map(float, value)
    if not all(map(math.isfinite, (left, top, width, height))) or width <= 0 or height <= 0:
        return None
    return Area(left, top, width, height)


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
