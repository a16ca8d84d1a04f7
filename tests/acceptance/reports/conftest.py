"""Browser without a network that opens reports from disk and records its error messages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from simulators.browser.chromium.launch import own_sandbox_works, program


@dataclass
class Reader:
    """Page of the browser with its error messages."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def opens(self, report: Path, at: str = "") -> Page:
        self.page.goto(report.resolve().as_uri() + at)
        self.page.wait_for_selector("#attempts tbody tr, #detail:not([hidden]) details", state="attached")
        return self.page


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser per module: while it is open, Playwright's event loop runs and others cannot start one."""
    executable = program(tmp_path_factory.mktemp("chromium"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, chromium_sandbox=own_sandbox_works())
        yield browser
        browser.close()


@pytest.fixture(params=["light"])
def reader(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Reader]:
    """Offline page; the test fails with the page's console messages."""
    context = browser.new_context(color_scheme=request.param, offline=True, viewport={"width": 1280, "height": 900})
    reader = Reader(context.new_page())
    reader.page.on("console", lambda message: reader.complaints.append(message.text))
    reader.page.on("pageerror", lambda error: reader.complaints.append(str(error)))
    yield reader
    context.close()
    assert reader.complaints == []
