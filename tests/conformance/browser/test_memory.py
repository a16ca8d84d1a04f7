"""The memory of all windows of an attempt's browser is limited together, with a control group and without one."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from simulators.browser.chromium import processes
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import open_browser
from simulators.clocks import Deadline
from simulators.errors import SimulatorError
from simulators.runtime.sandbox import cgroups
from simulators.setting import BrowserName, Setting
from tests.support.conformance_site import ConformanceSite, serve

LIMIT_BYTES = 400 << 20
FILLS = """<script>
if (location.search) { window.kept = new Uint8Array(256 << 20).fill(1); fetch("/filled"); }
else for (let n = 0; n < 3; n += 1) window.open(`/?${n}`, "_blank", "noopener");
</script>"""


class FillingSite(ConformanceSite):
    """Site whose first page opens windows that need memory."""

    filled = threading.Event()

    def do_GET(self) -> None:  # noqa: N802
        self.send(200, FILLS.encode(), "text/html")
        if self.path == "/filled":
            self.filled.set()


@pytest.fixture
def site() -> Iterator[SiteProxy]:
    FillingSite.filled.clear()
    with serve(FillingSite) as connect, SiteProxy(connect) as proxy:
        yield proxy


@pytest.fixture(params=["control group", "sum"])
def counted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count by each of both means."""
    if request.param == "sum":
        monkeypatch.setattr(cgroups, "hierarchy", lambda: None)
    elif cgroups.hierarchy() is None:
        pytest.skip("no control group can be made here")


def test_windows_that_need_too_much_are_killed(
    counted: None, site: SiteProxy, engine: BrowserName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "ALL_MEMORY_BYTES", LIMIT_BYTES)
    with open_browser(Setting(patience=0.1, browser=engine), site) as browser, browser.session() as user:
        deadline = Deadline.after(120)
        user.opens("/")
        while not browser.exceeded_limit():
            deadline.left()
            FillingSite.filled.wait(0.1)


def test_windows_within_the_limit_are_left_alone(counted: None, site: SiteProxy, engine: BrowserName) -> None:
    with open_browser(Setting(patience=0.1, browser=engine), site) as browser, browser.session() as user:
        user.opens("/")
        with pytest.raises(SimulatorError):
            user.sees_text("Hello")
        assert not browser.exceeded_limit()
