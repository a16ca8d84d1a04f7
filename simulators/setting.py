"""Fixed setting of a mission: time, locale, seed and window, so that outcomes are repeatable."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

BrowserName = Literal["playwright", "selenium"]
"""Engine that drives the browser of a `BrowserUser`."""


@dataclass(frozen=True)
class Setting:
    """Time, time zone, locale, seed and window of a mission, and the patience of its user.

    `time` is when the mission starts (aware; the clock runs on from there, for the project and in
    the browser); None leaves the real clock. `viewport` is width × height in CSS pixels.
    `patience` is the time in seconds that one verb waits for its expectation. `browser` is the engine of a
    `BrowserUser`; `headed` shows the windows of Playwright's browser.
    """

    time: datetime | None = datetime(2025, 3, 14, 9, 30, tzinfo=UTC)
    timezone: str = "UTC"
    locale: str = "en-US"
    seed: int = 7
    viewport: tuple[int, int] = (1280, 800)
    patience: float = 5.0
    browser: BrowserName = "playwright"
    headed: bool = False
