"""Players: a project opened for its testcodes, with a simulated user of programs or a fresh browser context for each
session."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluator.evaluators.simulated_use.outcomes import cause_in_program_output, cause_of_site
from evaluator.evaluators.simulated_use.rules import NAMES, Rules, open_user
from evaluator.evaluators.simulated_use.sessions import Player, Session, StillCamera
from missions.mission import Mission
from missions.testcodes.testcode import SimulatorName
from simulators.browser.chromium.processes import ALL_MEMORY_BYTES
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import Browser, open_browser
from simulators.clocks import Deadline, MissionClock
from simulators.evidence import Camera, Trace
from simulators.failures import Failure, FailureKind
from simulators.runtime.printed_errors import Explanation
from simulators.runtime.processes.process import Output
from simulators.runtime.running_site import open_running_site
from simulators.runtime.sandbox import PORT
from simulators.runtime.start_project import RuntimeSpec, Site, open_project, open_site
from simulators.service import ServiceUser


@contextmanager
def open_program(mission: Mission, spec: RuntimeSpec, rules: Rules) -> Iterator[ProgramPlayer]:
    """Check that the program starts. Raises `StartError` with the cause."""
    rules.check_program(mission, spec)
    yield ProgramPlayer(mission, spec, rules)


@dataclass
class ProgramSession:
    """Simulated user with a copy of the program's folder; `end` ends the program from another thread."""

    user: Any
    end: Callable[[], None]
    picture: Callable[[], bytes | None] = lambda: None
    clock: MissionClock | None = None

    @property
    def actor(self) -> Any:
        """First argument of the testcode."""
        return self.user

    def begin(self, deadline: Deadline, trace: Trace) -> None:
        self.user.deadline, self.user.trace = deadline, trace
        if self.clock is not None:
            self.clock.restart()

    def cause(self) -> Explanation:
        return cause_in_program_output([step.seen for step in self.user.trace.entries])

    @property
    def camera(self) -> Camera:
        return StillCamera(self.picture)

    @property
    def output(self) -> None:
        """The steps of a program's user have its output."""
        return None

    def abort(self) -> None:
        self.end()


@dataclass(frozen=True)
class ProgramPlayer:
    """Opens a copy of the project for each session."""

    mission: Mission
    spec: RuntimeSpec
    rules: Rules

    @contextmanager
    def session(self, simulator: str) -> Iterator[Session]:
        if simulator not in NAMES:
            with self.rules.program_user(simulator, self) as session:
                yield session
            return
        with open_project(self.spec) as project, open_user(simulator, self.mission, self.spec, project) as user:
            yield ProgramSession(user, user.abort, user.screenshot, project.clock)

    def trouble(self) -> Failure | None:
        return None

    def output(self) -> str:
        return ""


@contextmanager
def open_player(mission: Mission, spec: RuntimeSpec, answers: Mapping[str, str], rules: Rules) -> Iterator[Player]:
    """Start the project. Raises `StartError` when it is not runnable."""
    with _own_material(mission, rules) as own, _opened(own, spec, answers, rules) as player:
        yield player


def _opened(
    mission: Mission, spec: RuntimeSpec, answers: Mapping[str, str], rules: Rules
) -> AbstractContextManager[Player]:
    if mission.stack.is_website:
        return open_website(mission, spec, answers, rules)

    return open_program(mission, spec, rules)


@contextmanager
def _own_material(mission: Mission, rules: Rules) -> Iterator[Mission]:
    """Give the mission a folder of its own files, by the names that its testcodes know."""
    if not (rules.renames_materials and mission.material_prefix):
        yield mission
        return
    with tempfile.TemporaryDirectory(prefix="projecteval-material-") as temporary:
        for name, path in mission.material_files().items():
            target = Path(temporary) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        yield replace(mission, material=Path(temporary), material_prefix="")


TOO_MUCH_MEMORY = f"the project's pages used more than {ALL_MEMORY_BYTES >> 20} MiB of memory together"


@contextmanager
def open_website(
    mission: Mission, spec: RuntimeSpec, answers: Mapping[str, str], rules: Rules
) -> Iterator[WebsitePlayer]:
    """Open the site and a proxy to it. Raises `StartError` when the site is not runnable by `rules`."""
    with _open_site(spec) as site:
        rules.check_site(mission, site, answers)
        with SiteProxy(site.connect, site.tls, site.host) as proxy, ExitStack() as stack:
            yield WebsitePlayer(mission, spec, site, proxy, stack, rules)


def _open_site(spec: RuntimeSpec) -> AbstractContextManager[Site]:
    if spec.running is None:
        return open_site(spec)
    return open_running_site(spec.running, spec.start_limit, spec.setting.timezone)


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
        elif simulator == SimulatorName.SERVICE:
            client = ServiceUser(lambda: self.site.connect(PORT), self.clock, self.site.stopped)
            yield WebsiteSession(client, client.abort, StillCamera(), self.log, self.clock)
        elif simulator != SimulatorName.BROWSER:
            with self.rules.visitor(simulator, self) as session:
                yield session
        else:
            browser = self._browser()
            with browser.session(material=self.mission.material, stopped=self.site.stopped) as user:
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
        return self.site.output

    def _abort(self) -> None:
        """End the browser; the next testcode starts another."""
        browser, self.browser = self.browser, None
        if browser is not None:
            browser.abort()

    @property
    def clock(self) -> MissionClock:
        """Return the clock of project and browser."""
        return self.site.clock

    def _browser(self) -> Browser:
        if self.browser is None:
            opened = open_browser(self.spec.setting, self.proxy, self.clock, self.spec.worker)
            self.browser = self.stack.enter_context(opened)
        return self.browser
