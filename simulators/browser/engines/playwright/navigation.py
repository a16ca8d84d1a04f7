"""Tracking of navigations of a Playwright page.

The DevTools protocol reports, in the order of the page's actions: a navigation was requested, a frame started to
load, a frame stopped loading. So once a task queued after a click has run, it is known whether that click opens
another page; nothing is guessed from time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from playwright.async_api import CDPSession, Page

from simulators.browser.chromium import launch as chromium

REFRESH_SECONDS = 0.1
"""Seconds within which a redirect by a refresh header or element belongs to the action before it."""


class NavigationTracker:
    """Frames of one page that are leaving (`leaving`) or loading (`loading`), by the protocol's ids."""

    def __init__(self, session: CDPSession) -> None:
        self.session = session
        self.main = ""
        self.leaving: set[str] = set()
        self.loading: set[str] = set()
        self._changed = asyncio.Event()
        for event, handler in (
            ("frameRequestedNavigation", self._requested),
            ("frameScheduledNavigation", self._scheduled),
            ("frameClearedScheduledNavigation", self._cleared),
            ("frameStartedLoading", self._started),
            ("frameStoppedLoading", self._stopped),
            ("frameNavigated", self._navigated),
            ("frameDetached", self._stopped),
        ):
            session.on(f"Page.{event}", handler)

    @classmethod
    async def watch(cls, page: Page) -> NavigationTracker:
        traffic = cls(await page.context.new_cdp_session(page))
        await traffic.session.send("Page.enable")
        await traffic.session.send("Emulation.setUserAgentOverride", chromium.ordinary_identity())
        tree = await traffic.session.send("Page.getFrameTree")
        traffic.main = tree["frameTree"]["frame"]["id"]
        return traffic

    async def arrive(self) -> None:
        """Wait until no frame is leaving for another page."""
        await self._wait(lambda: not self.leaving)

    async def loaded(self) -> None:
        """Wait until the page has loaded all its parts."""
        await self._wait(lambda: self.main not in self.loading)

    async def _wait(self, condition: Any) -> None:
        while not condition():
            self._changed.clear()
            await self._changed.wait()

    def _requested(self, event: Mapping[str, Any]) -> None:
        if event.get("disposition", "currentTab") == "currentTab":
            self.leaving.add(event["frameId"])

    def _scheduled(self, event: Mapping[str, Any]) -> None:
        if event["delay"] <= REFRESH_SECONDS:
            self.leaving.add(event["frameId"])

    def _cleared(self, event: Mapping[str, Any]) -> None:
        if event["frameId"] not in self.loading:
            self._stopped(event)

    def _started(self, event: Mapping[str, Any]) -> None:
        self.loading.add(event["frameId"])

    def _stopped(self, event: Mapping[str, Any]) -> None:
        self.leaving.discard(event["frameId"])
        self.loading.discard(event["frameId"])
        self._changed.set()

    def _navigated(self, event: Mapping[str, Any]) -> None:
        self.leaving.discard(event["frame"]["id"])
        self._changed.set()
