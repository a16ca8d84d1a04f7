"""Websites: one server and one browser for all testcodes, a fresh browser context for every chain."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from missions.mission import Mission
from missions.testcodes.parameters import Unanswered, Url
from missions.testcodes.testcode import SimulatorName
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import Browser, open_browser
from simulators.deadline import Deadline
from simulators.failures import Failure
from simulators.runtime.readiness import status_of
from simulators.runtime.stage import RuntimeSpec, Site, open_site
from simulators.runtime.start import StartError, last_error
from simulators.trace import Trace

MOST_PAGES_ASKED = 20
"""Pages asked before a site is said to answer nothing but errors."""


@contextmanager
def open_website(mission: Mission, production: RuntimeSpec, answers: dict[str, str]) -> Iterator[WebsitePlayer]:
    """Start the site and a browser. Raises `StartError` when the site does not answer, or only errors."""
    with open_site(production) as site:
        if site.home >= 500 and not mission.one_session:  # the public benchmark accepts any page that answers
            _must_answer_somewhere(mission, site, answers)
        with SiteProxy(site.place.box.connect) as gate, ExitStack() as stack:
            yield WebsitePlayer(mission, production, site, gate, stack)


def _must_answer_somewhere(mission: Mission, site: Site, answers: dict[str, str]) -> None:
    for path in _paths(mission, answers):
        try:
            if status_of(site.place.box, path, 30.0) < 500:
                return
        except (OSError, http.client.HTTPException):
            continue
    output = site.server.output.text()
    raise StartError(f"the site answers {site.home} to every request: {last_error(output)}", output)


def _paths(mission: Mission, answers: dict[str, str]) -> list[str]:
    """The pages that the builder named, as paths."""
    paths: dict[str, None] = {}
    for parameter in mission.parameters():
        if parameter.kind is Url:
            try:
                parts = urlsplit(Url.parse(answers.get(parameter.key, "")))
            except Unanswered:
                continue
            paths[f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"] = None
    return list(paths)[:MOST_PAGES_ASKED]


@dataclass
class _Session:
    """A user in a browser context of their own; `leave` ends the browser from another thread."""

    user: Any
    leave: Callable[[], None]
    look: Callable[[], bytes | None]

    @property
    def actor(self) -> Any:
        """What the testcode is called with."""
        return self.user.raw if isinstance(self.user, Raw) else self.user

    def begin(self, deadline: Deadline, trace: Trace) -> None:
        self.user.deadline, self.user.trace = deadline, trace

    def picture(self) -> bytes | None:
        return self.look()

    def abort(self) -> None:
        self.leave()


@dataclass
class Raw:
    """A raw driver or page: the testcode gets it itself, and nothing of it is recorded."""

    raw: Any
    deadline: Deadline | None = None
    trace: Trace | None = None


@dataclass
class WebsitePlayer:
    """A site that answers, and the browsers that visit it: started when a testcode needs them."""

    mission: Mission
    production: RuntimeSpec
    site: Site
    gate: SiteProxy
    stack: ExitStack
    browser: Browser | None = None

    @contextmanager
    def session(self, simulator: SimulatorName) -> Iterator[_Session]:
        if simulator is SimulatorName.ORIGINAL:
            from simulators.projecteval_2025.website_user import open_public_browser

            with open_public_browser(self.production.setting, self.gate, self.mission.material, self._offset) as user:
                yield _Session(user, user.abort, user.screenshot)
        elif simulator is SimulatorName.DRIVER:
            with self._browser().raw_driver() as driver:
                yield _Session(Raw(driver), self._abort, driver.get_screenshot_as_png)
        elif simulator is SimulatorName.PAGE:
            with self._browser().raw_page() as page:
                yield _Session(Raw(page), self._abort, page.screenshot)
        else:
            browser = self._browser()
            with browser.session(material=self.mission.material) as user:
                yield _Session(user, self._abort, user.screenshot)

    def trouble(self) -> Failure | None:
        return self.site.trouble()

    def output(self) -> str:
        return self.site.server.output.text()

    def _abort(self) -> None:
        """End the browser; the next testcode gets another."""
        browser, self.browser = self.browser, None
        if browser is not None:
            browser.abort()

    @property
    def _offset(self) -> timedelta:
        """What the clock of the project, and so the browser's, is ahead of the real one."""
        return timedelta(seconds=self.production.clock or 0.0)

    def _browser(self) -> Browser:
        if self.browser is None:
            opened = open_browser(self.production.setting, self.gate, self._offset)
            self.browser = self.stack.enter_context(opened)
        return self.browser
