"""Pages that are sent what happens, by WebSocket or server-sent events: through the sandbox and the proxy, and again
after the project's server was stopped while they stayed open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from simulators.browser import BrowserUser
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import open_browser
from simulators.errors import SimulatorError
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox.choice import sandbox_named
from simulators.runtime.start_project import RuntimeSpec, open_site
from simulators.setting import BrowserName, Setting

PROJECT = Path(__file__).parents[2] / "fixtures" / "live_site"
SOURCES = ("socket", "events")


@pytest.fixture
def reader(engine: BrowserName) -> Iterator[BrowserUser]:
    """A user of the site."""
    setting = Setting(browser=engine, patience=8.0)
    spec = RuntimeSpec(PROJECT, "web", environments.build("web"), sandbox_named(), setting)
    with (
        open_site(spec) as site,
        SiteProxy(site.connect) as proxy,
        open_browser(setting, proxy, site.clock) as browser,
        browser.session(stopped=site.stopped) as user,
    ):
        yield user


def test_what_one_writes_others_see_at_once(reader: BrowserUser) -> None:
    """Also across a stop of the server, which the pages notice while they stay open."""
    pages = {source: reader.someone_else() for source in SOURCES}
    for source, page in pages.items():
        page.opens(f"/?{source}")
    noted: list[str] = []
    for _ in range(2):
        for source, page in pages.items():
            page.sees("#state", text="connected")
            page.types(f"{source}{len(noted)}", into="#text")
            page.clicks("#add")
            noted.append(f"{source}{len(noted)}")
            for other in pages.values():
                other.sees("#notes", text=" ".join(noted))
        with reader.stops_project():
            for page in pages.values():
                page.sees("#state", text="broken")
                page.sees("#notes", text=" ".join(noted))
    verbs = [step.verb for step in reader.trace.entries if step.verb in ("stops_project", "starts_project")]
    assert verbs == ["stops_project", "starts_project"] * 2


def test_a_user_without_a_server_cannot_stop_one(user: BrowserUser) -> None:
    with pytest.raises(SimulatorError, match="there is no server of the project"), user.stops_project():
        pass
