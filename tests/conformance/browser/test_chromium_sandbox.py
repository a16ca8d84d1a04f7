"""Chromium's own sandbox holds pages, also where the evaluator is root."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from simulators.browser.chromium.launch import own_sandbox_works
from simulators.browser.chromium.proxy import SiteProxy
from simulators.browser.vocabulary.session import open_browser
from simulators.setting import BrowserName, Setting
from tests.support.conformance_site import ConformanceSite, serve

pytestmark = pytest.mark.skipif(not own_sandbox_works(), reason="namespaces cannot be created here")


@pytest.fixture(scope="module")
def site() -> Iterator[SiteProxy]:
    with serve(ConformanceSite) as connect, SiteProxy(connect) as proxy:
        yield proxy


@pytest.mark.parametrize("engine", ["playwright", "selenium"])
def test_a_page_has_no_rights(engine: BrowserName, site: SiteProxy) -> None:
    with open_browser(Setting(browser=engine), site) as browser, browser.session() as user:
        user.opens("/")
        processes = psutil.Process().children(recursive=True)
        lines = {process.pid: _line(process) for process in processes}
        pages = [pid for pid, line in lines.items() if "--type=renderer" in line]

        assert pages
        assert not [line for line in lines.values() if "--no-sandbox" in line]
        for pid in pages:
            status = dict(line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
            assert (status["Seccomp"], int(status["CapEff"], 16)) == ("2", 0)
            for kind in ("user", "net"):
                assert Path(f"/proc/{pid}/ns/{kind}").readlink() != Path(f"/proc/self/ns/{kind}").readlink()


def _line(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""
