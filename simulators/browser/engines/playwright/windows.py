"""Windows of a Playwright context: the current one, crashed ones, and the navigation tracker of each."""

from __future__ import annotations

from contextlib import suppress

from playwright.async_api import BrowserContext, Error, Page

from simulators.browser.chromium.page_scripts import page_script
from simulators.browser.engines.playwright.navigation import NavigationTracker


class Windows:
    """Windows that a user has entered, the current one last."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._entered: list[Page] = []
        self._visited: set[Page] = set()
        self._trackers: dict[Page, NavigationTracker] = {}
        self._crashed: set[Page] = set()

    @property
    def current(self) -> Page:
        return self._entered[-1]

    @property
    def tracker(self) -> NavigationTracker | None:
        """Return the navigation tracker of the current window; None when entering it failed."""
        return self._trackers.get(self.current)

    def is_usable(self) -> bool:
        return bool(self._entered) and not self.current.is_closed() and not self.has_crashed()

    def has_crashed(self) -> bool:
        return self.current in self._crashed

    def note_crash(self, page: Page) -> None:
        self._crashed.add(page)

    async def open(self) -> Page:
        """Open a new window and make it the current one."""
        page = await self._context.new_page()
        await self.enter(page)
        return page

    async def enter(self, page: Page) -> None:
        """Make a window the current one, and track its navigations."""
        self._entered.append(page)
        self._visited.add(page)
        if page not in self._trackers:
            with suppress(Error):
                await page.wait_for_load_state("domcontentloaded", timeout=5000)
            self._trackers[page] = await NavigationTracker.watch(page)

    def usable(self) -> list[Page]:
        """Return the windows whose pages answer, entered or not."""
        return [page for page in self._context.pages if not page.is_closed() and page not in self._crashed]

    def unvisited(self) -> Page | None:
        """Return a window that was opened and not yet entered."""
        pages = self._context.pages
        return next((page for page in pages if page not in self._visited and not page.is_closed()), None)

    def is_only_one(self) -> bool:
        return len([page for page in self._entered if not page.is_closed()]) < 2

    async def close_current(self) -> None:
        """Close the current window and go back to the one before it."""
        await self._entered.pop().close()
        while self.current.is_closed():
            self._entered.pop()
        await self.current.bring_to_front()


async def run_now(page: Page, script: str) -> None:
    """Run a script in the page's own world, whatever the page's security policy; a page that was closed meanwhile is
    left alone."""
    try:
        session = await page.context.new_cdp_session(page)
        await session.send("Page.enable")
        await session.send(*page_script(script))
        await session.detach()
    except Error:
        if not page.is_closed():
            raise
