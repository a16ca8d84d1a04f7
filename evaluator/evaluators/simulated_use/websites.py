"""Websites: one server and one browser for all testcodes, a fresh browser context for every session."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from evaluator.evaluators.simulated_use.outcomes import cause_of_site
from evaluator.evaluators.simulated_use.rules import Rules
from evaluator.evaluators.simulated_use.sessions import Session, StillCamera
from missions.mission import Mission
from missions.testcodes.testcode import SimulatorName
from simulators.browser.chromium.processes import ALL_MEMORY_BYTES
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import Browser, open_browser
from simulators.deadline import Deadline
from simulators.evidence import Camera
from simulators.failures import Failure, FailureKind
from simulators.mission_clock import MissionClock
from simulators.runtime.printed_errors import Explanation
from simulators.runtime.processes.process import Output
from simulators.runtime.start_project import RuntimeSpec, Site, open_site
from simulators.trace import Trace

TOO_MUCH_MEMORY = f"the project's pages used more than {ALL_MEMORY_BYTES >> 20} MiB of memory together"


@contextmanager
def open_website(
    mission: Mission, spec: RuntimeSpec, answers: Mapping[str, str], rules: Rules
) -> Iterator[WebsitePlayer]:
    """Start the site and a proxy to it. Raises `StartError` when the site is not runnable by `rules`."""
    with open_site(spec) as site:
        rules.check_site(mission, site, answers)
        with SiteProxy(site.place.box.connect) as proxy, ExitStack() as stack:
            yield WebsitePlayer(mission, spec, site, proxy, stack, rules)


@dataclass
class WebsiteSession:
    """Simulated user in a browser context of its own; `leave` ends the browser from another thread."""

    user: Any
    leave: Callable[[], None]
    camera: Camera
    output: Output
    clock: MissionClock
    logged: int = 0

    @property
    def actor(self) -> Any:
        """First argument of the testcode."""
        return self.user.raw if isinstance(self.user, Raw) else self.user

    def begin(self, deadline: Deadline, trace: Trace) -> None:
        self.user.deadline, self.user.trace = deadline, trace
        self.clock.restart()
        self.logged = self.output.size

    def cause(self) -> Explanation:
        steps = self.user.trace.entries if self.user.trace else ()
        return cause_of_site(self.output.since(self.logged), steps)

    def abort(self) -> None:
        self.leave()


@dataclass
class Raw:
    """Raw driver or page, passed to the testcode as it is; its steps are not traced."""

    raw: Any
    deadline: Deadline | None = None
    trace: Trace | None = None


@dataclass
class WebsitePlayer:
    """Running site, and the browsers that visit it: started when a testcode needs them."""

    mission: Mission
    spec: RuntimeSpec
    site: Site
    proxy: SiteProxy
    stack: ExitStack
    rules: Rules
    browser: Browser | None = None

    @contextmanager
    def session(self, simulator: str) -> Iterator[Session]:
        if simulator == SimulatorName.DRIVER:
            with self._browser().raw_driver() as driver:
                yield WebsiteSession(
                    Raw(driver), self._abort, StillCamera(driver.get_screenshot_as_png), self.log, self.clock
                )
        elif simulator == SimulatorName.PAGE:
            with self._browser().raw_page() as page:
                yield WebsiteSession(Raw(page), self._abort, StillCamera(page.screenshot), self.log, self.clock)
        elif simulator != SimulatorName.BROWSER:
            with self.rules.visitor(simulator, self) as session:
                yield session
        else:
            browser = self._browser()
            with browser.session(material=self.mission.material) as user:
                yield WebsiteSession(user, self._abort, user, self.log, self.clock)

    def trouble(self) -> Failure | None:
        """Return how the server ended, or that the pages used too much memory; then the browser is ended."""
        if self.browser is not None and self.browser.exceeded_limit():
            self._abort()
            return Failure(FailureKind.RESOURCE_LIMIT, TOO_MUCH_MEMORY)
        return self.site.trouble()

    def output(self) -> str:
        return self.log.text()

    @property
    def log(self) -> Output:
        return self.site.server.output

    def _abort(self) -> None:
        """End the browser; the next testcode starts another."""
        browser, self.browser = self.browser, None
        if browser is not None:
            browser.abort()

    @property
    def clock(self) -> MissionClock:
        """Return the clock of project and browser."""
        return self.site.place.clock

    def _browser(self) -> Browser:
        if self.browser is None:
            opened = open_browser(self.spec.setting, self.proxy, self.clock, self.spec.worker)
            self.browser = self.stack.enter_context(opened)
        return self.browser
